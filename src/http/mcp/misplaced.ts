import type { FastifyRequest } from 'fastify';
import { type Issue, invalidInput, type Refusal } from '../../refusals/refusal.js';
import { joinPath } from '../../text/render.js';
import { fold } from '../../text/words.js';
import type { Tool } from '../../tools/tool.js';
import { listOf } from '../arguments/address.js';
import {
  argumentsByOtherName,
  changeNamed,
  isArgumentsName,
  isNamedAnywhere,
  type NamedArgument,
  namedArgument,
} from './argument_names.js';
import { parametersBeside } from './beside.js';

type Members = Readonly<Record<string, unknown>>;

/** Where a member may stand that is no argument there. */
interface Place {
  readonly says: string;
  /** What a path into the place begins with. */
  readonly path: string;
  /** Names that are too common there to be taken for ours. */
  readonly foreign: ReadonlySet<string>;
  /** Whether clients and runtimes have members of their own there. */
  readonly isCrowded: boolean;
}

// An id is asked for among the arguments anyway, and elsewhere it may be one of the runtime's own.
const OTHER_IDS: ReadonlySet<string> = new Set(['id']);
const OUTSIDE: Place = { says: '', path: '', foreign: OTHER_IDS, isCrowded: false };
const BESIDE_PARAMS: Place = { ...OUTSIDE, says: 'stands beside params' };
const BESIDE: Place = { ...OUTSIDE, says: 'stands beside arguments', path: 'params', foreign: new Set() };
const IN_META: Place = { ...OUTSIDE, says: 'stands in _meta', path: 'params._meta', isCrowded: true };
const IN_OUTER_META: Place = { ...IN_META, path: '_meta' };
const IN_QUERY: Place = { ...OUTSIDE, says: 'stands in the query', isCrowded: true };

/** What the protocol itself reads beside arguments; `task` and the like are names of no argument. */
const OF_PROTOCOL: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

const TRIES_FIRST = /^x?(?:dryrun|simulate|validateonly|testonly|noop)$/;
const NAMES_VERSION = /^x?(?:expectedversion|ifversion|if(?:none)?match|if(?:un)?modifiedsince)$/;
const LIST_NAMES: ReadonlySet<string> = new Set(['list', 'listname']);
/** Folded. */
const OURS_ALONE: ReadonlySet<string> = new Set(['patch', 'blockedby', 'addblockedby', 'removeblockedby']);
/** A name of somebody else in `_meta`, by the prefix that the protocol gives it. */
const VENDOR = /^(?!tasklatch\/)[^/]*\//;

/** A call as it came, apart: what stands beside its params, in them beside the arguments, and these. */
interface CallParts {
  readonly beside: Members;
  readonly params: Members;
  readonly raw: unknown;
}

/**
 * The issue of each member beside `arguments` or `params`, or in `_meta`, that the call would be run without:
 * an argument of the tool, all arguments, or what holds a write back. All other members are the caller's own.
 */
export function misplacedMembers(call: CallParts, tool: Tool, request: FastifyRequest): Issue[] {
  const { beside, params, raw } = call;
  const inPlace = (place: Place, members: Members) => [
    ...Object.keys(members).flatMap((name) => issueOf(place, name, members[name], tool, request) ?? []),
    ...argumentsByOtherName(place, members, raw, tool),
  ];
  const inParams = [...inPlace(BESIDE, unread(params)), ...inPlace(IN_META, ownIn(params._meta))];
  if (Object.keys(beside).length === 0) return inParams;
  return [
    ...parametersBeside('tools/call', beside, { ...params, arguments: raw }),
    ...inPlace(BESIDE_PARAMS, unread(beside)),
    ...inPlace(IN_OUTER_META, ownIn(beside._meta)),
    ...inParams,
  ];
}

/** Members that the protocol itself does not read. */
function unread(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !OF_PROTOCOL.has(name)));
}

/** Members of `_meta` that are nobody else's. */
function ownIn(meta: unknown): Members {
  return Object.fromEntries(Object.entries(Object(meta)).filter(([name]) => !VENDOR.test(name)));
}

/**
 * The issue of each header that would hold a call of `tool` back on another door, and of each member of the
 * query that the call would be run without. On this one a request may hold several calls, so each says in its
 * own arguments, which come as `raw`, what it is decided on. Null is any other message; of its query, only
 * what would hold any call back.
 */
