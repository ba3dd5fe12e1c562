import { isAddedByRuntime } from '../../gate/hints/no_argument.js';
import { OPERATIONS_CODE, TO_EMPTY } from '../../gate/hints/operations.js';
import { isWholeCall } from '../../gate/root.js';
import { objectIn } from '../../json/loss.js';
import type { Issue } from '../../refusals/refusal.js';
import { objectShape } from '../../schema/shape.js';
import { joinPath, render } from '../../text/render.js';
import type { Tool } from '../../tools/tool.js';
import { type BodyDoor, isLarge, type RawArguments } from './raw_arguments.js';

/** Members that name the write and no field of the task. */
const NOT_PATCHED: ReadonlySet<string> = new Set(['id', 'expectedVersion', 'idempotencyKey']);

/** The names of what such a body takes. */
export function mergePatchMembers(tool: Tool): string[] {
  const { patch } = tool.input.properties;
  return [...Object.keys(patch?.properties ?? {}), 'expectedVersion', 'idempotencyKey'];
}

/**
 * Takes the members of a JSON Merge Patch (RFC 7396) as `patch` and `clear`: null empties its field. The
 * caller knows neither of the two, so this door says itself what the gate would say of them.
 */
export function mergePatchDoor(tool: Tool): BodyDoor {
  const { patch: patchSchema, clear: clearSchema } = tool.input.properties;
  const fields: ReadonlySet<string> = new Set(Object.keys(patchSchema?.properties ?? {}));
  const clearable: ReadonlySet<string> = new Set(clearSchema?.items.enum);
  const shape = objectShape(tool.input);

  function add(args: RawArguments, body: Readonly<Record<string, unknown>>): void {
    if (!isLarge(body) && isWholeCall(shape, body)) args.setWhole(body);
    else addMembers(args, body);
  }

  function addMembers(args: RawArguments, body: Readonly<Record<string, unknown>>): void {
    const patch: Record<string, unknown> = Object.create(null);
    const clear: string[] = [];
    const mayBeSettled = !isLarge(body);
    let isEmpty = true;
    for (const [name, value] of Object.entries(body)) {
      if (NOT_PATCHED.has(name) || (mayBeSettled && !fields.has(name) && isOfCall(args, name, value))) {
        args.add(name, value, 'the body');
        continue;
      }
      isEmpty = false;
      if (name === 'patch') args.refuse([wrapped(value)]);
      else if (name === 'clear') args.refuse([cleared(value, clearable)]);
      else if (value === null && clearable.has(name)) clear.push(name);
      else if (value === null && fields.has(name)) args.refuse([notClearable(name, clearable)]);
      else patch[name] = value;
    }
    if (isEmpty) args.refuse([empty(fields, clearable)]);
    args.add('patch', patch, 'the body');
    if (clear.length > 0) args.add('clear', clear, 'the body');
  }

  return { add, reword: (issue) => rewordCall(tool, issue) ?? rewordMember(issue) };
}

/** Words that mean `patch` or `clear` are no more known here than these. */
function rewordMember(issue: Issue): Issue | undefined {
  const { suggestion, ...rest } = issue;
  if (issue.code === 'implied' && issue.path === 'clear') return undefined;
  if (suggestion === null && EMPTYING.has(issue.code)) return { ...issue, message: asNull(issue.message) };
  if (issue.code === OPERATIONS_CODE) return { ...rest, message: NO_OPERATIONS };
  if (issue.code !== 'unknown_key') return { ...issue, message: issue.message.replace(TO_EMPTY, AS_NULL) };
  const emptied = EMPTIED.exec(issue.message)?.[1];
  if (emptied !== undefined) {
    const message = issue.message.replace(EMPTIED, `use ${emptied}`);
    return { ...issue, message, suggestion: emptied };
  }
  const meant = suggestion ?? GIVEN_TOO.exec(issue.message)?.[1];
  if (meant === 'patch') return { ...rest, message: `${issue.path} is not known; ${UNWRAP}.` };
  if (meant !== 'clear') return issue;
  return { ...rest, message: `${issue.path} is not known; ${EMPTY_ONE}.` };
}

