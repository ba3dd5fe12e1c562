import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds dist where it is not what the sources say, so that what is measured is what is written. */
export function ensureBuilt(): void {
  const script = fileURLToPath(new URL('../scripts/build.mjs', import.meta.url));
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
