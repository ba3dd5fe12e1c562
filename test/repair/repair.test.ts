import { afterAll, describe, expect, test } from 'vitest';
import { useApp } from '../http/harness.js';
import { type Attempts, attempt, comparable, openWorld } from './attempts.js';
import { CORPUS } from './corpus.js';
import { printTable } from './print_table.js';
import type { Call, WrongCall } from './wrong_call.js';

const app = useApp();

type Row = [kind: string, calls: number, withRightCall: number, repaired: number, rounds: number];

/** Of each kind, once its calls were tried. */
const repaired: Row[] = [];

/** What the call that was meant comes to, and what the list then holds; computed once for calls that are alike. */
const rights = new Map<string, Promise<unknown>>();

function effectOf(right: Call, before: readonly Call[] = []): Promise<unknown> {
  const key = JSON.stringify([right, before]);
  const known = rights.get(key) ?? run(right, before);
  rights.set(key, known);
  return known;
}

async function run(right: Call, before: readonly Call[]): Promise<unknown> {
  const world = await openWorld(app(), before);
  const value = comparable(await world.value(right));
  return { value, list: await world.holds() };
}

async function untouched(before: readonly Call[] = []): Promise<unknown> {
  return (await openWorld(app(), before)).holds();
}

describe.each(CORPUS)('%s', (kind, wrongs) => {
  const tried = wrongs.map((wrong) => ({ wrong, outcome: undefined as Attempts | undefined }));

  test.each(tried)('$wrong.tool $wrong.arguments $wrong.raw', async (trial) => {
    const { wrong } = trial;
    const outcome = await attempt(app(), wrong);
    if (wrong.right === null) await expectWayOn(wrong, outcome);
    else await expectEffect(wrong.right, wrong, outcome);
    trial.outcome = outcome;
  });

  afterAll(() => {
    const meant = tried.filter(({ wrong }) => wrong.right !== null);
    const done = meant.flatMap(({ outcome }) => outcome ?? []);
    const rounds = done.reduce((sum, outcome) => sum + outcome.rounds, 0);
    repaired.push([kind, tried.length, meant.length, done.length, rounds]);
  });
});

/** The first answer is a refusal, and the last one is what the right call comes to. */
async function expectEffect(
  right: Call,
  wrong: WrongCall,
  { last, rounds, list, calls }: Attempts,
): Promise<void> {
  if ('problem' in last)
    throw new Error(`${last.problem.text}\n\n${calls.map((made) => JSON.stringify(made)).join('\n')}`);
  expect(rounds).toBeGreaterThan(0);
  expect({ value: comparable(last.value), list }, JSON.stringify(calls)).toEqual(
    await effectOf(right, wrong.before),
  );
}

/** Nothing was stored, and the refusal says what to do. */
async function expectWayOn(
  { code, says, before }: WrongCall,
  { last, list, calls }: Attempts,
): Promise<void> {
  if (!('problem' in last))
    throw new Error(`This came to something:\n${calls.map((made) => JSON.stringify(made)).join('\n')}`);
  expect(last.problem.code, last.problem.text).toBe(code);
  expect(last.problem.text).toContain(says);
  expect(list).toEqual(await untouched(before));
}

test('every call that has a right one is repaired, and there are calls enough to tell', () => {
  const sum = (at: 1 | 2 | 3 | 4) => repaired.reduce((total, row) => total + row[at], 0);
  const all: Row = ['all', sum(1), sum(2), sum(3), sum(4)];
  printTable(
    ['kind', 'wrong calls', 'with a right call', 'repaired', 'share', 'rounds'],
    [...repaired, all].map(cells),
  );
  expect(sum(1)).toBeGreaterThanOrEqual(180);
  expect(sum(3)).toBe(sum(2));
});

/** With the share of those that have a right call, and how many corrections each took on the average. */
function cells([kind, calls, meant, done, rounds]: Row): (string | number)[] {
  if (meant === 0) return [kind, calls, 0, 0, '–', '–'];
  return [kind, calls, meant, done, `${Math.floor((100 * done) / meant)} %`, (rounds / done).toFixed(2)];
}
