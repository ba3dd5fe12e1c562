import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { keepToTools, toInstructions } from '../../definitions/instructions.js';
import { toMcpTool } from '../../definitions/published.js';
import type { Problem } from '../../problems/problem.js';
import { type Issue, Refusal } from '../../refusals/refusal.js';
import type { Service } from '../../service.js';
import { problemCard } from '../../tasks/views/cards.js';
import type { Tool } from '../../tools/tool.js';

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
