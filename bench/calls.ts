import { AGENT, TASK } from './contents.js';
import type { HttpAnswer } from './http_connection.js';
import { type Lists, listName, slotOf } from './lists.js';
import type { Operation } from './plan.js';

/** Makes the requests of one measurement and judges the answers. */
export interface Calls {
  request(client: number, step: number): string;
  /** @throws Error when the answer is not the one that was called for */
  receive(client: number, step: number, answer: HttpAnswer): void;
}

const PAGE_TASKS = 50;

export function callsOf(operation: Operation | 'empty route', lists: Lists, clients: number): Calls {
  switch (operation) {
    case 'empty route':
      return answering(200, () => request('GET', '/'));
    case 'get':
      return answering(200, () => {
        const path = tasksPath(lists, Math.floor(Math.random() * lists.count));
        return request('GET', `${path}/${1 + Math.floor(Math.random() * lists.tasksEach)}`);
      });
    case 'get by MCP':
      return answering(200, () => {
        const list = listName(lists, Math.floor(Math.random() * lists.count));
        const id = String(1 + Math.floor(Math.random() * lists.tasksEach));
        const params = { name: 'task_get', arguments: { id } };
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        return request('POST', `/v1/lists/${list}/mcp`, body);
      });
    case 'list':
      return answering(200, (client, step) => {
        const { index } = slotOf(lists, client, clients, step);
        return request('GET', `${tasksPath(lists, index)}?limit=${PAGE_TASKS}`);
      });
    case 'create':
      return answering(201, (client, step) => {
        const { index } = slotOf(lists, client, clients, step);
        return request('POST', tasksPath(lists, index), CREATE_BODY);
      });
    case 'update':
      return updates(lists, clients);
  }
}

function answering(status: number, make: Calls['request']): Calls {
  return { request: make, receive: (_client, _step, answer) => requireStatus(answer, status) };
}

interface Known {
  version: number;
  pending: boolean;
}

/** Of the tasks that this process has updated, by list and number; all start pending, at version 1. */
const known = new Map<string, Known>();

/** Each client updates tasks of its own, and names the version that it got last. */
function updates(lists: Lists, clients: number): Calls {
  const paths = (client: number, step: number) => {
    const { index, number } = slotOf(lists, client, clients, step);
    return `${tasksPath(lists, index)}/${number}`;
  };
  return {
    request(client, step) {
      const path = paths(client, step);
      const { version, pending } = known.get(path) ?? { version: 1, pending: true };
      return request('PATCH', path, pending ? TAKE_UP_BODY : PUT_DOWN_BODY, `If-Match: "${version}"\r\n`);
    },
    receive(client, step, answer) {
      requireStatus(answer, 200);
      const path = paths(client, step);
      const task = known.get(path) ?? { version: 1, pending: true };
      if (!answer.head.includes(`"${task.version + 1}"`)) throw unexpected(answer, 'the next version');
      known.set(path, { version: task.version + 1, pending: !task.pending });
    },
  };
}

function requireStatus(answer: HttpAnswer, status: number): void {
  if (answer.status !== status) throw unexpected(answer, String(status));
}

function unexpected({ bytes }: HttpAnswer, wanted: string): Error {
  return new Error(`An answer is not ${wanted}:\n${bytes.toString()}`);
}

const CREATE_BODY = JSON.stringify(TASK);
const TAKE_UP_BODY = '{"status":"in_progress"}';
const PUT_DOWN_BODY = '{"status":"pending"}';

function tasksPath(lists: Lists, index: number): string {
  return `/v1/lists/${listName(lists, index)}/tasks`;
}

/** Bodies are ASCII, so that their length is their number of bytes. */
function request(method: string, path: string, body?: string, headers = ''): string {
  const lines = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nTasklatch-Agent: ${AGENT}\r\n${headers}`;
  if (body === undefined) return `${lines}\r\n`;
  return `${lines}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}
