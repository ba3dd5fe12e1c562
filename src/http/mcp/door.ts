import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { compileGate } from '../../gate/gate.js';
import { isPlainObject } from '../../json/loss.js';
import { readJson } from '../../json/read.js';
import { toProblem } from '../../problems/problem.js';
import { type Issue, invalidInput, Refusal } from '../../refusals/refusal.js';
import { TOOLS } from '../../registry.js';
import { StringEnum } from '../../schema/kinds.js';
import type { Service } from '../../service.js';
import { joinPath } from '../../text/render.js';
import { countSlips, fold } from '../../text/words.js';
import { prefersEventStream } from '../answers/negotiation.js';
import { registerRawBodyParser } from '../arguments/body.js';
import { refusedList } from '../arguments/call.js';
import { refusedParameters } from './beside.js';
import { exchange } from './exchange.js';
import { putArgumentsAway, refusedMessage, withReadMeta } from './messages.js';
import { isNameOfOurs, refusedHead } from './misplaced.js';
import { ANSWER_FORMS, type AnswerForm, type McpRequest, toData, toOffer } from './offer.js';
import { createMcpServer } from './server.js';

/** The list of the address that names none, for a client that can be given one address only. */
const DEFAULT_LIST = 'default';

const CORE = TOOLS.filter(({ tier }) => tier === 'core');
/** The addresses of one door: every tool of a list, and the core of them for a model that is easily lost. */
const ROUTES = [
  { url: '/mcp', value: toOffer(TOOLS, 'value'), text: toOffer(TOOLS, 'text') },
  { url: '/mcp/core', value: toOffer(CORE, 'value'), text: toOffer(CORE, 'text') },
];

const EVENT_STREAM_TYPE = 'text/event-stream';
const NOTHING = Buffer.alloc(0);

/** MCP over Streamable HTTP: the tools, the list and its tasks as resources, and the prompts. No session. */
export async function registerMcp(parent: FastifyInstance, service: Service): Promise<void> {
  await parent.register(async (app) => {
    registerRawBodyParser(app);
    for (const { url, ...offers } of ROUTES) {
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        answer({ service, offer: offers[answerFormOf(request)], request }, reply);
      app.post(`/v1/lists/:list${url}`, handler);
      app.post(url, { config: { list: DEFAULT_LIST } }, handler);
    }
  });
}

const admitQuery = compileGate(
  Type.Object({ answer: Type.Optional(StringEnum(ANSWER_FORMS)) }, { additionalProperties: false }),
);

/** What has a place of its own in the address; elsewhere it would name another list, or all tools. */
const PLACES: Readonly<Record<string, string>> = {
  list: 'the list has its place in the path: /v1/lists/{list}/mcp',
  tier: 'the core has an address of its own, which ends with /mcp/core',
  toolset: 'the core has an address of its own, which ends with /mcp/core',
};

/** How a message is answered, by the query, of which a call judges the rest. @throws Refusal INVALID_INPUT */
function answerFormOf(request: FastifyRequest): AnswerForm {
  // Fastify's reader of queries makes nothing else.
  const query = request.query as Readonly<Record<string, unknown>>;
  const issues = Object.keys(query).flatMap((name) => toMisplaced(name) ?? []);
  if (issues.length > 0) throw invalidInput(issues);
  return admitQuery({ answer: query.answer ?? null }).answer ?? 'value';
}

function toMisplaced(name: string): Issue | undefined {
  if (name === 'answer') return undefined;
  const path = joinPath('', name);
  const folded = fold(name);
  if (Object.hasOwn(PLACES, folded)) {
    const message = `${path} stands in the query, which this address does not take; ${PLACES[folded]}.`;
    return { path, code: 'unknown_key', message };
  }
  const isAnswer = folded.startsWith('answer') || countSlips(folded, 'answer') !== undefined;
  if (!isAnswer) return undefined;
  const message = `${path} is not read; send answer, which is ${ANSWER_FORMS.join(' or ')}.`;
  return { path, code: 'unknown_key', message, expected: 'answer' };
}

async function answer(mcp: McpRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = mcp;
  let message: unknown;
  let misplaced: Refusal | null;
  try {
    // The parser of this scope hands the bytes on; there are none where there is no body.
    const reading = readJson((request.body as Buffer | undefined) ?? NOTHING);
    const value = withReadMeta(reading.value, isNameOfOurs);
    const refusal = refusedMessage(value);
    if (refusal) {
      return refuse(mcp, reply, { id: null, code: ProtocolErrorCode.InvalidRequest, refusal });
    }
    misplaced = refusedParameters(value);
    message = putArgumentsAway({ ...reading, value });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(mcp, reply, { id: null, code: ProtocolErrorCode.ParseError, refusal: error });
  }
  const [method, id] = isPlainObject(message) ? [message.method, message.id ?? null] : [null, null];
  // A model reads what a call came to; everything else is for the client, which shows it to a person.
  const refusal =
    misplaced ?? (method === 'tools/call' ? null : (refusedList(request) ?? refusedHead(request)));
  if (refusal) return refuse(mcp, reply, { id, code: ProtocolErrorCode.InvalidParams, refusal });
  const makeServer = (revisions: readonly string[]) => createMcpServer(mcp, revisions);
  return send(await exchange(request, message, makeServer), request, reply);
}

interface RefusedMessage {
  readonly id: unknown;
  /** What kind of refusal it is to the protocol. */
  readonly code: ProtocolErrorCode;
  readonly refusal: Refusal;
}

/** A message that the protocol is not asked about, in its words. */
function refuse(mcp: McpRequest, reply: FastifyReply, { id, code, refusal }: RefusedMessage): FastifyReply {
  const { request } = mcp;
  request.refusal = refusal;
  const problem = toProblem(refusal, request.id);
  const error = { code, message: problem.text, data: toData(problem, mcp) };
  return reply.code(400).send({ jsonrpc: '2.0', id, error });
}

async function send(response: Response, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = await response.text();
  reply.code(response.status);
  if (body === '') return reply.send();
  const isStream = response.headers.get('content-type') === EVENT_STREAM_TYPE;
  if (isStream) return reply.type(EVENT_STREAM_TYPE).send(body);
  if (response.status === 200 && prefersEventStream(request)) {
    return reply.type(EVENT_STREAM_TYPE).send(`event: message\ndata: ${body}\n\n`);
  }
  return reply.type('application/json; charset=utf-8').send(body);
}
