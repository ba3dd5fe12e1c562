import { DEPENDENTS_MAX_COUNT } from '../../src/tasks/task.js';
import type { Arguments, Client } from '../support/doors.js';

/** The largest data that the limits allow, in the characters that take the most room. */

const FAMILY = '👩‍👩‍👧‍👦';
/** 200 code points: emoji that must not be taken apart, and what JSON and our own quoting escape once more. */
export const SUBJECTS = [
  `${FAMILY.repeat(28)}abcd`,
  '"'.repeat(200),
  '\\'.repeat(200),
  'x !urgent '.repeat(20).trim(),
];
export const OWNER = '"'.repeat(100);
export const LABELS = Array.from({ length: 20 }, (_, index) => `${'l'.repeat(48)}${index + 10}`);
export const REASON = '"'.repeat(500);
export const LONG_LIST = `budgets-${'l'.repeat(92)}`;
/** What a caller can sign with. */
export const AGENT = { 'tasklatch-agent': '"'.repeat(100), 'tasklatch-session': '"'.repeat(100) };

/** 10,000 code points each. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  'control characters': '\u0001'.repeat(10_000),
  'bidi overrides': `x${'\u202e'.repeat(9_999)}`,
  'line breaks': `x${'\n'.repeat(9_999)}`,
  'quotation marks': '"'.repeat(10_000),
  'families of emoji': `${FAMILY.repeat(1_428)}abcd`,
  'one grapheme': `a${'\u0301'.repeat(9_999)}`,
  'tags, which are one grapheme too': `x${'\u{e0041}'.repeat(9_999)}`,
  'plain words': 'Some words. '.repeat(833).padEnd(10_000, '.'),
};

export const LARGEST_DESCRIPTION = DESCRIPTIONS['control characters'] ?? '';

export function largestTask(index: number): Arguments {
  return {
    subject: SUBJECTS[index % SUBJECTS.length],
    description: LARGEST_DESCRIPTION,
    priority: 'urgent',
    owner: OWNER,
    labels: LABELS,
  };
}

/** Ids 1 to 50 are waited for by each of the others. */
export const BLOCKERS = 50;
export const WAITING = 210;

/** A list of tasks that are as large as can be. */
export async function fillPage(client: Client): Promise<void> {
  const ids = Array.from({ length: BLOCKERS }, (_, index) => String(index + 1));
  for (const _ of ids) await client.value('task_create', { ...largestTask(0), description: 'd' }, AGENT);
  const blockedBy = ids;
  const calls = Array.from({ length: WAITING }, (_, index) =>
    client.value('task_create', { ...largestTask(index), description: 'd', blockedBy }, AGENT),
  );
  await Promise.all(calls);
}

/** Task 1, and as many that wait for it as can. */
export async function fillHub(client: Client): Promise<void> {
  await client.value('task_create', largestTask(1), AGENT);
  const calls = Array.from({ length: DEPENDENTS_MAX_COUNT }, () =>
    client.value('task_create', { subject: 'Waits', blockedBy: ['1'] }),
  );
  await Promise.all(calls);
}
