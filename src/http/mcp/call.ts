import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { keepToTools } from '../../definitions/instructions/named_tools.js';
import { Refusal } from '../../errors.js';
import { isPlainObject } from '../../gate/embedded.js';
import type { Reply, Service } from '../../service.js';
import { requireTool } from '../../tools/registry.js';
import { problemCard } from '../../views/cards.js';
import { toProblem } from '../../views/problem.js';
import { callTool } from '../call.js';
import { toRefusal } from '../error_refusal.js';
import { RawArguments } from '../raw_arguments.js';
import { type RawCall, rawCallOf } from './messages.js';
import type { Offer } from './offer.js';
import { toolCallIdOf } from './tool_call_id.js';

/** What stands in `_meta` of a result beside what the protocol puts there. */
const CARD = 'tasklatch/card';
const REPLAYED = 'tasklatch/replayed';
const PROBLEM = 'tasklatch/problem';

const NOT_SERVED_HINT =
  'The tool for this is not served at this address; say so to whoever gave you the task.';

/** One HTTP request to the MCP door: what its address offers, and who sent it. */
export interface McpRequest {
  readonly service: Service;
  readonly offer: Offer;
  readonly request: FastifyRequest;
}

/** The params of a tools/call, whose arguments putArgumentsAway has put away. */
export interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
  readonly _meta?: Record<string, unknown> | undefined;
}

/**
 * Never rejects: a refusal of any kind is a result that a model reads, and nothing else says what went wrong.
 */
export async function callByMcp(mcp: McpRequest, params: CallParams): Promise<CallToolResult> {
  const { request } = mcp;
  try {
    const tool = requireTool(params.name, mcp.offer.tools);
    request.calledTool = tool.name;
    const { raw, refusal } = rawCallOf(params.arguments);
    if (refusal) throw refusal;
    const reply = await callTool(mcp.service, tool, request, toArguments(raw), toolCallIdOf(params._meta));
    return toResult(reply, mcp.offer);
  } catch (error) {
    const refusal = toRefusal(error);
    request.refusal = refusal;
    return toRefusedResult(withServedHint(refusal, mcp.offer), request.id);
  }
}

function toArguments(raw: RawCall['raw']): RawArguments {
  const args = new RawArguments();
  if (isPlainObject(raw)) args.addAll(raw, 'the body');
  else if (raw !== undefined) args.setWhole(raw);
  return args;
}

function toResult(reply: Reply, { answerForm }: Offer): CallToolResult {
  // Every output schema is an object, and the service has checked the value by it.
  const structuredContent = reply.value as Record<string, unknown>;
  return {
    content: [{ type: 'text', text: reply.text() }],
    ...(answerForm === 'value' && { structuredContent }),
    _meta: { [CARD]: reply.card(), [REPLAYED]: reply.replayed },
  };
}

/** A hint names only tools that the address serves; one that would be left empty says who can help. */
function withServedHint(refusal: Refusal, { tools }: Offer): Refusal {
  const { hint } = problemCard(refusal);
  const names = tools.map(({ name }) => name);
  const served = keepToTools(hint, names);
  if (served === hint) return refusal;
  const { code, message, extras } = refusal;
  return new Refusal(code, message, { ...extras, hint: served === '' ? NOT_SERVED_HINT : served });
}

function toRefusedResult(refusal: Refusal, requestId: string): CallToolResult {
  const problem = toProblem(refusal, requestId);
  const { card, ...said } = problem;
  return {
    isError: true,
    content: [{ type: 'text', text: problem.text }],
    _meta: { [CARD]: card, [PROBLEM]: said },
  };
}
