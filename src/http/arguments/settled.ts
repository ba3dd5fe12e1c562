import type { FastifyRequest } from 'fastify';
import { isAddedByRuntime } from '../../gate/hints/no_argument.js';
import type { Issue } from '../../refusals/refusal.js';
import { TOOLS } from '../../registry.js';
import { joinPath, render } from '../../text/render.js';
import { fold } from '../../text/words.js';
import type { Tool } from '../../tools/tool.js';
import { listOf } from './address.js';
import { readClaims } from './headers.js';

/** What a request says outside of its arguments, which runtimes repeat among them. */
export interface Settled {
  readonly value: string;
  /** Where it was said, in words that go on after "in". */
  readonly place: string;
  /** What to do where another value was meant. */
  readonly otherwise: string;
}

/** Finds what is settled under the name of an argument; undefined where nothing is. */
export type Settling = (name: string, value: unknown) => Settled | undefined;

type Reading = (request: FastifyRequest, tool: Tool) => Settled | undefined;

const list: Reading = (request) => ({
  value: listOf(request),
  place: 'the address',
  otherwise: ', else send the call to the address of the other list',
});
const tool: Reading = (_request, { name }) => ({
  value: name,
  place: 'the call',
  otherwise: ', else call the other tool',
});
const agent: Reading = ({ raw }) => claimed('Tasklatch-Agent', readClaims(raw).agent);
const session: Reading = ({ raw }) => claimed('Tasklatch-Session', readClaims(raw).session);

/** By the folded names under which it is repeated. */
const READINGS: ReadonlyMap<string, Reading> = new Map([
  ...['list', 'listid', 'listname'].map((name) => [name, list] as const),
  ...['tool', 'toolname'].map((name) => [name, tool] as const),
  ...['agent', 'agentid', 'agentname'].map((name) => [name, agent] as const),
  ...['session', 'sessionid'].map((name) => [name, session] as const),
]);

/** A header that is not given settles nothing. */
function claimed(place: string, value: string | null): Settled | undefined {
  return value === null ? undefined : { value, place, otherwise: '' };
}

/** What this request settles: the list and the tool of its address, and the caller of its headers. */
export function settledBy(request: FastifyRequest, called: Tool): Settling {
  return (name, value) => {
    if (Object.hasOwn(called.input.properties, name)) return undefined;
    const settled = READINGS.get(fold(name))?.(request, called);
    // What a runtime adds under such a name speaks of something of its own, unless it is a tool of ours.
    const isOther = value !== settled?.value && isAddedByRuntime(name, value) && !isToolName(value);
    return isOther ? undefined : settled;
  };
}

function isToolName(value: unknown): boolean {
  return TOOLS.some(({ name }) => name === value);
}

/** Whether an issue says that the arguments name another tool than the one called. */
export function isOtherTool({ path, code }: Issue): boolean {
  return code === 'conflict' && READINGS.get(fold(path)) === tool;
}

/** An id that stands in the path is an argument and settled at once. */
export function inThePath(value: string): Settled {
  return { value, place: 'the path', otherwise: ', else send the call to the address of the other' };
}

/** The issue of an argument that says something else than what is settled under its name. */
export function settledIssue(name: string, { value, place, otherwise }: Settled, other: unknown): Issue {
  const path = joinPath('', name);
  const received = render(other);
  const right = render(value);
  const both = `${path} is ${right} in ${place} and ${received} in the arguments`;
  const message = `${both}; ${place} holds: send ${right} or no ${path} only if that is meant${otherwise}.`;
  return { path, code: 'conflict', message, expected: right, received };
}
