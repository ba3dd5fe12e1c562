import { fileURLToPath } from 'node:url';
import { installTree, type ProgramRun, runProgram } from './package_tree.js';

const TOOLS = fileURLToPath(new URL('../mcp/tools/', import.meta.url));

const BINARIES = {
  conformance: '@modelcontextprotocol/conformance/dist/index.js',
  inspector: '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
} as const;

/** The protocol's own tools, which are installed first where they are not there yet. */
export const installMcpTools = () => installTree(TOOLS);

/** Runs a tool under the Node of its tree. */
export async function runMcpTool(name: keyof typeof BINARIES, args: readonly string[]): Promise<ProgramRun> {
  const tree = await installMcpTools();
  return runProgram(tree, [tree.fileOf(BINARIES[name]), ...args]);
}
