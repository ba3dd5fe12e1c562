import { MANY_LISTS_COUNT, type Size, type Spread, TASKS_PER_LIST } from './plan.js';

/** Lists of one kind: `prefix-0`, `prefix-1`, … */
export interface Lists {
  readonly prefix: string;
  readonly count: number;
  /** Tasks that each had when it was seeded, numbered from 1. */
  readonly tasksEach: number;
}

/** Places among which clients divide what they write, so that no two of them write one task. */
const SLOTS_COUNT = 512;
/** The seed makes every tenth task wait for the one before it; updates leave both alone. */
export const BLOCKED_EVERY = 10;
/** The first tasks of each ten: open, and nobody's blocker. */
const FREE_IN_TEN = 8;

export function listsOf(prefix: string, size: Size, spread: Spread): Lists {
  const count = spread === 'hot' ? 1 : MANY_LISTS_COUNT;
  return { prefix, count, tasksEach: TASKS_PER_LIST[size][spread] };
}

export function listName({ prefix }: Lists, index: number): string {
  return `${prefix}-${index}`;
}

export function listNames(lists: Lists): string[] {
  return Array.from({ length: lists.count }, (_, index) => listName(lists, index));
}

/** What a client writes at a step: a list, and a task of it that is the client's own. */
export interface Slot {
  readonly index: number;
  readonly number: number;
}

export function slotOf(lists: Lists, client: number, clients: number, step: number): Slot {
  const slot = (client + clients * step) % SLOTS_COUNT;
  const place = Math.floor(slot / lists.count);
  const number = tensApart(lists) * Math.floor(place / FREE_IN_TEN) + 1 + (place % FREE_IN_TEN);
  return { index: slot % lists.count, number };
}

/** The same slots in the words of pgbench, whose variables are set before each statement. */
export function slotScript(lists: Lists, clients: number): string {
  return [
    '\\set step :step + 1',
    `\\set slot mod(:client_id + ${clients} * :step, ${SLOTS_COUNT})`,
    `\\set index mod(:slot, ${lists.count})`,
    `\\set place :slot / ${lists.count}`,
    `\\set number ${tensApart(lists)} * (:place / ${FREE_IN_TEN}) + 1 + mod(:place, ${FREE_IN_TEN})`,
  ].join('\n');
}

/** Spreads the tens over the whole list, so that a large list is not written in one corner. */
function tensApart({ count, tasksEach }: Lists): number {
  const tens = SLOTS_COUNT / count / FREE_IN_TEN;
  return Math.floor(tasksEach / BLOCKED_EVERY / tens) * BLOCKED_EVERY;
}
