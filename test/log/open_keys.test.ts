import { expect, test } from 'vitest';
import { contention, outcomeUnknown } from '../../src/database/faults.js';
import type { Outcome, Proposal } from '../../src/log/decide_batch.js';
import { OpenKeys } from '../../src/log/writer.js';
import { Refusal } from '../../src/refusals/refusal.js';
import { NO_NEEDS } from '../../src/tasks/changes.js';
import { CALLER } from '../support/caller.js';

function proposal(key: string | null): Proposal {
  return {
    tool: 'task_create',
    caller: CALLER,
    needs: NO_NEEDS,
    idempotency: key === null ? null : { key, fingerprint: 'f' },
    decide: () => {
      throw new Error('It is not decided here.');
    },
  };
}

const UNKNOWN: Outcome = { error: outcomeUnknown(new Error('lost')) };
const CONTENDED: Outcome = { error: contention('Somebody else held this list for too long.') };
const BLOCKED: Outcome = { error: new Refusal('BLOCKED', 'It waits.') };
const answer = (replayed: boolean): Outcome => ({
  answer: {
    value: {},
    changes: replayed ? [] : [{ field: 'subject', from: null, to: 'x' }],
    replayed,
    versionNow: null,
  },
});
const isUnknown = (outcome: Outcome | undefined) =>
  outcome !== undefined && 'error' in outcome && (outcome.error as Refusal).extras.isOutcomeUnknown === true;

function told(keys: OpenKeys, list: string, key: string | null, outcome: Outcome): Outcome | undefined {
  return keys.judge(list, [proposal(key)], [outcome])[0];
}

test('F23: a repeat of a call of unknown outcome is not refused for certain, whatever refuses it', () => {
  const keys = new OpenKeys();
  expect(told(keys, 'home', 'a', UNKNOWN)).toBe(UNKNOWN);
  expect(isUnknown(told(keys, 'home', 'a', CONTENDED))).toBe(true);
  expect(isUnknown(told(keys, 'home', 'a', BLOCKED))).toBe(true);
});

test('F23: another key, another list and a call without a key are told what is true of them', () => {
  const keys = new OpenKeys();
  told(keys, 'home', 'a', UNKNOWN);
  expect(told(keys, 'home', 'b', CONTENDED)).toBe(CONTENDED);
  expect(told(keys, 'away', 'a', CONTENDED)).toBe(CONTENDED);
  expect(told(keys, 'home', null, CONTENDED)).toBe(CONTENDED);
});

test('F23: once the list moved on, or the call was answered, a refusal is certain again', () => {
  for (const [key, outcome] of [
    ['b', answer(false)],
    [null, answer(false)],
    ['a', answer(true)],
  ] as const) {
    const keys = new OpenKeys();
    told(keys, 'home', 'a', UNKNOWN);
    expect(told(keys, 'home', key, outcome)).toBe(outcome);
    expect(told(keys, 'home', 'a', BLOCKED)).toBe(BLOCKED);
  }
});

test('F23: an answer that moves nothing proves nothing', () => {
  const keys = new OpenKeys();
  told(keys, 'home', 'a', UNKNOWN);
  told(keys, 'home', 'b', answer(true));
  expect(isUnknown(told(keys, 'home', 'a', CONTENDED))).toBe(true);
});

test('the oldest of very many are forgotten', () => {
  const keys = new OpenKeys();
  for (let index = 0; index <= 10_000; index += 1) told(keys, `list-${index}`, 'a', UNKNOWN);
  expect(told(keys, 'list-0', 'a', CONTENDED)).toBe(CONTENDED);
  expect(isUnknown(told(keys, 'list-10000', 'a', CONTENDED))).toBe(true);
});
