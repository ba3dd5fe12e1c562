/**
 * What an answer may hold: a runtime cuts what is longer and shows the cut as the whole. Every cut is
 * decided by the numbers of this file, and beside each the answer says how much there is. Characters are
 * UTF-16 units.
 */

/** Of any text that a model reads: about 5,000 tokens, which every runtime shows whole. */
export const TEXT_MAX_CHARACTERS = 20_000;
/** Of what a write or a refusal says. */
export const SHORT_TEXT_MAX_CHARACTERS = 2_000;
/** Of a value or a problem as JSON: about the 25,000 tokens after which clients cut a result of MCP. */
export const VALUE_MAX_CHARACTERS = 100_000;
/** Of a page as JSON. A page of 200 short tasks fits. */
export const PAGE_VALUE_MAX_CHARACTERS = 90_000;
/** Of a whole result of MCP: text, value, and the card, which holds the value once more. */
export const RESULT_MAX_CHARACTERS = 200_000;
/** Kept free in each of these for what stands around the entries of a page, with the longest cursor. */
export const PAGE_FRAME_MAX_CHARACTERS = 1_000;

/** As many as the tasks that one task may wait for. */
export const BLOCKS_MAX_COUNT = 50;
/** Tasks that a write unblocked or blocked again. */
export const EFFECTS_MAX_COUNT = 20;
/** More than a caller corrects at a time; the next refusal names what is left. */
export const ISSUES_MAX_COUNT = 50;
/** Of the issues of a problem as JSON: the suggestion of each may hold whole arguments. */
export const ISSUES_MAX_CHARACTERS = 60_000;
/** Open tasks that a refusal names with their subjects; task_get shows every one. */
export const BLOCKERS_MAX_COUNT = 10;
/** A cycle can go through thousands of tasks: as many as this from its start, and from its end. */
export const CYCLE_ENDS_MAX_COUNT = 10;
/**
 * Of one text before or after a change, as JSON: 10,000 code points fit, each an emoji or a quotation mark;
 * as many control characters, which take six characters each, do not.
 */
export const CHANGED_TEXT_MAX_CHARACTERS = 21_000;

/** One bound on a list: what an item takes, and how much all may take. */
export interface Measure<Item> {
  readonly max: number;
  /** All items together take at most this; where it is within `max`, none of them is measured. */
  readonly atMost: number;
  sizeOf(item: Item): number;
}

/** The items from the first on, as many as every measure has room for, and the first in any case. */
export function firstThatFit<Item>(
  items: readonly Item[],
  measures: readonly Measure<Item>[],
): readonly Item[] {
  const unsure = measures.filter(({ atMost, max }) => atMost > max);
  const used = unsure.map(() => 0);
  const end = items.findIndex((item) =>
    unsure.some(({ max, sizeOf }, index) => {
      used[index] = (used[index] ?? 0) + sizeOf(item);
      return (used[index] ?? 0) > max;
    }),
  );
  return end === -1 ? items : items.slice(0, Math.max(end, 1));
}

/** What a value takes as JSON. */
export function charactersOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
