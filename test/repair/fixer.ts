import type { Problem } from '../../src/problems/problem.js';
import type { Issue } from '../../src/refusals/refusal.js';
import { parsePath, placeOf, put, type Step, take, valueAt } from './paths.js';
import type { Call } from './wrong_call.js';

/**
 * Corrects a refused call by what its problem says and nothing else: it knows the form of a problem, but no tool, no
 * schema and no case. null when the problem offers nothing to do with this call.
 */
export function nextCall(call: Call, problem: Problem): Call | null {
  switch (problem.code) {
    case 'UNKNOWN_TOOL':
      return withNearestTool(call, problem);
    case 'VERSION_REQUIRED':
    case 'STALE_VERSION':
      return withArgument(call, 'expectedVersion', problem.current?.version);
    case 'IDEMPOTENCY_KEY_REUSED':
      return withArgument(call, 'idempotencyKey', `${argumentsOf(call).idempotencyKey}-2`);
    default:
      return withMendedIssues(call, problem.issues ?? []);
  }
}

/** The only tool that the hint names. */
function withNearestTool(call: Call, { hint, tools = [], issues = [] }: Problem): Call | null {
  const [tool, ...others] = tools.filter((name) => new RegExp(`\\b${name}\\b`).test(hint));
  if (tool === undefined || others.length > 0) return null;
  return { ...(withMendedIssues(call, issues) ?? call), tool };
}

function withArgument(call: Call, name: string, value: unknown): Call | null {
  return value === undefined ? null : { ...call, arguments: { ...argumentsOf(call), [name]: value } };
}

function withMendedIssues(call: Call, issues: readonly Issue[]): Call | null {
  const whole = issues.find(({ path, suggestion }) => path === '' && suggestion !== undefined);
  if (whole) return { ...call, arguments: whole.suggestion };
  const args = structuredClone(argumentsOf(call));
  const before = JSON.stringify(args);
  // Values first, so that what moves into an object finds it; items go from the last, so that no index shifts.
  for (const issue of issues) if (isValueFault(issue)) mendValue(args, issue);
  for (const issue of issues) if (isKeyFault(issue)) moveKey(args, issue);
  for (const issue of [...issues].reverse()) if (isSpareItem(issue)) take(args, parsePath(issue.path));
  return JSON.stringify(args) === before ? null : { ...call, arguments: args };
}

function argumentsOf({ arguments: args }: Call): Record<string, unknown> {
  return typeof args === 'object' && args !== null ? { ...args } : {};
}

/** An unknown key, or one that holds a character that no key can have. */
function isKeyFault({ code, path }: Issue): boolean {
  const last = parsePath(path).at(-1);
  const isBroken = typeof last === 'string' && (!last.isWellFormed() || last.includes('\0'));
  return code === 'unknown_key' || (code === 'unicode' && isBroken);
}

function isValueFault(issue: Issue): boolean {
  return issue.suggestion !== undefined && !isKeyFault(issue);
}

/** null says to leave it out, which an array cannot say of an item. */
function mendValue(args: Record<string, unknown>, { path, suggestion }: Issue): void {
  const steps = parsePath(path);
  if (suggestion !== null || typeof steps.at(-1) !== 'number') put(args, steps, suggestion);
}

/** A second time the same, or nothing at all. */
function isSpareItem({ path, code, suggestion }: Issue): boolean {
  return typeof parsePath(path).at(-1) === 'number' && (code === 'duplicate' || suggestion === null);
}

/** To the key that is suggested, unless that is given; without a suggestion the message says to leave it out. */
function moveKey(args: Record<string, unknown>, { path, suggestion, message, expected = '' }: Issue): void {
  if (suggestion === undefined && !message.includes('leave it out')) return;
  const from = parsePath(path);
  const value = take(args, from);
  if (typeof suggestion !== 'string') return;
  const to = target(from, suggestion, expected);
  if (placeOf(args, to) === undefined || (valueAt(args, to) ?? null) !== null) return;
  put(args, to, value);
}

/** A suggested key belongs beside the wrong one where the keys expected there have it, else it is a whole path. */
function target(from: readonly Step[], suggestion: string, expected: string): readonly Step[] {
  const isHere = expected
    .replace(/^one of /, '')
    .split(', ')
    .includes(suggestion);
  return isHere ? [...from.slice(0, -1), suggestion] : parsePath(suggestion);
}
