import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../json/loss.js';
import { type Issue, invalidInput, type Refusal } from '../../refusals/refusal.js';

type Members = Readonly<Record<string, unknown>>;

/** What JSON-RPC reads of a message. */
const OF_JSON_RPC: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** The parameters of each method, without which it does something else, or nothing. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  initialize: ['protocolVersion', 'capabilities', 'clientInfo'],
  'tools/list': ['cursor'],
  'tools/call': ['name', 'arguments'],
  'resources/list': ['cursor'],
  'resources/templates/list': ['cursor'],
  'resources/read': ['uri'],
  'prompts/list': ['cursor'],
  'prompts/get': ['name', 'arguments'],
};

/**
 * What stands beside the params of a request or a notification. JSON-RPC knows nothing of it, and a caller
 * may have put there what belongs into them.
 */
export function besideParams(message: Members): Members {
  const others = Object.entries(message).filter(([name]) => !OF_JSON_RPC.has(name));
  return typeof message.method === 'string' ? Object.fromEntries(others) : {};
}

/** The message without that: the protocol's reader would refuse all of it, and not say why. */
export function withoutBeside(message: Members): Members {
  const names = Object.keys(message);
  if (typeof message.method !== 'string' || names.every((name) => OF_JSON_RPC.has(name))) return message;
  return Object.fromEntries(Object.entries(message).filter(([name]) => OF_JSON_RPC.has(name)));
}

/**
 * The refusal of a message, or a batch, with a parameter of its method beside its params; null for any other.
 * A call that names its tool is refused as the result of this tool.
 */
export function refusedParameters(message: unknown): Refusal | null {
  const issues = [message].flat().flatMap((one) => {
    if (!isPlainObject(one) || typeof one.method !== 'string') return [];
    const params = isPlainObject(one.params) ? one.params : {};
    const isNamedCall = one.method === 'tools/call' && typeof params.name === 'string';
    return isNamedCall ? [] : parametersBeside(one.method, one, params);
  });
  return issues.length > 0 ? invalidInput(issues) : null;
}

/** The issue of each parameter of a method among `members` that does not only repeat what `params` has. */
export function parametersBeside(method: string, members: Members, params: Members): Issue[] {
  const names = Object.hasOwn(PARAMETERS, method) ? (PARAMETERS[method] ?? []) : [];
  const strays = names.filter((name) => {
    const value = members[name];
    const isGiven = value !== undefined && value !== null && value !== '';
    return isGiven && !isDeepStrictEqual(value, params[name]);
  });
  return strays.map((name) => ({
    path: name,
    code: 'unknown_key',
    message: `${name} stands beside params; send it in params.`,
  }));
}
