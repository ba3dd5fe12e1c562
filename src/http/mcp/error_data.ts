import type { Problem } from '../../problems/problem.js';
import type { McpRequest } from './call.js';

/** What an error of the protocol carries of a refusal: its code alone where the text alone is wanted. */
export function toData(
  problem: Problem,
  { offer }: Pick<McpRequest, 'offer'>,
): Readonly<Record<string, unknown>> {
  return offer.answerForm === 'text' ? { code: problem.code } : { problem };
}
