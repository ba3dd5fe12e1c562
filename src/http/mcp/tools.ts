import type { CallToolResult } from '@modelcontextprotocol/server';
import { isPlainObject } from '../../json/loss.js';
import { toProblem } from '../../problems/problem.js';
import type { Refusal } from '../../refusals/refusal.js';
import { requireTool } from '../../registry.js';
import type { Reply } from '../../service.js';
import type { Tool } from '../../tools/tool.js';
import { toRefusal } from '../answers/problems.js';
import { settledBy } from '../arguments/address.js';
import { callTool } from '../arguments/call.js';
import { RawArguments } from '../arguments/raw_arguments.js';
import { noteOutcome } from '../connection/calls.js';
import { type RawCall, rawCallOf, toolCallIdOf } from './messages.js';
import { misplacedInHead, misplacedMembers } from './misplaced.js';
import { inServedWords, type McpRequest, type Offer } from './offer.js';

/** The params of a tools/call, whose arguments putArgumentsAway has put away. */
interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
  readonly _meta?: Record<string, unknown> | undefined;
}

/**
 * Never rejects: a refusal of any kind is a result that a model reads, and nothing else says what went wrong.
 */
export async function callByMcp(mcp: McpRequest, params: CallParams): Promise<CallToolResult> {
  const { request, offer } = mcp;
  let name: string | null = null;
  try {
    const tool = requireTool(params.name, offer.tools);
    name = tool.name;
    const call = rawCallOf(params.arguments);
    if (call.refusal) throw call.refusal;
    const reply = await callTool(
      mcp.service,
      tool,
      request,
      toArguments(mcp, tool, call),
      toolCallIdOf(params._meta),
    );
    const result = toResult(reply, offer);
    noteOutcome(request, { tool: name, refusal: null });
    return result;
  } catch (error) {
    const refusal = toRefusal(error);
    noteOutcome(request, { tool: name, refusal });
    return toRefusedResult(inServedWords(refusal, offer.tools), request.id, offer);
  }
}

function toArguments({ request }: McpRequest, tool: Tool, call: RawCall): RawArguments {
  const args = new RawArguments(settledBy(request, tool));
  const { raw } = call;
  if (isPlainObject(raw)) args.addAll(raw, 'the body');
  else if (raw !== undefined) args.setWhole(raw);
  const found = [...misplacedInHead(request, tool, raw), ...misplacedMembers(call, tool, request)];
  if (found.length > 0) args.refuseEach(found, (issue) => issue);
  return args;
}

/** What stands in `_meta` of a result beside what the protocol puts there. */
const CARD = 'tasklatch/card';
const REPLAYED = 'tasklatch/replayed';
const PROBLEM = 'tasklatch/problem';
/** In place of the three where the text alone is wanted: runtimes hand `_meta` to their model too. */
const CODE = 'tasklatch/code';

function toResult(reply: Reply, { answerForm }: Offer): CallToolResult {
  // Every output schema is an object, and the service has checked the value by it.
  const structuredContent = reply.value as Record<string, unknown>;
  return {
    content: [{ type: 'text', text: reply.text() }],
    ...(answerForm === 'value' && {
      structuredContent,
      _meta: { [CARD]: reply.card(), [REPLAYED]: reply.replayed },
    }),
  };
}

function toRefusedResult(refusal: Refusal, requestId: string, { answerForm }: Offer): CallToolResult {
  const problem = toProblem(refusal, requestId);
  const { card, ...said } = problem;
  return {
    isError: true,
    content: [{ type: 'text', text: problem.text }],
    _meta: answerForm === 'value' ? { [CARD]: card, [PROBLEM]: said } : { [CODE]: refusal.code },
  };
}
