import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { JSON_TYPE } from '../http/harness.js';

export const MODERN = '2026-07-28';
const META = 'io.modelcontextprotocol';

/** What one HTTP request came to. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The JSON-RPC message of the body, or the problem. */
  json(): Record<string, unknown>;
}

/** A JSON-RPC message with the headers that go with it. */
export interface Message {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WireRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** One request, with no header but those that are named; fetch would set some of its own and refuse others. */
export async function send(url: string, options: WireRequest = {}): Promise<WireAnswer> {
  const { method = 'POST', headers = {}, body } = options;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(url, { method, headers: { ...length, ...headers } });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: incoming.statusCode, headers: incoming.headers, text, json: () => JSON.parse(text) };
}

/** Posts JSON: a value, or text as it is. */
export function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  return send(url, { headers: { ...JSON_TYPE, ...headers }, body: isRaw ? body : JSON.stringify(body) });
}

export function postMessage(url: string, { body, headers }: Message): Promise<WireAnswer> {
  return post(url, body, headers);
}

/** A request in the form of 2025: no header, no envelope. */
export function legacy(method: string, params?: unknown, id: unknown = 1): Message {
  return { body: { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) }, headers: {} };
}

/** A request in the form of 2026-07-28: what it is stands in its envelope, and again in its headers. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  id: unknown = 1,
): Message {
  const name = params.name ?? params.uri;
  const meta = { ...envelope(MODERN), ...(params._meta as object | undefined) };
  return {
    body: { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } },
    headers: {
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    },
  };
}

export function envelope(version: unknown): Record<string, unknown> {
  return { [`${META}/protocolVersion`]: version, [`${META}/clientCapabilities`]: {} };
}

/** A tools/call of 2025. */
export function toolCall(name: unknown, args?: unknown, id: unknown = 1): Message {
  return legacy('tools/call', { name, ...(args !== undefined && { arguments: args }) }, id);
}

/** The same with its arguments, or whatever stands in their place, as text. */
export function rawToolCall(name: string, args: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`;
}

/** What went wrong with a call: the code of the refusal, or that of the protocol; null where nothing did. */
export function codeOf(answer: WireAnswer): string | number | null {
  // Whatever it is, its members are compared as unknown values.
  const { result, error, code } = answer.json() as {
    result?: { _meta?: Record<string, { code?: string }> };
    error?: { code: number };
    code?: string;
  };
  return error?.code ?? code ?? result?._meta?.['tasklatch/problem']?.code ?? null;
}