export function misplacedInHead(request: FastifyRequest, tool: Tool | null, raw?: unknown): Issue[] {
  const { headers } = request.raw;
  const given = CONDITIONS.filter(({ field }) => headers[field] !== undefined);
  const ofHeaders = given.map(({ name, argument }) => {
    const message = `The MCP address takes no ${name}; ${insteadOfHeader(argument, tool)}.`;
    return { path: name, code: 'unknown_key', message };
  });
  // Fastify's reader of queries makes nothing else.
  const query = request.query as Members;
  const ofQuery = Object.keys(query).flatMap(
    (name) => issueOf(IN_QUERY, name, query[name], tool, request) ?? [],
  );
  const renamed = tool ? argumentsByOtherName(IN_QUERY, query, raw, tool) : [];
  return [...ofHeaders, ...ofQuery, ...renamed];
}

/** The refusal of a message that is no call, which none of these could hold back either. */
export function refusedHead(request: FastifyRequest): Refusal | null {
  const issues = misplacedInHead(request, null);
  return issues.length > 0 ? invalidInput(issues) : null;
}

/** What holds a call or its repetition back on the other doors, with the argument that does so on each. */
const CONDITIONS = [
  { name: 'If-Match', field: 'if-match', argument: 'expectedVersion' },
  { name: 'If-None-Match', field: 'if-none-match', argument: 'expectedVersion' },
  { name: 'If-Modified-Since', field: 'if-modified-since', argument: 'expectedVersion' },
  { name: 'If-Unmodified-Since', field: 'if-unmodified-since', argument: 'expectedVersion' },
  { name: 'Idempotency-Key', field: 'idempotency-key', argument: 'idempotencyKey' },
] as const;

function insteadOfHeader(argument: string, tool: Tool | null): string {
  if (tool === null) return `a tools/call that writes takes ${argument} among its arguments`;
  if (Object.hasOwn(tool.input.properties, argument)) return `send ${argument} among the arguments`;
  return `${tool.name} has no ${argument} either, so send it without only if it is meant as it stands`;
}

/** Whether a member of `_meta` of this name may be judged. */
export function isNameOfOurs(name: string): boolean {
  const folded = foldedName(name);
  return isNamedAnywhere(folded) || holdsBack(folded) || LIST_NAMES.has(folded) || isArgumentsName(folded);
}

function holdsBack(folded: string): boolean {
  return TRIES_FIRST.test(folded) || meantBy(folded) !== undefined;
}

/** The argument of some write that holds it back and is meant by a name. */
function meantBy(folded: string): string | undefined {
  if (folded.includes('idempoten')) return 'idempotencyKey';
  return NAMES_VERSION.test(folded) ? 'expectedVersion' : undefined;
}

function bareName(name: string): string {
  return name.replace(/^tasklatch\//, '');
}

function foldedName(name: string): string {
  return fold(bareName(name));
}

function issueOf(
  place: Place,
  name: string,
  value: unknown,
  tool: Tool | null,
  request: FastifyRequest,
): Issue | undefined {
  const folded = foldedName(name);
  if (value === null || place.foreign.has(folded)) return undefined;
  const instead = TRIES_FIRST.test(folded)
    ? insteadOfTrial(value)
    : (insteadOfList(folded, value, request) ?? insteadOfArgument(place, name, value, tool));
  if (instead === undefined) return undefined;
  const path = joinPath(place.path, name);
  return { path, code: 'unknown_key', message: `${joinPath('', name)} ${place.says}${instead}.` };
}

function insteadOfTrial(value: unknown): string | undefined {
  if (value === false || value === 'false') return undefined;
  return ' and asks for a dry run, which there is none of here; send it without only if the call is meant';
}

/** What repeats the list of the address asks for nothing else. */
function insteadOfList(folded: string, value: unknown, request: FastifyRequest): string | undefined {
  if (!LIST_NAMES.has(folded) || value === listOf(request)) return undefined;
  return ', where no list is read; the list has its place in the path: /v1/lists/{list}/mcp';
}

function insteadOfArgument(
  place: Place,
  name: string,
  value: unknown,
  tool: Tool | null,
): string | undefined {
  const bare = bareName(name);
  const meant = meantBy(fold(bare));
  if (tool === null) return meant && `; a tools/call that writes takes ${meant} in arguments`;
  const found = namedArgument(tool, meant ?? bare, value, place.isCrowded);
  if (found !== undefined) return whereToSend(found, name);
  const other = meant ?? changeOfOther(place, fold(bare));
  if (other === undefined) return undefined;
  return `, and ${tool.name} has no ${other}; send it without only if it is meant as it stands`;
}

function whereToSend({ path, isSame }: NamedArgument, name: string): string {
  if (isSame && path.includes('.')) return `; send it as ${path} among the arguments`;
  return `; send ${isSame && path !== name ? path : 'it'} in arguments`;
}

/** What asks for a change by another tool; where everybody notes something, only what is nobody else's. */
function changeOfOther({ isCrowded }: Place, folded: string): string | undefined {
  return isCrowded && !OURS_ALONE.has(folded) ? undefined : changeNamed(folded);
}
