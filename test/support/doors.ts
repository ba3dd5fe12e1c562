import type { FastifyInstance } from 'fastify';
import { describe, expect } from 'vitest';
import { VERSION_MAX } from '../../src/log/marked_version.js';
import type { Problem } from '../../src/problems/problem.js';
import type { Issue } from '../../src/refusals/refusal.js';
import { requireTool } from '../../src/registry.js';
import type { ListHead } from '../../src/tasks/queries.js';
import type { Task } from '../../src/tasks/task.js';
import { isPlaceholderKey } from '../../src/tasks/wording/forms.js';
import { type Answer, MERGE_PATCH_TYPE, send } from '../http/harness.js';
import { nextMcpCall, readMcpAnswer } from './mcp_door.js';
import { freshList } from './service.js';

/** The doors of plain HTTP, at which headers, queries and bodies carry the arguments. */
export type HttpDoor = 'tool' | 'rest';
/** The three doors to a tool as one, so that one test says what a caller sees whichever it takes. */
export type DoorName = HttpDoor | 'mcp';

export type Arguments = Readonly<Record<string, unknown>>;
export type Headers = Readonly<Record<string, string>>;

/** What one call came to, in the same form whichever door it took. */
export interface Outcome {
  /** Of a refusal by MCP, the status of its problem. */
  readonly status: number;
  readonly headers: Answer['headers'];
  /** The body as it came. */
  readonly body: string;
  /** Of a refusal, else undefined. */
  readonly code: string | undefined;
  readonly problem: Problem | undefined;
  /** Of a success that did not ask for text. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** Of a value that has one. */
  readonly task: Task | undefined;
  /** Of a refusal, of a success of the tool route and of MCP, and of whatever `Accept: text/plain` asked for. */
  readonly text: string | undefined;
  readonly replayed: boolean;
}

/** A call as HTTP carries it. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Headers;
  /** undefined where the call has none. */
  readonly body: string | undefined;
}

const AS_TEXT = { accept: 'text/plain' };

/** Calls tools of one list through one door. */
export class Client {
  constructor(
    readonly app: FastifyInstance,
    readonly door: DoorName,
    readonly list: string,
  ) {}

  async call(tool: string, args: Arguments = {}, headers: Headers = {}): Promise<Outcome> {
    if (this.door === 'mcp') return this.callRaw(tool, stringify(args), headers);
    const { method, url, headers: own, body } = toRequest(this.door, this.list, tool, args);
    const answer = await send(this.app, method, url, {
      headers: { ...own, ...headers },
      ...(body !== undefined && { raw: body }),
    });
    return toOutcome(this.door, answer);
  }

  /**
   * A call of MCP or of the tool route with this as the text of its arguments, whether or not it is JSON;
   * undefined sends none.
   */
  async callRaw(tool: string, args: string | Buffer | undefined, headers: Headers = {}): Promise<Outcome> {
    if (this.door === 'rest') throw new Error('A resource has no place for all arguments.');
    if (this.door === 'tool') {
      const answer = await send(this.app, 'POST', toolAddress(this.list, tool), {
        headers,
        ...(args !== undefined && { raw: args }),
      });
      return toOutcome(this.door, answer);
    }
    const call = nextMcpCall(this.list, tool, args);
    const answer = await send(this.app, 'POST', call.url, {
      headers: { ...call.headers, ...headers },
      raw: call.body,
    });
    const { value, ...said } = readMcpAnswer(call, answer);
    const { headers: answered, text: body } = answer;
    const known = { value, task: undefined, ...(value && withTask(value)) };
    return { headers: answered, body, code: said.problem?.code, ...said, ...known };
  }

  /** The value of a call that must succeed. */
  async value<Value = Record<string, unknown>>(
    tool: string,
    args: Arguments = {},
    headers: Headers = {},
  ): Promise<Value> {
    const outcome = await this.call(tool, args, headers);
    if (outcome.value === undefined) throw new Error(`${tool} was refused:\n${outcome.text}`);
    // The contract holds the value to the output schema of its tool.
    return outcome.value as Value;
  }

  /** The task of a write or a task_get that must succeed. */
  async task(tool: string, args: Arguments, headers: Headers = {}): Promise<Task> {
    return (await this.value<{ task: Task }>(tool, args, headers)).task;
  }

