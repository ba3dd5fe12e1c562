import { keepToTools } from '../../definitions/instructions.js';
import { type Issue, Refusal } from '../../refusals/refusal.js';
import { problemCard } from '../../tasks/views/cards.js';
import type { Tool } from '../../tools/tool.js';

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
