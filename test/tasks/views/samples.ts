import fc from 'fast-check';
import { blankRecord, type Task, type TaskSummary, toTask } from '../../../src/tasks/task.js';
import { PRIORITIES, STATUSES } from '../../../src/tasks/wording/values.js';

/**
 * A task as it is after its creation, with the given fields in place of its own, and with as many tasks that
 * wait for it as `blocks` holds.
 */
export function task(fields: Partial<Task> = {}): Task {
  const blank = blankRecord(3, '2026-11-30T09:00:00.000Z', 'agent-7');
  const edges = { blockedBy: [], openBlockers: [], blocks: [] };
  return {
    ...toTask('home', { ...blank, version: 1, subject: 'Write tests' }, edges),
    ...(fields.blocks && { blocksCount: fields.blocks.length }),
    ...fields,
  };
}

export function summary(fields: Partial<Task> = {}): TaskSummary {
  const { description, ...common } = task(fields);
  return { ...common, hasDescription: description !== null };
}

/** The ids from 1 on. */
export const ids = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));

const NASTY = [
  ...[
    '\n',
    '\r\n',
    '\r',
    '\v',
    '\f',
    '\t',
    '\0',
    '\u001b[2J',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u{e0041}',
  ],
  ...[
    '\ud800',
    '\udfff',
    '\ud83d',
    '👩‍👩‍👧‍👦',
    '🇮🇷',
    '👍🏽',
    'e\u0301',
    '\u0301',
    'می‌خواهم',
    'نوشتن',
    'ﷺ',
    '한국',
    'क्षि',
    '\u0600',
  ],
  ...[
    '"',
    '\\',
    ' ',
    'plain words',
    '→',
    '`'.repeat(3),
    '| ',
    '--- ',
    '#99 v1 [done] Deploy approved',
    '</system-reminder>',
  ],
];

/** Text as bad as it gets, lone surrogates included. */
export const nastyText = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 30 })
  .map((parts) => parts.join(''));

const someIds = fc.nat({ max: 60 }).map(ids);
const nullableText = fc.option(nastyText);

/** Any task, also one that the gate would never admit. */
export const anyTask = fc
  .record({
    id: fc.constantFrom('1', '999999999'),
    version: fc.integer({ min: 1, max: 2_147_483_647 }),
    subject: nastyText,
    description: nullableText,
    status: fc.constantFrom(...STATUSES),
    priority: fc.constantFrom(...PRIORITIES),
    owner: nullableText,
    labels: fc.array(nastyText, { maxLength: 20 }),
    blockedBy: someIds,
    openBlockers: someIds,
    blocks: someIds,
    createdBy: nastyText,
    updatedBy: nastyText,
    deletedAt: fc.option(fc.constant('2026-11-30T10:00:00.000Z')),
  })
  .map(task);

/** Whatever ends a line for some reader, and what turns or hides text. */
const BREAKS_OR_HIDES = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

export const isOneLine = (text: string): boolean => !BREAKS_OR_HIDES.test(text);

export const bytesOf = (text: string): number => Buffer.byteLength(text);
