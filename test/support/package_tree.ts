import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { once } from './once.js';

const run = promisify(execFile);

/** An install takes half a minute with an empty cache, and longer beside others. */
export const INSTALL_LIMIT_MS = 240_000;

const MANIFESTS = ['package.json', 'package-lock.json'] as const;
/** A list of every tool, or all that a suite prints, is far below it. */
const OUTPUT_MAX_BYTES = 16_777_216;

/**
 * A package tree of its own, for what the tests run and the service never installs. Its programs need a newer
 * Node than the service, which the tree brings along.
 */
export interface PackageTree {
  /** Of the installed tree; git ignores it, wherever it is. */
  readonly folder: string;
  readonly node: string;
  /** A file of an installed package. */
  fileOf(name: string): string;
}

/** How a run of a program ended. */
export interface ProgramRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The tree of the manifests in `source`, which is installed once for each lock file, whoever asks at a time. */
export async function installTree(source: string): Promise<PackageTree> {
  const kept = keptBy(source);
  const lock = await readFile(path.join(source, 'package-lock.json'));
  const folder = path.join(kept, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  await mkdir(kept, { recursive: true });
  await once(
    `${folder}.pid`,
    () => exists(folder),
    () => install(source, folder),
  );
  const modules = path.join(folder, 'node_modules');
  return { folder, node: await nodeOf(modules), fileOf: (name) => path.join(modules, name) };
}

/** Ignored by git, wherever it is. */
function keptBy(source: string): string {
  return path.join(source, 'node_modules');
}

async function install(source: string, folder: string): Promise<void> {
  // What an install that was ended left, and the trees of other lock files.
  const kept = keptBy(source);
  const others = (await readdir(kept)).filter((name) => name !== `${path.basename(folder)}.pid`);
  for (const name of others) await rm(path.join(kept, name), { recursive: true, force: true });
  const staging = `${folder}.new`;
  await mkdir(staging);
  for (const name of MANIFESTS) await copyFile(path.join(source, name), path.join(staging, name));
  // `npm ci` refuses a lock file that lacks an optional package of another system; the versions are the same.
  // Without scripts: no tool needs one, and what a package runs at its install nobody has read.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...flags], { cwd: staging });
  await rename(staging, folder);
}

/** Where the tree has no Node for this machine, the one that runs the tests has to do. */
async function nodeOf(modules: string): Promise<string> {
  for (const prefix of ['node', 'node-bin']) {
    const name = `${prefix}-${process.platform}-${process.arch}`;
    const node = path.join(modules, name, 'bin', 'node');
    if (await exists(node)) return node;
  }
  return process.execPath;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

interface Place {
  readonly cwd?: string;
  /** Everything that the program finds in its environment, besides the path. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs a file under the Node of a tree, to its end, whatever that is. */
export async function runProgram(
  { node, folder }: PackageTree,
  args: readonly string[],
  { cwd, env, timeoutMs = 0 }: Place = {},
): Promise<ProgramRun> {
  const options = {
    maxBuffer: OUTPUT_MAX_BYTES,
    timeout: timeoutMs,
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1', ...env },
  };
  try {
    const { stdout, stderr } = await run(node, [...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'number')) throw error;
    // A child that ended with a code of its own leaves what it wrote.
    const { code, stdout, stderr } = error as Error & ProgramRun;
    return { code, stdout, stderr };
  }
}
