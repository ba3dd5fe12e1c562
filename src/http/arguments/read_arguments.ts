import type { TObject, TSchema } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { Issues } from '../../gate/issues.js';
import { isPlainObject } from '../../json/loss.js';
import type { Issue } from '../../refusals/refusal.js';
import { parameterNames } from '../../routes/route.js';
import { kindOf } from '../../schema/kinds.js';
import { joinPath } from '../../text/render.js';
import type { Tool } from '../../tools/tool.js';
import { parameterOf, settledBy } from './address.js';
import { readIdempotencyKey, readIfMatch, unjudgedConditions } from './headers.js';
import { mergePatchDoor, mergePatchMembers } from './merge_patch.js';
import { type BodyDoor, RawArguments } from './raw_arguments.js';

/** Reads the arguments of a tool from a request, for the gate to judge. */
export type ArgumentReader = (request: FastifyRequest) => RawArguments;

const PLAIN_BODY: BodyDoor = { add: (args, body) => args.addAll(body, 'the body') };

/**
 * For the resource route that the tool's binding describes: path, headers, query and body. A POST or a PATCH
 * has no arguments in its query: a page of another site could send such an address without asking first.
 */
export function resourceReader(tool: Tool): ArgumentReader {
  const addHead = resourceHead(tool);
  const door = tool.http.body === 'merge-patch' ? mergePatchDoor(tool) : PLAIN_BODY;
  return (request) => {
    const args = new RawArguments(settledBy(request, tool), door.reword);
    addHead(args, request);
    addBody(args, door, request.body);
    return args;
  };
}

function resourceHead(tool: Tool) {
  const { method, path, body: form } = tool.http;
  const names = parameterNames(path);
  const inBody = form === 'merge-patch' ? mergePatchMembers(tool) : membersOf(tool);
  const readsQuery = method === 'GET' || method === 'DELETE';
  return (args: RawArguments, request: FastifyRequest) => {
    for (const name of names) args.add(name, parameterOf(request, name), 'the path');
    addHeaders(args, tool, request);
    if (readsQuery) args.addAll(readQueryArguments(tool.input, queryOf(request)), 'the query');
    else refuseQueryOf(args, request, () => inBody);
  };
}

/** For the tool route: headers and body. */
export function readToolArguments(tool: Tool, request: FastifyRequest): RawArguments {
  const args = new RawArguments(settledBy(request, tool));
  addToolHead(args, tool, request);
  addBody(args, PLAIN_BODY, request.body);
  return args;
}

function addToolHead(args: RawArguments, tool: Tool, request: FastifyRequest): void {
  addHeaders(args, tool, request);
  refuseQueryOf(args, request, () => membersOf(tool));
}

/** What the head of a call alone says, on either route, whatever its body will hold. */
export function readHeadArguments(tool: Tool, request: FastifyRequest): RawArguments {
  const args = new RawArguments(settledBy(request, tool));
  if (request.routeOptions.config.tool !== undefined) resourceHead(tool)(args, request);
  else addToolHead(args, tool, request);
  return args;
}

/** For an address that takes no query. @throws Refusal INVALID_INPUT that names every member */
export function refuseQuery(request: FastifyRequest, instead: string): void {
  const names = Object.keys(queryOf(request));
  if (names.length > 0) throw Issues.ofEach(names, (name) => misplaced(name, instead)).toRefusal();
}

/** `bodyMembers` are the names of what the body takes. */
function refuseQueryOf(
  args: RawArguments,
  request: FastifyRequest,
  bodyMembers: () => readonly string[],
): void {
  const names = Object.keys(queryOf(request));
  if (names.length === 0) return;
  const inBody = bodyMembers();
  const nowhere = `nor does its body, which takes ${inBody.join(', ')}`;
  args.refuseEach(names, (name) =>
    misplaced(name, inBody.includes(name) ? 'send it in the body' : `${nowhere}; ${ONLY_IF_MEANT}`),
  );
}

const ONLY_IF_MEANT = 'send the call without it only if that is still meant';

function membersOf(tool: Tool): string[] {
  return Object.keys(tool.input.properties);
}

/** Of what stands in the query of an address that takes none. */
function misplaced(name: string, instead: string): Issue {
  const path = joinPath('', name);
  const message = `${path} stands in the query, which this address does not take; ${instead}.`;
  return { path, code: 'unknown_key', message };
}

function addHeaders(args: RawArguments, tool: Tool, { raw }: FastifyRequest): void {
  args.refuse(unjudgedConditions(raw.headers, tool));
  if (tool.kind === 'read') return;
  if (tool.versioned) {
    const { value, issues } = readIfMatch(raw);
    if (value !== undefined) args.add('expectedVersion', value, 'If-Match');
    args.refuse(issues);
  }
  const { value: key, issues } = readIdempotencyKey(raw);
  if (key !== undefined) args.add('idempotencyKey', key, 'Idempotency-Key');
  args.refuse(issues);
}

function addBody(args: RawArguments, door: BodyDoor, body: unknown): void {
  if (body === undefined) door.add(args, {});
  else if (isPlainObject(body)) door.add(args, body);
  else args.setWhole(body);
}

function queryOf(request: FastifyRequest): Record<string, string | string[]> {
  // Fastify's reader of queries makes nothing else, in an object without a prototype.
  return request.query as Record<string, string | string[]>;
}

/**
 * As JSON writes an integer, and short enough to be exact. Others stay strings, so that the gate refuses
 * them.
 */
const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/**
 * Query-string and path parameters as raw arguments: what is typed in the schema and can only be text in a
 * URL becomes an integer, a boolean or an array; everything else is passed on for the gate to judge, also
 * names that it does not know. The object returned has no prototype.
 */
export function readQueryArguments(
  schema: TObject,
  query: Record<string, string | string[] | undefined>,
): Record<string, unknown> {
  const properties: Record<string, TSchema> = schema.properties;
  const args: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(query)) {
    const value = query[name];
    if (value === undefined) continue;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // A name alone, such as ?mine, asks for what it names; it does not say that there is none.
    args[name] = property ? readValue(property, value) : value === '' || value;
  }
  return args;
}

/** A scalar that was given more than once stays an array, which the gate refuses. */
function readValue(property: TSchema, value: string | string[]): unknown {
  if (kindOf(property) === 'Array') return [value].flat().map((item) => readScalar(property.items, item));
  return typeof value === 'string' ? readScalar(property, value) : value;
}

function readScalar(property: TSchema, text: string): unknown {
  if (kindOf(property) === 'Integer' && INTEGER.test(text)) return Number(text);
  if (kindOf(property) === 'Boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
