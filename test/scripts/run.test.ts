import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const COPIED = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'scripts', 'src', 'sql'];
const NOBODY = 65_534;
/** The whole service is compiled, which takes seconds on a machine that does nothing else. */
const WHOLE_BUILD_LIMIT_MS = 180_000;
/** Whether another user can walk down to this checkout, so that a test may act as one. */
const isOpenToOthers = canRead(NOBODY, join(ROOT, 'package.json'));

let folder: string;
let checkout: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tasklatch-run-'));
  chmodSync(folder, 0o755);
  checkout = join(folder, 'a checkout # of 100%');
  mkdirSync(checkout);
  for (const name of COPIED) cpSync(join(ROOT, name), join(checkout, name), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What an install leaves: links to the packages of this checkout, but for those left out. */
function install(...leftOut: string[]): void {
  const target = join(checkout, 'node_modules');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const names = readdirSync(join(ROOT, 'node_modules')).filter((name) => !leftOut.includes(name));
  for (const name of names) symlinkSync(join(ROOT, 'node_modules', name), join(target, name));
}

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

type User = { uid: number; gid: number };

function npm(args: readonly string[]): Promise<Ended> {
  return end('npm', ['--silent', ...args]);
}

/** What `npm start` runs, without npm, which takes longer than the rest. */
function start(user?: User): Promise<Ended> {
  return end(process.execPath, [join(checkout, 'scripts', 'run.mjs'), 'main'], user);
}

function end(program: string, args: readonly string[], user?: User): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOME: folder,
    npm_config_cache: folder,
    npm_config_update_notifier: 'false',
  };
  return new Promise((resolve) => {
    execFile(program, args, { cwd: checkout, env, ...user }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

/** Two programs of a line each in place of the service: building them takes no time. */
function useSmallSources(): void {
  rmSync(join(checkout, 'src'), { recursive: true });
  mkdirSync(join(checkout, 'src'));
  for (const program of ['main', 'verify']) {
    const text = `const said: string = '${program} of the first release';\nconsole.log(said);\n`;
    writeFileSync(join(checkout, 'src', `${program}.ts`), text);
  }
}

function canRead(uid: number, path: string): boolean {
  try {
    execFileSync('test', ['-r', path], process.getuid?.() === 0 ? { uid } : {});
    return true;
  } catch {
    return false;
  }
}

test(
  'F14: a checkout that was installed without scripts is built at the first start, and not at the second',
  async () => {
    install();
    const version = () => npm(['start', '--', '--version']);
    expect(await version()).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
    const built = statSync(join(checkout, 'dist', 'main.js')).ino;
    expect(await version()).toMatchObject({ code: 0, stdout: '0.1.0\n' });
    expect(statSync(join(checkout, 'dist', 'main.js')).ino).toBe(built);
    expect(readdirSync(checkout).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  },
  WHOLE_BUILD_LIMIT_MS,
);

test('F14: sources that changed under a build are built anew, also for verify', async () => {
  install();
  useSmallSources();
  expect((await start()).stdout).toBe('main of the first release\n');
  const path = join(checkout, 'src', 'verify.ts');
  writeFileSync(path, readFileSync(path, 'utf8').replace('first', 'second'));
  expect((await npm(['run', 'verify'])).stdout).toBe('verify of the second release\n');
});

test('F14: without the compiler an old or missing build is refused with what to do', async () => {
  install('typescript');
  const sentence = (state: string) =>
    `tasklatch: The build in dist ${state}, and the compiler is not installed: run "npm ci" without --omit=optional, which builds it.\n`;
  expect(await start()).toEqual({ code: 1, stdout: '', stderr: sentence('is not there') });
  mkdirSync(join(checkout, 'dist'));
  writeFileSync(join(checkout, 'dist', 'main.js'), 'console.log("an old build")');
  expect(await start()).toEqual({
    code: 1,
    stdout: '',
    stderr: sentence('is not what the sources in src say'),
  });
});

test('F14: an installation without sources runs the build that it brings', async () => {
  install('typescript');
  rmSync(join(checkout, 'src'), { recursive: true });
  expect((await start()).stderr).toBe(
    'tasklatch: There is neither src nor dist here: install the service anew.\n',
  );
  mkdirSync(join(checkout, 'dist'));
  writeFileSync(join(checkout, 'dist', 'main.js'), 'console.log("as it was brought")');
  expect(await start()).toEqual({ code: 0, stdout: 'as it was brought\n', stderr: '' });
});

test('F14: a source that cannot be compiled is named', async () => {
  install();
  useSmallSources();
  appendFileSync(join(checkout, 'src', 'main.ts'), '\nconst = 1;\n');
  const { code, stderr } = await start();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^tasklatch: The build in dist is not there and cannot be made: \S.*main\.ts: .+\.\n$/,
  );
});

test('F14: packages that are not there, or those of another release, are refused with what to run', async () => {
  install('fastify');
  const sentence = (what: string) => `tasklatch: The package fastify is ${what}: run "npm ci".\n`;
  expect(await start()).toEqual({ code: 1, stdout: '', stderr: sentence('not installed') });
  const other = join(checkout, 'node_modules', 'fastify');
  mkdirSync(other);
  writeFileSync(join(other, 'package.json'), '{"version":"5.0.0"}');
  expect((await start()).stderr).toMatch(
    /fastify is installed as 5\.0\.0, and this release needs [\d.]+: run/,
  );
});

test.runIf(process.platform === 'linux' && isOpenToOthers)(
  'F14: a checkout that cannot be written to runs once it is built, and says so before',
  async () => {
    install();
    useSmallSources();
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
    if (!user) chmodSync(checkout, 0o555);
    const before = await start(user);
    expect(before).toMatchObject({ code: 1, stdout: '' });
    expect(before.stderr).toMatch(
      /^tasklatch: The build in dist is not there and cannot be made: EACCES: .+\. Run "npm run build" as a user who may write to .+\.\n$/,
    );
    chmodSync(checkout, 0o755);
    await start();
    if (!user) chmodSync(checkout, 0o555);
    expect(await start(user)).toMatchObject({ code: 0, stdout: 'main of the first release\n' });
    chmodSync(checkout, 0o755);
  },
);
