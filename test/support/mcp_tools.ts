import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { once } from './once.js';

const run = promisify(execFile);

/** A package tree of its own: its tools need a newer Node than the service, which the tree brings along. */
const TOOLS = fileURLToPath(new URL('../mcp/tools/', import.meta.url));
const MANIFESTS = ['package.json', 'package-lock.json'] as const;
/** Ignored by git, wherever it is. */
const KEPT = path.join(TOOLS, 'node_modules');

const BINARIES = {
  conformance: '@modelcontextprotocol/conformance/dist/index.js',
  inspector: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
} as const;

/** An install takes half a minute with an empty cache. */
export const INSTALL_LIMIT_MS = 240_000;
/** A list of every tool, or all that a suite prints, is far below it. */
const OUTPUT_MAX_BYTES = 16_777_216;

/** How a run of a tool ended. */
export interface ToolRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a tool under the Node of its tree, which is installed first where it is not there yet. */
export async function runMcpTool(name: keyof typeof BINARIES, args: readonly string[]): Promise<ToolRun> {
  const modules = path.join(await installMcpTools(), 'node_modules');
  const node = await nodeOf(modules);
  const options = { maxBuffer: OUTPUT_MAX_BYTES, env: { PATH: process.env.PATH, HOME: KEPT, NO_COLOR: '1' } };
  try {
    const { stdout, stderr } = await run(node, [path.join(modules, BINARIES[name]), ...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'number')) throw error;
    // A child that ended with a code of its own leaves what it wrote.
    const { code, stdout, stderr } = error as Error & ToolRun;
    return { code, stdout, stderr };
  }
}

/** The folder of the installed tree, which is installed once for each lock file, whoever asks at a time. */
export async function installMcpTools(): Promise<string> {
  const lock = await readFile(path.join(TOOLS, 'package-lock.json'));
  const folder = path.join(KEPT, createHash('sha256').update(lock).digest('hex').slice(0, 16));
  await mkdir(KEPT, { recursive: true });
  await once(
    `${folder}.pid`,
    () => exists(folder),
    () => install(folder),
  );
  return folder;
}

async function install(folder: string): Promise<void> {
  // What an install that was ended left, and the trees of other lock files.
  const others = (await readdir(KEPT)).filter((name) => name !== `${path.basename(folder)}.pid`);
  for (const name of others) await rm(path.join(KEPT, name), { recursive: true, force: true });
  const staging = `${folder}.new`;
  await mkdir(staging);
  for (const name of MANIFESTS) await copyFile(path.join(TOOLS, name), path.join(staging, name));
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
