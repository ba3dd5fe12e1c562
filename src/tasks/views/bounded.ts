import type { FieldChange } from '../../log/definition.js';
import { countCodePoints } from '../../schema/kinds.js';
import { CHANGED_TEXT_MAX_CHARACTERS, charactersOf } from '../../text/budget.js';
import { graphemesOf } from '../../text/quoting.js';
import type { ChangedField } from '../changes.js';

/**
 * The changes with their texts as far as an answer has room for; beside one that is cut stands how long it
 * is. Only a description of thousands of control characters is ever cut.
 */
export function boundedChanges<Change extends FieldChange>(changes: readonly Change[]): Change[] {
  return changes.map((change) => {
    const from = boundedText(change.from);
    const to = boundedText(change.to);
    if (from === null && to === null) return change;
    return {
      ...change,
      ...(from && { from: from.text, fromLength: from.length }),
      ...(to && { to: to.text, toLength: to.length }),
    };
  });
}

/** The same for what changed since a stale version. */
export function boundedFields(fields: readonly ChangedField[]): ChangedField[] {
  return fields.map((field) => {
    const to = boundedText(field.to);
    return to ? { ...field, to: to.text, toLength: to.length } : field;
  });
}

/** null for what fits, or is no text. */
function boundedText(value: unknown): { readonly text: string; readonly length: number } | null {
  if (typeof value !== 'string' || charactersOf(value) <= CHANGED_TEXT_MAX_CHARACTERS) return null;
  return {
    text: beginning(value, CHANGED_TEXT_MAX_CHARACTERS - QUOTES_CHARACTERS, charactersInside),
    length: countCodePoints(value),
  };
}

const QUOTES_CHARACTERS = 2;
const charactersInside = (text: string): number => charactersOf(text) - QUOTES_CHARACTERS;

/**
 * The longest beginning of the text that takes at most `max`, cut between two graphemes; between two code
 * points where the first grapheme alone takes more, so that there is always something.
 */
export function beginning(text: string, max: number, sizeOf: (part: string) => number): string {
  const whole = within(graphemesOf(text), max, sizeOf);
  if (whole !== '') return whole;
  const [first = ''] = text;
  return within(text, max, sizeOf) || first;
}

function within(parts: Iterable<string>, max: number, sizeOf: (part: string) => number): string {
  const kept: string[] = [];
  let used = 0;
  for (const part of parts) {
    used += sizeOf(part);
    if (used > max) break;
    kept.push(part);
  }
  const whole = kept.join('');
  return sizeOf(whole) <= max ? whole : firstWithin(kept, max, sizeOf);
}

/** For parts that take more side by side than each alone: a character may be hidden only behind another. */
function firstWithin(parts: readonly string[], max: number, sizeOf: (part: string) => number): string {
  let [fits, tooMany] = [0, parts.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (sizeOf(parts.slice(0, middle).join('')) <= max) fits = middle;
    else tooMany = middle;
  }
  return parts.slice(0, fits).join('');
}