  create(subject: string, args: Arguments = {}): Promise<Task> {
    return this.task('task_create', { subject, ...args });
  }

  /** The text of a call that must succeed. */
  async text(tool: string, args: Arguments = {}): Promise<string> {
    const { text, problem } = await this.call(tool, args, AS_TEXT);
    if (text === undefined || problem) throw new Error(`${tool} was refused:\n${text}`);
    return text;
  }

  /** The problem of a call that must be refused. */
  async problem(tool: string, args: Arguments = {}, headers: Headers = {}): Promise<Problem> {
    const { problem, body } = await this.call(tool, args, headers);
    if (!problem) throw new Error(`${tool} was not refused:\n${body}`);
    return problem;
  }
}

/** All doors to one list. */
export class Doors {
  readonly tool: Client;
  readonly rest: Client;
  readonly mcp: Client;

  constructor(
    readonly app: FastifyInstance,
    readonly list: string,
  ) {
    this.tool = new Client(app, 'tool', list);
    this.rest = new Client(app, 'rest', list);
    this.mcp = new Client(app, 'mcp', list);
  }

  get all(): readonly [Client, Client, Client] {
    return [this.tool, this.rest, this.mcp];
  }

  /** The door at an index, counted round. */
  at(index: number): Client {
    return this.all[index % this.all.length] ?? this.tool;
  }

  async head(): Promise<ListHead> {
    return (await send(this.app, 'GET', `/v1/lists/${this.list}`)).json<ListHead & Record<string, unknown>>();
  }

  /** The problem of a call that all doors must refuse alike, and nothing stored. */
  async refused(tool: string, args: Arguments, headers: Headers = {}): Promise<Problem> {
    return this.unchanged(() => this.alike(tool, args, headers));
  }

  /** What all doors say of a call that they must refuse: one code, one text, one problem. */
  async alike(tool: string, args: Arguments, headers: Headers = {}): Promise<Problem> {
    const byTool = await this.tool.problem(tool, args, headers);
    expectAlike(byTool, await this.rest.problem(tool, args, headers));
    expectAlike(byTool, await this.mcp.problem(tool, args, headers));
    return byTool;
  }

  /**
   * The problem of a call that the tool route and MCP must refuse alike, and nothing stored: for arguments that
   * have no place in the address, the query or the merge patch of a resource.
   */
  async refusedByName(tool: string, args: Arguments): Promise<Problem> {
    return this.unchanged(async () => {
      const byTool = await this.tool.problem(tool, args);
      expectAlike(byTool, await this.mcp.problem(tool, args));
      return byTool;
    });
  }

  /** What the work comes to, which must not move the list on. */
  async unchanged<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = await this.head();
    const result = await work();
    expect(await this.head()).toEqual(before);
    return result;
  }
}

/**
 * Asserts that two refusals say the same. Only the request that they name differs, and the status of a stale
 * version, which is 412 where it came as If-Match.
 */
export function expectAlike(byTool: Problem, byOther: Problem): void {
  const { instance: _, status, ...said } = byTool;
  const { instance: __, status: otherStatus, ...otherSaid } = byOther;
  expect(otherSaid).toEqual(said);
  if (otherStatus !== 412 || byOther.code !== 'STALE_VERSION') expect(otherStatus).toBe(status);
}

/** Runs the tests of `define` once through each door; `open` gives a client of a list that no other test uses. */
export function forEachDoor(
  app: () => FastifyInstance,
  define: (open: (list?: string) => Client, door: DoorName) => void,
): void {
  describe.each<[string, DoorName]>([
    ['the tool route', 'tool'],
    ['the resource route', 'rest'],
    ['MCP', 'mcp'],
  ])('through %s', (_name, door) => {
    define((list = freshList()) => new Client(app(), door, list), door);
  });
}

/** All doors to a list that no other test uses. */
export function openDoors(app: FastifyInstance, list = freshList()): Doors {
  return new Doors(app, list);
}

/** The only issue of a problem that must have exactly one. */
export function onlyIssue(problem: Problem): Issue {
  const [issue, ...others] = problem.issues ?? [];
  if (!issue || others.length > 0) throw new Error(`It has not one issue:\n${problem.text}`);
  return issue;
}

