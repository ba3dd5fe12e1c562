import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { requireTool, TOOLS } from '../../src/registry.js';
import { exchange, listen, send, statusLines, useApp } from '../http/harness.js';
import { openDoors } from '../support/doors.js';
import { runs } from '../support/property_runs.js';
import { requests, someArguments } from '../support/request_arbitrary.js';

const app = useApp();

const LIST = 'home';
/** Where a refusal is told in a message of the protocol. */
const MCP = /^(?:\/v1\/lists\/[^/]+)?\/mcp(?:\/core)?(?:\?|$)/;
beforeAll(async () => {
  const { tool } = openDoors(app(), LIST);
  for (const subject of ['One', 'Two', 'Three']) await tool.create(subject);
});

describe('requests that nobody foresaw', () => {
  test('get an answer that fits the contract, and never a 5xx', async () => {
    const statuses = new Set<number>();
    const property = fc.asyncProperty(requests(LIST), async (request) => {
      // The app is watched: an answer that openapi.yaml does not describe fails here.
      const response = await app().inject({ ...request });
      statuses.add(response.statusCode);
      expect(response.statusCode).toBeLessThan(500);
      if (response.statusCode < 400 || request.method === 'HEAD' || MCP.test(request.url)) return;
      expect(response.headers['content-type']).toBe('application/problem+json');
      const { code, text, status } = response.json();
      expect(status).toBe(response.statusCode);
      expect(text.startsWith(`${code}: `) && text.isWellFormed()).toBe(true);
    });
    await fc.assert(property, { numRuns: runs(2_000) });
    for (const status of [200, 201, 400, 404, 405, 409, 415]) expect(statuses).toContain(status);
  });

  test('with any arguments are judged alike by the resource and the tool route', async () => {
    const tools = TOOLS.filter(({ http }) => http.body === 'arguments').map(({ name }) => name);
    const property = fc.asyncProperty(fc.constantFrom(...tools), someArguments, async (name, args) => {
      const { http } = requireTool(name);
      // An address names the id, and so the body does not.
      const { id: _, ...body } = args;
      const own = http.path.includes(':id') ? { id: '99' } : {};
      const byTool = await send(app(), 'POST', `/v1/lists/parity/tools/${name}`, {
        body: { ...body, ...own },
      });
      const url = `/v1/lists/parity${http.path.replace(':id', '99')}`;
      const byRest = await send(app(), http.method, url, { body });
      if (byTool.status < 400) {
        expect(byRest.status).toBe(http.status);
      } else {
        expect(byRest.status).toBe(byTool.status);
        expect(byRest.problem().text).toBe(byTool.problem().text);
      }
    });
    await fc.assert(property, { numRuns: runs(400) });
  });

  test('of any bytes on a socket end in an answer or a close, and the service goes on', async () => {
    const port = await listen(app());
    const lines = [
      'GET /livez HTTP/1.1',
      `POST /v1/lists/${LIST}/tasks HTTP/1.1`,
      'X',
      'GET  /',
      'POST * HTTP/9.9',
    ];
    const fields = [
      ...['Host: a', 'Content-Type: application/json', 'Connection: close', ': x', 'a b: c'],
      ...['Content-Length: 5', 'Content-Length: x', 'Transfer-Encoding: chunked'],
    ];
    const heads = fc.tuple(fc.constantFrom(...lines), fc.array(fc.constantFrom(...fields), { maxLength: 4 }));
    const bytes = fc.oneof(
      fc.tuple(heads, fc.string({ unit: 'binary-ascii', maxLength: 20 })).map(([[line, all], rest]) => {
        return Buffer.from(`${[line, ...all].join('\r\n')}\r\n\r\n${rest}`, 'latin1');
      }),
      fc.uint8Array({ minLength: 1, maxLength: 60 }).map((array) => Buffer.from(array)),
    );
    const property = fc.asyncProperty(bytes, async (sent) => {
      // Ends the connection, unless it is read as part of what was sent.
      const ending = 'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      for (const line of statusLines(await exchange(port, sent, '\r\n\r\n', ending))) {
        expect(line).not.toMatch(/^HTTP\/1\.1 5/);
      }
    });
    await fc.assert(property, { numRuns: runs(300) });
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });
});
