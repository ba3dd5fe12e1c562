// "npm run build", and what npm runs after an install: builds dist where it is not what the sources say. With --after-install a
// build that cannot be made is only told of: the start says so again.
import { ensureBuilt } from './built.mjs';

const problem = ensureBuilt();
if (problem !== null) {
  process.stderr.write(`tasklatch: ${problem}\n`);
  if (!process.argv.includes('--after-install')) process.exitCode = 1;
}
