import { expect } from 'vitest';
import type { Problem } from '../../src/problems/problem.js';
import { type Answer, JSON_TYPE } from '../http/harness.js';
import { checkMessage, checkRefusal, checkResult } from './mcp_door_contract.js';

/** The revision that stands in an envelope of its own in each message. */
const ENVELOPE_REVISION = '2026-07-28';
/** What a call names, one after the other: every second one the envelope, the others the plain forms of 2025. */
const REVISIONS = [
  ENVELOPE_REVISION,
  '2025-11-25',
  ENVELOPE_REVISION,
  '2025-06-18',
  ENVELOPE_REVISION,
  '2025-03-26',
];

const META = 'io.modelcontextprotocol';
/** What a header carries as it is; a name with anything else in it goes as base64. */
const PLAIN_HEADER = /^[!-~]+$/;

/** One tools/call as HTTP carries it. */
export interface McpCall {
  readonly id: number;
  readonly tool: string;
  readonly revision: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** What a tools/call came to, in the words of the other doors. */
export interface McpOutcome {
  /** Of the problem for a refusal. */
  readonly status: number;
  readonly problem: Problem | undefined;
  readonly value: Readonly<Record<string, unknown>> | undefined;
  readonly text: string | undefined;
  readonly replayed: boolean;
}

let calls = 0;

/**
 * The next call, in the next form; `args` is the JSON of its arguments, or whatever stands in its place;
 * undefined leaves them out.
 */
export function nextMcpCall(list: string, tool: string, args: string | Buffer | undefined): McpCall {
  calls += 1;
  const revision = REVISIONS[calls % REVISIONS.length] ?? ENVELOPE_REVISION;
  const isEnvelope = revision === ENVELOPE_REVISION;
  const headers = {
    ...JSON_TYPE,
    'mcp-protocol-version': revision,
    ...(isEnvelope && { 'mcp-method': 'tools/call', 'mcp-name': toHeader(tool) }),
  };
  const body = toBody(calls, tool, isEnvelope ? envelope() : undefined, args);
  return { id: calls, tool, revision, url: `/v1/lists/${list}/mcp`, headers, body };
}

function envelope(): Record<string, unknown> {
  return {
    [`${META}/protocolVersion`]: ENVELOPE_REVISION,
    [`${META}/clientInfo`]: { name: 'test', version: '1' },
    [`${META}/clientCapabilities`]: {},
  };
}

function toHeader(name: string): string {
  return PLAIN_HEADER.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`;
}

/** The arguments go in as they are, also where they are no JSON at all. */
function toBody(id: number, name: string, meta: unknown, args: string | Buffer | undefined): string | Buffer {
  const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, _meta: meta } };
  if (args === undefined) return JSON.stringify(message);
  const start = `${JSON.stringify(message).slice(0, -2)},"arguments":`;
  if (typeof args === 'string') return `${start}${args}}}`;
  return Buffer.concat([Buffer.from(start), args, Buffer.from('}}')]);
}

/** A result as the service makes it; the contract holds it to be one. */
interface CallResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly _meta: Readonly<Record<string, unknown>>;
}

/** Reads an answer, and holds it against the contract of its revision and of its tool. */
export function readMcpAnswer(call: McpCall, answer: Answer): McpOutcome {
  if (answer.status !== 200) {
    const problem = problemOf(answer);
    checkRefusal(problem, answer);
    return refusedAs(problem);
  }
  const result = checkMessage(call, answer.json()) as CallResult; // the contract has checked it
  const { content, structuredContent: value, _meta: meta, isError = false } = result;
  expect(content.map(({ type }) => type)).toEqual(['text']);
  const text = content[0]?.text;
  if (isError) {
    const problem = problemOf(answer);
    checkRefusal(problem, answer);
    expect([text, value]).toEqual([problem.text, undefined]);
    return refusedAs(problem);
  }
  checkResult(call, value, meta['tasklatch/card']);
  return { status: 200, problem: undefined, value, text, replayed: meta['tasklatch/replayed'] === true };
}

/** A message of the door that refuses: what it was asked for, or the message that asked. */
interface RefusingMessage {
  readonly result?: CallResult;
  readonly error?: { readonly code: number; readonly message: string; readonly data: { problem: Problem } };
}

/** Of any refusal by the address of MCP: the problem by itself, or as a message of the protocol tells it. */
export function problemOf(answer: Answer): Problem {
  if (answer.headers['content-type'] === 'application/problem+json') return answer.problem();
  const { result, error } = answer.json<Record<string, unknown> & RefusingMessage>();
  if (result) {
    return { ...Object(result._meta['tasklatch/problem']), card: result._meta['tasklatch/card'] };
  }
  const problem = error?.data?.problem;
  if (!problem) throw new Error(`The message was refused:\n${answer.text}`);
  expect([error.code, error.message, answer.status]).toEqual([-32700, problem.text, problem.status]);
  return problem;
}

function refusedAs(problem: Problem): McpOutcome {
  return { status: problem.status, problem, value: undefined, text: problem.text, replayed: false };
}
