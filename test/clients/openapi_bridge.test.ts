import { beforeAll, expect, it } from 'vitest';
import { toOpenApi } from '../../src/definitions/openapi/document.js';
import { TOOLS } from '../../src/registry.js';
import { installClients, runClientProgram } from '../support/clients.js';
import { useMcpServer } from '../support/mcp_server.js';
import { INSTALL_LIMIT_MS, type PackageTree } from '../support/package_tree.js';

/** A bridge that makes an MCP server of any OpenAPI document, on the one that the service serves. */

const KEY = 'the-key-of-the-bridge';
const server = useMcpServer({ keys: [{ principal: 'ann', key: KEY, lists: ['*'] }] });

interface Report {
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: { readonly type: string; readonly properties?: Readonly<Record<string, unknown>> };
  }[];
  readonly calls: readonly string[];
}

let tree: PackageTree;
let report: Report;

beforeAll(async () => {
  tree = await installClients();
}, INSTALL_LIMIT_MS);
beforeAll(async () => {
  report = await runClientProgram(tree, 'openapi_bridge.ts', [`http://127.0.0.1:${server().port}`, KEY]);
});

it('F17: openapi-mcp-server offers every operation as a tool whose arguments are an object', () => {
  const { paths } = toOpenApi() as { paths: Record<string, Record<string, { operationId: string }>> };
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  const names = report.tools.map(({ name }) => name.replaceAll('-', '_'));
  expect(names.sort()).toEqual(ids.sort());
  expect(new Set(report.tools.map(({ inputSchema }) => inputSchema.type))).toEqual(new Set(['object']));
});

it('F17: openapi-mcp-server offers each argument once, under its own name', () => {
  for (const tool of TOOLS) {
    const made = report.tools.find(({ name }) => name.replaceAll('-', '_') === tool.name);
    const names = Object.keys(made?.inputSchema.properties ?? {});
    expect(
      names.filter((name) => name.startsWith('body')),
      tool.name,
    ).toEqual([]);
  }
});

it('F17: openapi-mcp-server writes with these tools, and hands on why a call is refused', () => {
  const [created, started, stale, called, refused, deleted] = report.calls;
  expect(JSON.parse(created ?? '')).toMatchObject({ task: { subject: 'Write the parser', version: 1 } });
  expect(JSON.parse(started ?? '')).toMatchObject({ task: { status: 'in_progress', version: 2 } });
  expect(stale).toContain('STALE_VERSION: #1 is at version 2; the write was decided on version 1.');
  expect(JSON.parse(called ?? '')).toMatchObject({
    text: 'Updated #1 v3 [done] Write the parser: status in_progress → done',
  });
  expect(refused).toContain('subjct is not known; use subject;');
  expect(JSON.parse(deleted ?? '')).toMatchObject({ task: { version: 4, deletedAt: expect.any(String) } });
});