/** What speaks of the call and not of the task: what repeats the address, and what a runtime adds. */
function isOfCall(args: RawArguments, name: string, value: unknown): boolean {
  return args.isSettled(name, value) || isAddedByRuntime(name, value);
}

/** What the gate says of a key whose right name this door has given itself. */
const GIVEN_TOO = / and (patch|clear) is given with another value/;

/** What the gate says of null under another name of a field. */
const EMPTIED = /to empty (\w+) leave it out and send clear: \[[^\]]*\]/;

const NO_OPERATIONS =
  'A merge patch holds the fields themselves with their new values, and no operations; null empties a field.';

const AS_NULL = 'to empty it send it as null';

/** Codes of the issues of a word that says that a field is empty. */
const EMPTYING: ReadonlySet<string> = new Set(['owner', 'echo']);

/** Of such a word. */
function asNull(message: string): string {
  return message.replace(/leave it out and send clear: .*\.$/, `${AS_NULL}.`);
}

/** Of arguments that stand inside of a call. */
const WRAPPED = /wraps the arguments in (\w+);/;
/** Of a call of another tool. */
const OTHER_CALL = /; call (\w+), if/;
const TO_ITS_DOOR = '; send its arguments to POST /v1/lists/{list}/tools/$1, if';

/** Of a whole call in place of the fields; undefined for any other issue. */
function rewordCall(tool: Tool, { suggestion, ...rest }: Issue): Issue | undefined {
  const { path, code, message } = rest;
  if (OTHER_CALL.test(message)) return { ...rest, message: message.replace(OTHER_CALL, TO_ITS_DOOR) };
  const key = WRAPPED.exec(message)?.[1];
  if (path !== '' || code !== 'unknown_key' || key === undefined) return undefined;
  const door = `POST /v1/lists/{list}/tools/${tool.name}`;
  const says = `${key} wraps the arguments of a call, and a merge patch holds the fields of the task themselves; send those, or the arguments to ${door}.`;
  return { ...rest, path: joinPath('', key), message: says };
}

const UNWRAP = 'send the fields themselves at the top level of the body';

function wrapped(value: unknown): Issue {
  const suggestion = objectIn(value);
  const issue = notMember('patch', UNWRAP);
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

function cleared(value: unknown, clearable: ReadonlySet<string>): Issue {
  const named = [...clearable].filter((field) => [value].flat().includes(field));
  if (named.length === 0) return notMember('clear', EMPTY_ONE);
  const suggestion = Object.fromEntries(named.map((field) => [field, null]));
  return { ...notMember('clear', sendNull(named)), suggestion };
}

/** Where it is not known which field; no field has this name. */
const EMPTY_ONE = sendNull(['FIELD']);

function sendNull(fields: readonly string[]): string {
  const members = fields.map((field) => `"${field}": null`).join(', ');
  return `to empty a field send it as null: ${members}`;
}

function notMember(name: string, instead: string): Issue {
  const path = joinPath('patch', name);
  const message = `${name} is no field of a task, and a merge patch holds fields only; ${instead}.`;
  return { path, code: 'unknown_key', message, received: render(name) };
}

function empty(fields: ReadonlySet<string>, clearable: ReadonlySet<string>): Issue {
  const expected = `at least one of ${[...fields].join(', ')}`;
  const message = `The merge patch names no field; send ${expected}; null empties ${listed(clearable)}.`;
  return { path: 'patch', code: 'empty', message, expected, received: '{}' };
}

function notClearable(name: string, clearable: ReadonlySet<string>): Issue {
  const expected = `null only for ${listed(clearable)}`;
  const message = `${name} cannot be emptied; send a value, or leave it out to keep what there is. A patch takes ${expected}.`;
  return { path: joinPath('patch', name), code: 'null', message, expected, received: 'null' };
}

function listed(names: ReadonlySet<string>): string {
  return [...names].join(', ');
}
