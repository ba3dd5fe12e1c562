// The service as the runtime's own configuration names it, so that its address stands in one place only.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that the hooks of a runtime are in, and from there the file with its MCP servers. */
const FILES = new Map([
  ['.claude', '../.mcp.json'],
  ['.cursor', 'mcp.json'],
  ['.gemini', 'settings.json'],
]);
/** What the runtimes expand: ${NAME} and ${NAME:-default} in Claude Code, ${env:NAME} in Cursor, ${NAME} in Gemini CLI. */
const VARIABLE = /\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g;
const MCP_ADDRESS = /^(https?:\/\/.+?)(\/v1\/lists\/[^/]+)?\/mcp(\/core)?(?:\?.*)?$/;

/**
 * Where the service is: http://127.0.0.1:3000, the list http://127.0.0.1:3000/v1/lists/home, and whether only the
 * core tools are served. An address without a list is that of the list default.
 * @throws Error with a sentence that says what is wrong with the configuration
 */
export function readServer() {
  const file = configurationFile();
  const { url, httpUrl = url, headers = {} } = readEntry(file);
  const [, service, list = '/v1/lists/default', core] = MCP_ADDRESS.exec(expand(httpUrl)) ?? [];
  if (!service) throw new Error(`${file} has no server tasklatch with the address of a list.`);
  const expanded = Object.entries(headers).map(([name, value]) => [name, expand(value)]);
  return { service, list: service + list, isCore: core !== undefined, headers: Object.fromEntries(expanded) };
}

function configurationFile() {
  const runtime = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
  return path.join(runtime, FILES.get(path.basename(runtime)) ?? '../.mcp.json');
}

function readEntry(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).mcpServers.tasklatch ?? {};
  } catch {
    throw new Error(`${file} cannot be read.`);
  }
}

function expand(value) {
  return String(value).replace(VARIABLE, (all, name, fallback) => process.env[name] || (fallback ?? all));
}
