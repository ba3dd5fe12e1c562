import { beforeAll, describe, expect, it } from 'vitest';
import { exchange, listen, statusLines, useApp } from '../harness.js';

const app = useApp();
let port: number;
beforeAll(async () => {
  port = await listen(app());
});

function request(line: string, body?: object, headers: readonly string[] = []): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const ofBody =
    body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${text.length}`];
  return `${[`${line} HTTP/1.1`, 'Host: localhost', ...ofBody, ...headers].join('\r\n')}\r\n\r\n${text}`;
}

const statuses = (received: string) => statusLines(received).map((line) => Number(line.split(' ')[1]));

describe('calls that are sent on one connection without waiting', () => {
  it('see the writes before them, and are answered in their order', async () => {
    for (let round = 1; round <= 20; round += 1) {
      const path = `/v1/lists/pipelined-${round}/tasks`;
      const received = await exchange(
        port,
        [
          request(`POST ${path}`, { subject: 'Be first' }),
          request(`GET ${path}/1`),
          request(`GET ${path}`),
          request(`PATCH ${path}/1`, { status: 'done' }, ['If-Match: "1"']),
          request(`GET ${path}/1`, undefined, ['Connection: close']),
        ].join(''),
      );
      expect(statuses(received)).toEqual([201, 200, 200, 200, 200]);
      expect(received.slice(received.lastIndexOf('HTTP/1.1'))).toContain('"status":"done"');
    }
  });

  it('go on behind one that is refused, and behind one without a route', async () => {
    const received = await exchange(
      port,
      [
        request('POST /v1/lists/refused/tasks', { subjct: 'x' }),
        request('DELETE /none'),
        request('GET /v1/lists/refused/tasks/1'),
        request('POST /v1/lists/refused/tasks', { subject: 'x' }),
        request('GET /v1/lists/refused/tasks/1', undefined, ['Connection: close']),
      ].join(''),
    );
    expect(statuses(received)).toEqual([400, 404, 404, 201, 200]);
  });
});
