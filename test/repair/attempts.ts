import type { FastifyInstance } from 'fastify';
import type { Problem } from '../../src/problems/problem.js';
import { send } from '../http/harness.js';
import { freshList } from '../support/service.js';
import { nextCall } from './fixer.js';
import { type Call, OWN_LIST, WORLD, type WrongCall } from './wrong_call.js';

/** A model that has not got it right after so many corrections does not by another one. */
const ROUNDS_MAX_COUNT = 3;

export interface Success {
  readonly value: Record<string, unknown>;
  readonly text: string;
}

export interface Refused {
  readonly problem: Problem;
}

export type Result = Success | Refused;

/** What a wrong call came to, and what the list then held. */
export interface Attempts {
  readonly last: Result;
  /** How many corrections it took. */
  readonly rounds: number;
  readonly calls: readonly Call[];
  readonly list: unknown;
}

/** A list that holds WORLD and what the case needs, and the calls on it. */
export async function openWorld(app: FastifyInstance, before: readonly Call[] = []): Promise<World> {
  const world = new World(app, freshList('repair'));
  for (const call of [...WORLD, ...before]) await world.value(call);
  return world;
}

export class World {
  constructor(
    readonly app: FastifyInstance,
    readonly list: string,
  ) {}

  /** `raw` is the body where it is not the arguments as JSON. */
  async call({ tool, arguments: args, raw }: Call & { readonly raw?: string }): Promise<Result> {
    const url = `/v1/lists/${this.list}/tools/${encodeURIComponent(tool)}`;
    const body = (raw ?? JSON.stringify(args))?.replaceAll(OWN_LIST, this.list);
    const answer = await send(this.app, 'POST', url, body === undefined ? {} : { raw: body });
    if (answer.status >= 400) return { problem: answer.problem() };
    return answer.json<Success & Record<string, unknown>>();
  }

  /** The value of a call that must succeed. */
  async value(call: Call): Promise<Record<string, unknown>> {
    const result = await this.call(call);
    if ('problem' in result) throw new Error(`${JSON.stringify(call)} was refused:\n${result.problem.text}`);
    return result.value;
  }

  /** Everything that the list holds, in the form in which two lists can be compared. */
  async holds(): Promise<unknown> {
    const page = await this.value({ tool: 'task_list', arguments: { limit: 200 } });
    const { tasks } = page as { tasks: { id: string }[] }; // the output schema of task_list
    const whole = tasks.map(({ id }) => this.value({ tool: 'task_get', arguments: { id } }));
    return comparable({ page, whole: await Promise.all(whole) });
  }
}

/** Makes the call, and corrects it by its refusals until it succeeds or the problem has no correction for it. */
export async function attempt(app: FastifyInstance, wrong: WrongCall): Promise<Attempts> {
  const world = await openWorld(app, wrong.before);
  const calls: Call[] = [{ tool: wrong.tool, arguments: wrong.arguments ?? parsed(wrong.raw) }];
  let last = await world.call(wrong);
  for (
    let next = corrected(calls, last);
    next && calls.length <= ROUNDS_MAX_COUNT;
    next = corrected(calls, last)
  ) {
    calls.push(next);
    last = await world.call(next);
  }
  return { last, rounds: calls.length - 1, calls, list: await world.holds() };
}

/** A model knows what it wrote, also where it wrote another thing than arguments. */
function parsed(raw = ''): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function corrected(calls: readonly Call[], last: Result): Call | null {
  const made = calls.at(-1);
  return made && 'problem' in last ? nextCall(made, last.problem) : null;
}

/** The members that no two lists and no two moments share. */
const OWN: ReadonlySet<string> = new Set([
  'list',
  'createdAt',
  'updatedAt',
  'completedAt',
  'deletedAt',
  'at',
  'requestId',
]);

export function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member) => {
      if (OWN.has(key)) return member === null ? null : 'given';
      return key === 'nextCursor' && member !== null ? 'given' : member;
    }),
  );
}
