import { isPlainObject } from '../../json/values.js';
import type { Problem } from '../../problems/problem.js';
import { render } from '../../text/render.js';
import type { Offer } from './offer.js';

/** Longer than the longest sentence of the protocol itself, with a name of a few words in it. */
const SHOWN_MAX_UNITS = 300;

/** What came, as an error may repeat it: as it is if it is short and hides nothing, else escaped and cut. */
export function shownText(text: string): string {
  const escaped = render(text, SHOWN_MAX_UNITS).slice(1, -1);
  return escaped === JSON.stringify(text).slice(1, -1) ? text : escaped;
}

/**
 * A response of the protocol that refuses a message before any of our handlers sees it. Such an error repeats
 * headers, names and revisions as they came, of any length.
 */
export async function withShownErrors(response: Response): Promise<Response> {
  if (response.status !== 400) return response;
  const body: unknown = JSON.parse(await response.text());
  const shown = isPlainObject(body) ? { ...body, error: shownIn(body.error) } : body;
  return new Response(JSON.stringify(shown), response);
}

/** An error and its data are objects of a few known members. */
function shownIn(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map(shownIn);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shownIn(member)]));
}

/** What an error of the protocol carries of a refusal: its code alone where the text alone is wanted. */
export function toData(
  problem: Problem,
  { offer }: { readonly offer: Offer },
): Readonly<Record<string, unknown>> {
  return offer.answerForm === 'text' ? { code: problem.code } : { problem };
}
