import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../http/harness.js';
import { openWorld, type Success, type World } from './attempts.js';
import { printTable } from './print_table.js';
import { type Call, call, change } from './wrong_call.js';

const app = useApp();

const PAGE_TASKS = 50;

/** Answers whose text must not be longer than the value; the text of a whole task repeats it for a reader. */
const SHORTER: readonly (readonly [what: string, call: Call])[] = [
  ['task_create', call('task_create', { subject: 'Write more tests', labels: ['tests'], blockedBy: ['1'] })],
  ['task_update', call('task_update', change('1', 1, { status: 'in_progress' }))],
  [
    'task_update, three fields',
    call('task_update', change('1', 2, { priority: 'high', owner: 'ann', labels: ['a'] })),
  ],
  ['task_update, nothing changed', call('task_update', change('1', 3, { priority: 'high' }))],
  ['task_reopen', call('task_reopen', { id: '4', expectedVersion: 2, reason: 'It fails again.' })],
  ['task_delete', call('task_delete', { id: '6', expectedVersion: 2, reason: 'Made twice.' })],
  ['task_restore', call('task_restore', { id: '6', expectedVersion: 3 })],
  ['task_list, a page of 50', call('task_list', { limit: PAGE_TASKS })],
  ['task_list, what is ready', call('task_list', { ready: true, order: 'priority', limit: 10 })],
  ['task_list, an empty page', call('task_list', { label: 'nowhere' })],
  ['task_history', call('task_history', { id: '1' })],
];

const WHOLE: readonly (readonly [what: string, call: Call])[] = [
  ['task_get', call('task_get', { id: '1' })],
  ['task_get with a description', call('task_get', { id: '3' })],
];

const REFUSED: readonly (readonly [what: string, call: Call])[] = [
  ['INVALID_INPUT, one issue', call('task_update', change('1', 3, { status: 'Done' }))],
  ['INVALID_INPUT, four issues', call('task_update', { task_id: 1, status: 'Done', prioritty: 'P1' })],
  ['STALE_VERSION', call('task_update', change('1', 1, { status: 'done' }))],
  ['VERSION_REQUIRED', call('task_delete', { id: '1' })],
  ['BLOCKED', call('task_update', change('2', 1, { status: 'done' }))],
  ['TASK_NOT_FOUND', call('task_get', { id: '9999' })],
  ['UNKNOWN_TOOL', call('complete_task', { id: '1' })],
];

/** A receipt is one line. */
const RECEIPT_MAX_BYTES = 200;
const PAGE_MAX_BYTES = 6_000;
/** A refusal is read in the middle of other work. */
const REFUSAL_MAX_BYTES = 1_200;

describe('characters that a model reads', () => {
  let world: World;
  const rows: (readonly [string, number, number])[] = [];

  beforeAll(async () => {
    world = await openWorld(app());
    for (let at = 1; at <= PAGE_TASKS; at += 1) {
      await world.value(
        call('task_create', { subject: `Write the tests of module ${at}`, labels: ['tests'] }),
      );
    }
  });

  test.each(SHORTER)('%s: the text is no longer than the JSON of the value', async (what, made) => {
    const { text, value } = await succeed(world, made);
    rows.push([what, text.length, JSON.stringify(value).length]);
    expect(text.length).toBeLessThanOrEqual(JSON.stringify(value).length);
    expect(Buffer.byteLength(text)).toBeLessThan(isReceipt(made) ? RECEIPT_MAX_BYTES : PAGE_MAX_BYTES);
  });

  test.each(WHOLE)('%s: the text of a whole task is short too', async (what, made) => {
    const { text, value } = await succeed(world, made);
    rows.push([what, text.length, JSON.stringify(value).length]);
    expect(text.length).toBeLessThanOrEqual(JSON.stringify(value).length);
  });

  test.each(REFUSED)('%s: the text is no longer than the problem', async (what, made) => {
    const result = await world.call(made);
    if (!('problem' in result)) throw new Error('It was not refused.');
    const { text, card: _, ...problem } = result.problem;
    rows.push([`refused: ${what}`, text.length, JSON.stringify(problem).length]);
    expect(what).toContain(problem.code);
    expect(text.length).toBeLessThanOrEqual(JSON.stringify(problem).length);
    expect(Buffer.byteLength(text)).toBeLessThan(REFUSAL_MAX_BYTES);
  });

  test('a table shows them side by side', () => {
    printTable(
      ['answer', 'text', 'JSON', 'text of JSON'],
      rows.map(([what, text, json]) => [what, text, json, `${Math.round((100 * text) / json)} %`]),
    );
    expect(rows).toHaveLength(SHORTER.length + WHOLE.length + REFUSED.length);
  });
});

/** Of the writes; a page and a history have more lines. */
function isReceipt({ tool }: Call): boolean {
  return tool !== 'task_list' && tool !== 'task_history';
}

async function succeed(world: World, made: Call): Promise<Success> {
  const result = await world.call(made);
  if ('problem' in result) throw new Error(result.problem.text);
  return result;
}