/** A number written as given, also one that no JavaScript number holds; for the arguments of a call. */
export function numeral(digits: string): string {
  return `${NUMERAL_MARK}${digits}`;
}

const NUMERAL_MARK = '@numeral:';

function stringify(body: Arguments): string {
  return JSON.stringify(body).replace(new RegExp(`"${NUMERAL_MARK}([^"]+)"`, 'g'), '$1');
}

/** The call of a tool through a door of plain HTTP. */
export function toRequest(door: HttpDoor, list: string, tool: string, args: Arguments): Request {
  if (door === 'rest') return toResourceRequest(list, tool, args);
  return { method: 'POST', url: toolAddress(list, tool), headers: {}, body: stringify(args) };
}

function toolAddress(list: string, tool: string): string {
  return `/v1/lists/${list}/tools/${encodeURIComponent(tool)}`;
}

/** By the binding of the tool: what an address, a query and a header can carry goes there, the rest into the body. */
function toResourceRequest(list: string, tool: string, args: Arguments): Request {
  const { method, path, body: form } = requireTool(tool).http;
  const rest = new Map(Object.entries(args));
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(take(rest, name))));
  const url = `/v1/lists/${list}${address}`;
  if (form === 'none') return { method, url: `${url}${toQuery(rest)}`, headers: {}, body: undefined };
  const headers = takeHeaders(rest, tool);
  if (form === 'merge-patch') {
    return { method, url, headers: { ...headers, ...MERGE_PATCH_TYPE }, body: stringify(toMergePatch(rest)) };
  }
  return { method, url, headers, body: rest.size > 0 ? stringify(Object.fromEntries(rest)) : undefined };
}

function take(args: Map<string, unknown>, name: string): unknown {
  const value = args.get(name);
  args.delete(name);
  return value;
}

/** Values that a header can carry to this tool; others stay arguments of the body, whose faults go by their names. */
function takeHeaders(args: Map<string, unknown>, tool: string): Record<string, string> {
  const isVersioned = 'expectedVersion' in requireTool(tool).input.properties;
  const headers: Record<string, string> = {};
  const { expectedVersion: version, idempotencyKey: key } = Object.fromEntries(args);
  if (
    isVersioned &&
    typeof version === 'number' &&
    Number.isInteger(version) &&
    version >= 1 &&
    version <= VERSION_MAX
  ) {
    headers['if-match'] = `"${take(args, 'expectedVersion')}"`;
  }
  if (typeof key === 'string' && /^[!#-~][!-~]{0,199}$/.test(key) && !isPlaceholderKey(key)) {
    headers['idempotency-key'] = `${take(args, 'idempotencyKey')}`;
  }
  return headers;
}

/** A query has no null: it leaves out what is not given. */
function toQuery(args: ReadonlyMap<string, unknown>): string {
  const query = [...args]
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)]))
    .map((pair) => pair.map((part) => encodeURIComponent(part ?? '')).join('='));
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

/** The members of patch, null for each field that clear names, and beside them whatever else was given. */
function toMergePatch(args: Map<string, unknown>): Arguments {
  const patch = take(args, 'patch') ?? {};
  const cleared = [take(args, 'clear') ?? []].flat().map((field): [string, null] => [String(field), null]);
  return Object.fromEntries([...Object.entries(patch), ...cleared, ...args]);
}

function toOutcome(door: HttpDoor, answer: Answer): Outcome {
  const { status, headers, text: body } = answer;
  const replayed = headers['idempotency-replayed'] === 'true';
  const none = { code: undefined, problem: undefined, value: undefined, task: undefined, text: undefined };
  const base = { status, headers, body, replayed, ...none };
  if (status >= 400) {
    const problem = answer.problem();
    return { ...base, code: problem.code, problem, text: problem.text };
  }
  if (String(headers['content-type']).startsWith('text/plain')) return { ...base, text: body };
  if (door === 'rest') return { ...base, ...withTask(answer.json()) };
  // The contract holds it to the answer of its tool.
  const { value, text } = answer.json() as { value: Record<string, unknown>; text: string };
  expect(answer.json().replayed).toBe(replayed);
  return { ...base, ...withTask(value), text };
}

/** The contract holds what is called task to be one. */
function withTask(value: Record<string, unknown>): Pick<Outcome, 'value' | 'task'> {
  return { value, task: value.task as Task | undefined };
}
