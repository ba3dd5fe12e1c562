import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTree, type PackageTree, runProgram } from './package_tree.js';

/** The clients and generators of others that the tests run against the service. */
export const CLIENTS = fileURLToPath(new URL('../clients/tools/', import.meta.url));
/** Runs TypeScript as it stands, also below node_modules, where Node by itself would not. */
export const TSX = ['--import', fileURLToPath(import.meta.resolve('tsx'))];
/** A program that hangs fails by itself, before its test does. */
const RUN_LIMIT_MS = 100_000;

export const installClients = (): Promise<PackageTree> => installTree(CLIENTS);

/** Runs a program of tools/mcp, which is told where its packages are; gives what it reports. */
export async function runClientProgram<Report>(
  tree: PackageTree,
  name: string,
  args: readonly string[],
): Promise<Report> {
  // Inside the tree, since packages are looked for from where a file is.
  const file = path.join(tree.folder, name);
  await cp(path.join(CLIENTS, 'mcp', name), file);
  const { stdout, stderr } = await runProgram(tree, [...TSX, file, tree.fileOf(''), ...args], {
    timeoutMs: RUN_LIMIT_MS,
  });
  if (stdout === '') throw new Error(`${name} reported nothing: ${stderr}`);
  return JSON.parse(stdout);
}
