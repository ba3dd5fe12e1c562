// Runs after an install: builds dist where the compiler was installed, and leaves a production install as it is.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let compiler;
try {
  compiler = require.resolve('typescript/bin/tsc');
} catch {
  console.log('TypeScript is not installed: dist stays as it is.');
}
if (compiler) execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
