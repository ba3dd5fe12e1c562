import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StringEnum } from '../domain/kinds.js';
import { Refusal } from '../errors.js';
import { compileGate } from '../gate/gate.js';
import { readJson } from '../gate/json.js';
import type { Service } from '../service.js';
import { TOOLS } from '../tools/registry.js';
import { toProblem } from '../views/problem.js';
import { registerRawBodyParser } from './body.js';
import type { McpRequest } from './mcp/call.js';
import { exchange } from './mcp/exchange.js';
import { putArgumentsAway } from './mcp/messages.js';
import { ANSWER_FORMS, type AnswerForm, toOffer } from './mcp/offer.js';
import { prefersEventStream } from './negotiation.js';

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

/** Whatever else stands in the query is the client's own. @throws Refusal INVALID_INPUT */
function answerFormOf({ query }: FastifyRequest): AnswerForm {
  // Fastify's reader of queries makes nothing else.
  const { answer: form } = query as Readonly<Record<string, unknown>>;
  return admitQuery({ answer: form ?? null }).answer ?? 'value';
}

async function answer(mcp: McpRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { request } = mcp;
  try {
    // The parser of this scope hands the bytes on; there are none where there is no body.
    const message = putArgumentsAway(readJson((request.body as Buffer | undefined) ?? NOTHING));
    return await send(await exchange(mcp, message), request, reply);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    request.refusal = error;
    return reply.code(400).send(toParseError(error, request.id));
  }
}

/** A body that is no JSON-RPC message at all, in the words of the protocol. */
function toParseError(refusal: Refusal, requestId: string) {
  const problem = toProblem(refusal, requestId);
  const code = ProtocolErrorCode.ParseError;
  return { jsonrpc: '2.0', id: null, error: { code, message: problem.text, data: { problem } } };
}

async function send(response: Response, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = await response.text();
  reply.code(response.status).header('cache-control', 'no-store');
  if (body === '') return reply.send();
  const isStream = response.headers.get('content-type') === EVENT_STREAM_TYPE;
  if (isStream) return reply.type(EVENT_STREAM_TYPE).send(body);
  if (response.status === 200 && prefersEventStream(request)) {
    return reply.type(EVENT_STREAM_TYPE).send(`event: message\ndata: ${body}\n\n`);
  }
  return reply.type('application/json; charset=utf-8').send(body);
}
