import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Builds dist where it is missing or older than a source, so that what is measured is what is written. */
export async function ensureBuilt(): Promise<void> {
  const built = await stat(join(ROOT, 'dist/main.js')).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if ((await newestSource()) <= built) return;
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const child = spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The service does not compile.');
}

async function newestSource(): Promise<number> {
  const names = await readdir(join(ROOT, 'src'), { recursive: true });
  const files = [
    ...names.map((name) => join('src', name)),
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ];
  const times = await Promise.all(files.map(async (file) => (await stat(join(ROOT, file))).mtimeMs));
  return Math.max(...times);
}
