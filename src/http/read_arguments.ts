import type { FastifyRequest } from 'fastify';
import { type Issue, invalidInput } from '../errors.js';
import { isPlainObject } from '../gate/embedded.js';
import { readQueryArguments } from '../gate/query.js';
import type { Tool } from '../tools/tool.js';
import { readIdempotencyKey, readIfMatch } from './headers.js';
import { mergePatchReader } from './merge_patch.js';
import { parameterNames, parameterOf } from './parameters.js';
import { RawArguments } from './raw_arguments.js';

/**
 * Reads the raw arguments of a tool from a request. What it returns is for the gate to judge.
 * @throws Refusal INVALID_INPUT
 */
export type ArgumentReader = (request: FastifyRequest) => unknown;

/** For the resource route that the tool's binding describes: path, headers, query and body. */
export function resourceReader(tool: Tool): ArgumentReader {
  const names = parameterNames(tool.http.path);
  const addBody = tool.http.body === 'merge-patch' ? mergePatchReader(tool) : addArguments;
  return (request) => {
    if (tool.http.body === 'none') refuseBody(request);
    const { body } = request;
    if (body !== undefined && !isPlainObject(body)) return body;
    const args = new RawArguments();
    for (const name of names) args.add(name, parameterOf(request, name), 'the path');
    addHeaders(args, tool, request);
    args.addAll(readQueryArguments(tool.input, queryOf(request)), 'the query');
    addBody(args, body ?? {});
    return args.toRaw();
  };
}

/** For the tool route: headers and body. */
export function readToolArguments(tool: Tool, request: FastifyRequest): unknown {
  refuseQuery(request, 'send it in the body');
  const { body } = request;
  if (body !== undefined && !isPlainObject(body)) return body;
  const args = new RawArguments();
  addHeaders(args, tool, request);
  addArguments(args, body ?? {});
  return args.toRaw();
}

/** For an address that takes no query. @throws Refusal INVALID_INPUT that names every member */
export function refuseQuery(request: FastifyRequest, instead: string): void {
  const issues = Object.keys(queryOf(request)).map((path): Issue => {
    const message = `${path} stands in the query, which this address does not take; ${instead}.`;
    return { path, code: 'unknown_key', message };
  });
  if (issues.length > 0) throw invalidInput(issues);
}

/** A body that Fastify would leave unread, such as that of a GET. */
function refuseBody({ headers }: FastifyRequest): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  const message = 'This address takes no body; send the arguments in the query.';
  throw invalidInput([{ path: '', code: 'body', message }]);
}

function addHeaders(args: RawArguments, tool: Tool, { headers }: FastifyRequest): void {
  if (tool.kind === 'read') return;
  const version = readIfMatch(headers);
  if (version !== undefined) args.add('expectedVersion', version, 'If-Match');
  const key = readIdempotencyKey(headers);
  if (key !== undefined) args.add('idempotencyKey', key, 'Idempotency-Key');
}

function addArguments(args: RawArguments, body: Readonly<Record<string, unknown>>): void {
  args.addAll(body, 'the body');
}

function queryOf(request: FastifyRequest): Record<string, string | string[]> {
  // Fastify's reader of queries makes nothing else, in an object without a prototype.
  return request.query as Record<string, string | string[]>;
}
