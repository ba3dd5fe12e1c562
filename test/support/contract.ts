import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import {
  findFault,
  findOperation,
  findPath,
  type HeaderObject,
  type Pointer,
  type ResponseObject,
  resolve,
} from './contract_document.js';

export interface ContractRequest {
  readonly method: string;
  /** Absolute, or from the root on. */
  readonly url: string;
}

export interface ContractResponse {
  readonly statusCode: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body: string;
}

/**
 * Addresses that the document leaves out: the files of the page at /docs, and MCP, which has a contract of
 * its own.
 */
const UNDESCRIBED = [/^\/docs\//, /^(?:\/v1\/lists\/[^/]*)?\/mcp(?:\/core)?$/];

/** Statuses that an address or a method that is not there can be refused with. */
const UNROUTED_STATUSES: ReadonlySet<number> = new Set([
  400, 401, 403, 404, 405, 408, 413, 415, 417, 429, 431, 500, 503,
]);

const PROBLEM_TYPE = 'application/problem+json';

/**
 * @throws Error that says how the response differs from what openapi.yaml says of its operation and status
 */
export function checkContract(request: ContractRequest, response: ContractResponse): void {
  const pathname = pathOf(request.url);
  if (UNDESCRIBED.some((pattern) => pattern.test(pathname))) return;
  const faults = findFaults({ ...request, url: pathname }, response);
  if (faults.length === 0) return;
  const body = response.body.slice(0, 1_000);
  throw new Error(
    `${request.method} ${request.url} answered ${response.statusCode} against openapi.yaml:\n- ${faults.join('\n- ')}\n${body}`,
  );
}

/** As it was sent: a URL would resolve dot segments, which the service takes as they stand. */
function pathOf(url: string): string {
  const path = url.startsWith('/') ? url.split(/[?#]/, 1)[0] : undefined;
  return path ?? new URL(url, 'http://service').pathname;
}

function findFaults({ method, url }: ContractRequest, response: ContractResponse): string[] {
  const found = findPath(url);
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = found && findOperation(found.path, verb);
  if (!found || !operation) return unroutedFaults(method, response);
  const status = String(response.statusCode);
  if (!(status in operation.responses)) return [`${operation.operationId} does not name this status`];
  const at = resolve(['paths', found.path, verb, 'responses', status]);
  // The pointer leads to a response, so the part is one.
  const described = at.part as ResponseObject;
  return [
    ...headerFaults(described, at.pointer, response),
    ...bodyFaults(described, at.pointer, method, response),
    ...answerFaults(operation.operationId, found.parameters, response),
  ];
}

function unroutedFaults(method: string, response: ContractResponse): string[] {
  const { statusCode } = response;
  if (method === 'OPTIONS' && statusCode === 204) return preflightFaults(response);
  if (!UNROUTED_STATUSES.has(statusCode)) return ['it names no such operation'];
  const allow = statusCode === 405 && headerOf(response, 'allow') === undefined ? ['Allow is missing'] : [];
  if (method === 'HEAD') return allow;
  if (mediaTypeOf(response) !== PROBLEM_TYPE) return [...allow, `it is no ${PROBLEM_TYPE}`];
  return [
    ...allow,
    ...jsonFaults(['components', 'schemas', 'Problem'], response),
    ...problemFaults(response),
  ];
}

/** The answer to a browser that asks whether a page may call. */
function preflightFaults(response: ContractResponse): string[] {
  const names = ['Access-Control-Allow-Origin', 'Access-Control-Allow-Methods', 'Vary', 'X-Request-Id'];
  const missing = names.filter((name) => headerOf(response, name) === undefined);
  return [...missing.map((name) => `${name} is missing`), ...(response.body === '' ? [] : ['it has a body'])];
}

function headerFaults(
  { headers = {} }: ResponseObject,
  pointer: Pointer,
  response: ContractResponse,
): string[] {
  return Object.keys(headers).flatMap((name) => {
    const at = resolve([...pointer, 'headers', name]);
    const value = headerOf(response, name);
    // The pointer leads to a header, so the part is one.
    const isRequired = (at.part as HeaderObject).required;
    if (value === undefined) return isRequired ? [`the header ${name} is missing`] : [];
    const fault = findFault([...at.pointer, 'schema'], value);
    return fault === null ? [] : [`the header ${name} is ${value}, but ${fault}`];
  });
}

function bodyFaults(
  { content }: ResponseObject,
  pointer: Pointer,
  method: string,
  response: ContractResponse,
): string[] {
  if (!content) return response.body === '' ? [] : ['it has a body'];
  const type = mediaTypeOf(response);
  if (!(type in content)) return [`its content type is ${JSON.stringify(type)}`];
  if (method === 'HEAD') return response.body === '' ? [] : ['it has a body'];
  if (!type.endsWith('json')) return response.body === '' ? ['its body is empty'] : [];
  const problems = type === PROBLEM_TYPE ? problemFaults(response) : [];
  return [...jsonFaults([...pointer, 'content', type, 'schema'], response), ...problems];
}

/** A call by name answers for any tool; which one it was is in the address. */
function answerFaults(
  operationId: string,
  { tool = '' }: Readonly<Record<string, string>>,
  response: ContractResponse,
): string[] {
  if (operationId !== 'call_tool' || response.statusCode !== 200) return [];
  if (mediaTypeOf(response) !== 'application/json') return [];
  const name = tool.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return jsonFaults(['components', 'schemas', `${name}Answer`], response);
}

function jsonFaults(schema: Pointer, { body }: ContractResponse): string[] {
  const value = parse(body);
  if (value === undefined) return ['its body is not JSON'];
  const fault = findFault(schema, value);
  return fault === null ? [] : [fault];
}

/** What a schema cannot say: the problem agrees with the response that carries it. */
function problemFaults(response: ContractResponse): string[] {
  // Whatever it is, its members are compared as unknown values.
  const problem = (parse(response.body) ?? {}) as { status?: unknown; instance?: unknown };
  const instance = `urn:uuid:${headerOf(response, 'x-request-id')}`;
  return [
    ...(problem.status === response.statusCode ? [] : [`its member status is ${problem.status}`]),
    ...(problem.instance === instance ? [] : [`its instance ${problem.instance} is not X-Request-Id`]),
  ];
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function headerOf({ headers }: ContractResponse, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return value === undefined ? undefined : String(value);
}

function mediaTypeOf(response: ContractResponse): string {
  return (headerOf(response, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** fetch that checks each response before it hands it on. */
export async function checkedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  checkContract(
    { method: init.method ?? 'GET', url: String(url) },
    {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.clone().text(),
    },
  );
  return response;
}

/**
 * Checks every response of an app from now on: one that a test injects fails the await of that inject; one
 * that goes over the wire, to whatever client, fails `app.close()`. Only `await app.inject(options)` is
 * supported.
 */
export function watch(app: FastifyInstance): void {
  watchInject(app);
  watchServer(app);
}

function watchInject(app: FastifyInstance): void {
  const inject = app.inject.bind(app);
  const checkedInject = async (options: InjectOptions | string) => {
    const response = await inject(options);
    const { method = 'GET', url = '/' } = response.raw.req;
    checkContract({ method, url }, response);
    return response;
  };
  // The cast hides the forms with a callback and without options, which no test uses.
  app.inject = checkedInject as typeof app.inject;
}

function watchServer(app: FastifyInstance): void {
  const violations: unknown[] = [];
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    record(response, (recorded) => {
      try {
        checkContract({ method: request.method ?? 'GET', url: request.url ?? '/' }, recorded);
      } catch (violation) {
        violations.push(violation);
      }
    });
  });
  const close = app.close.bind(app);
  const checkedClose = async () => {
    await close();
    if (violations.length > 0) throw violations[0];
  };
  // The cast hides the form with a callback, which no test uses.
  app.close = checkedClose as typeof app.close;
}

/** Calls back with a response once all of it was handed to the system. */
function record(response: ServerResponse, done: (recorded: ContractResponse) => void): void {
  const chunks: Buffer[] = [];
  let headers: ContractResponse['headers'] = {};
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const { write, end, writeHead } = response;
  // Each passes its arguments on as they came; the casts only keep the types of the overloads.
  response.writeHead = ((...args: unknown[]) => {
    const last: unknown = args.at(-1);
    // Node takes an object of headers there, or a number or text.
    if (last instanceof Object) headers = { ...headers, ...(last as typeof headers) };
    return Reflect.apply(writeHead, response, args);
  }) as typeof writeHead;
  response.write = ((...args: unknown[]) => {
    keep(args[0]);
    return Reflect.apply(write, response, args);
  }) as typeof write;
  response.end = ((...args: unknown[]) => {
    keep(args[0]);
    return Reflect.apply(end, response, args);
  }) as typeof end;
  response.once('finish', () => {
    const body = Buffer.concat(chunks).toString('utf8');
    done({ statusCode: response.statusCode, headers: { ...response.getHeaders(), ...headers }, body });
  });
}
