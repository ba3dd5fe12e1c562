import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { keepToTools, toInstructions } from '../../definitions/instructions.js';
import { toMcpTool } from '../../definitions/published.js';
import { isPlainObject } from '../../json/values.js';
import { type Problem, toProblem } from '../../problems/problem.js';
import { type Issue, Refusal } from '../../refusals/refusal.js';
import { requireTool } from '../../registry.js';
import type { Reply, Service } from '../../service.js';
import { problemCard } from '../../tasks/views/cards.js';
import { render } from '../../text/render.js';
import type { Tool } from '../../tools/tool.js';
import { toRefusal } from '../answers/problems.js';
import { callTool } from '../arguments/call.js';
import { RawArguments } from '../arguments/raw_arguments.js';
import { settledBy } from '../arguments/settled.js';
import { noteOutcome } from '../connection/calls.js';
import { type RawCall, rawCallOf, toolCallIdOf } from './messages.js';
import { misplacedInHead, misplacedMembers } from './misplaced.js';

/**
 * How successes are answered. `value`: text, and beside it the value as structuredContent. `text`: text
 * alone, for the runtimes that show their model the structuredContent in place of the text.
 */
export const ANSWER_FORMS = ['value', 'text'] as const;
export type AnswerForm = (typeof ANSWER_FORMS)[number];

/** What an address of the door offers: made once, since it is the same in every answer. */
export interface Offer {
  readonly tools: readonly Tool[];
  readonly answerForm: AnswerForm;
  readonly definitions: ListToolsResult['tools'];
  readonly instructions: string;
}

export function toOffer(tools: readonly Tool[], answerForm: AnswerForm): Offer {
  const names = tools.map(({ name }) => name);
  const definitions = tools.map((tool) => toDefinition(tool, names, answerForm));
  return { tools, answerForm, definitions, instructions: toInstructions(tools) };
}

/**
 * A tool that has an output schema must answer structuredContent. The cast takes away `readonly`, which the
 * protocol's types do not know.
 */
function toDefinition(
  tool: Tool,
  names: readonly string[],
  answerForm: AnswerForm,
): ListToolsResult['tools'][number] {
  const { outputSchema, ...whole } = toMcpTool(tool);
  const rest = { ...whole, description: keepToTools(whole.description, names) };
  const definition = answerForm === 'text' ? rest : { ...rest, outputSchema };
  return definition as unknown as ListToolsResult['tools'][number];
}

/** One HTTP request to the MCP door: what its address offers, and who sent it. */
export interface McpRequest {
  readonly service: Service;
  readonly offer: Offer;
  readonly request: FastifyRequest;
}

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
  const found = [...misplacedInHead(request, tool), ...misplacedMembers(call, tool, request)];
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

const NOT_SERVED_HINT =
  'The tool for this is not served at this address; say so to whoever gave you the task.';

/**
 * A refusal that names only tools which the address serves, in its hint, its detail and its issues. A hint
 * that would be left empty says who can help; a sentence that holds nothing else is a fact and stays.
 */
export function inServedWords(refusal: Refusal, tools: readonly Tool[]): Refusal {
  const names = tools.map(({ name }) => name);
  const keep = (text: string) => keepToTools(text, names) || text;
  const { code, message, extras } = refusal;
  const { hint } = problemCard(refusal);
  const served = keepToTools(hint, names);
  const detail = keep(message);
  const issues = extras.issues?.map((issue): Issue => ({ ...issue, message: keep(issue.message) }));
  const isSame =
    served === hint &&
    detail === message &&
    (issues ?? []).every((issue, index) => issue.message === extras.issues?.[index]?.message);
  if (isSame) return refusal;
  const said = { ...extras, ...(issues && { issues }), hint: served === '' ? NOT_SERVED_HINT : served };
  return new Refusal(code, detail, said);
}

/** What an error of the protocol carries of a refusal: its code alone where the text alone is wanted. */
export function toData(problem: Problem, { offer }: McpRequest): Readonly<Record<string, unknown>> {
  return offer.answerForm === 'text' ? { code: problem.code } : { problem };
}

/** Longer than the longest sentence of the protocol itself, with a name of a few words in it. */
const SHOWN_MAX_UNITS = 300;

/** What came, as an error may repeat it: as it is if it is short and hides nothing, else escaped and cut. */
export function shownText(text: string): string {
  const escaped = render(text, SHOWN_MAX_UNITS).slice(1, -1);
  return escaped === JSON.stringify(text).slice(1, -1) ? text : escaped;
}
