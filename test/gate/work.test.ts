import { describe, expect, it, type MockInstance, vi } from 'vitest';
import { compileGate } from '../../src/gate/gate.js';
import { holdsRunOn } from '../../src/gate/hints/run_on.js';
import { RawArguments } from '../../src/http/arguments/raw_arguments.js';
import { ISSUES_MAX_COUNT } from '../../src/text/budget.js';
import { Create, refusalOf, Update } from './schemas.js';

const create = compileGate(Create);
const update = compileGate(Update);
const MANY = 60_000;

function members(count: number, value: unknown, prefix = 'k'): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));
}

/** How often a regular expression was asked while `work` ran. */
function countTests(work: () => unknown): number {
  return countCalls(vi.spyOn(RegExp.prototype, 'test'), work);
}

/** How often a name was compared with those that are known, which folds both. */
function countFolds(work: () => unknown): number {
  return countCalls(vi.spyOn(String.prototype, 'normalize'), work);
}

function countCalls(spy: MockInstance, work: () => unknown): number {
  try {
    work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

describe('F31: judging ends where the answer is full', () => {
  it.each([1_000, 2_000, MANY])('however many of %d keys are unknown', (count) => {
    const { extras } = refusalOf(() => create(members(count, 1)));
    const foldsOf = (keys: number) => countFolds(() => refusalOf(() => create(members(keys, 1))));
    expect(foldsOf(count)).toBe(foldsOf(ISSUES_MAX_COUNT));
    expect(extras).toMatchObject({ issuesCount: count + 1 });
    expect(extras.issues).toHaveLength(ISSUES_MAX_COUNT);
  });

  it('also inside an object, and counts what stands beside it', () => {
    const rawOf = (count: number) => {
      return { ...members(count, {}), id: '#5', patch: { ...members(count, [], 'p'), status: 'odd' } };
    };
    const foldsOf = (count: number) => countFolds(() => refusalOf(() => update(rawOf(count))));
    expect(foldsOf(MANY)).toBe(foldsOf(ISSUES_MAX_COUNT));
    const { message, extras } = refusalOf(() => update(rawOf(MANY)));
    expect([message, extras.issuesCount]).toEqual(['120002 arguments are not valid.', 120_002]);
  });

  it.each<[string, unknown]>([
    ['beyond every number', Number.POSITIVE_INFINITY],
    ['with half a surrogate pair', '\ud800'],
  ])('and counts once what is at fault twice: a key with a value %s', (_, value) => {
    expect(refusalOf(() => create(members(MANY, value))).extras.issuesCount).toBe(MANY + 1);
    expect(refusalOf(() => create(members(MANY, 1, '\ud800'))).extras.issuesCount).toBe(MANY + 1);
  });

  it.each<[string, unknown, number]>([
    ['a text for no label', 'A B', MANY + 1],
    ['a number', 2 ** 60, MANY + 1],
    ['an object', {}, MANY + 1],
    ['half a surrogate pair', '\ud800', MANY + 1],
    ['a label', 'a', 1],
  ])('of 60,000 labels, each %s, and counts the faulty ones', (_, label, count) => {
    const labels = Array.from({ length: MANY }, () => label);
    const { extras } = refusalOf(() => create({ subject: 'x', labels }));
    expect(extras.issuesCount).toBe(count);
    expect(extras.issues?.[0]).toMatchObject({ path: expect.stringMatching(/^labels/) });
  });

  it('keeps a key of the prototype among those that it names', () => {
    const raw = JSON.parse(`{"__proto__":1,${JSON.stringify(members(100, 1)).slice(1)}`);
    const { extras } = refusalOf(() => create(raw));
    expect(extras.issues?.[0]).toMatchObject({ path: '__proto__', code: 'unknown_key' });
    expect(extras.issuesCount).toBe(102);
  });
});

describe('F31: work grows no faster than what came', () => {
  it('where a text holds nothing but closing tags', () => {
    const [few, many] = [400, 800].map((count) => countTests(() => holdsRunOn('</a>'.repeat(count))));
    expect(few).toBeGreaterThan(0);
    expect(many).toBeLessThanOrEqual(2 * (few ?? 0) + 2);
  });
});

describe('F31: arguments that came in one piece', () => {
  it('are not copied, and are told by their place', () => {
    const args = new RawArguments();
    const body = members(MANY, 1);
    args.addAll(body, 'the body');
    expect(args.raw).toBe(body);
    expect([args.placeOf('k1'), args.placeOf('toString')]).toEqual(['the body', undefined]);
  });

  it('give way to what came before, and conflict with it where it is another', () => {
    const args = new RawArguments();
    args.add('id', '1', 'If-Match');
    args.add('a', null, 'the query');
    args.addAll({ ...members(MANY, 0), id: '2', a: 3, b: null }, 'the query');
    args.addAll({ b: 4, c: 5, a: 6 }, 'the body');
    expect(args.raw).toEqual({ ...members(MANY, 0), id: '1', a: 3, b: 4, c: 5 });
    expect(args.issues.map(({ path, message }) => [path, message])).toEqual([
      ['id', 'id is "1" in If-Match and "2" in the query; send it once.'],
      ['a', 'a is 3 in the query and 6 in the body; send it once.'],
    ]);
    expect(['id', 'a', 'b', 'c'].map((name) => args.placeOf(name))).toEqual([
      'If-Match',
      'the query',
      'the body',
      'the body',
    ]);
  });

  it('conflict in as many issues as an answer shows, and the others are counted', () => {
    const args = new RawArguments();
    args.addAll(members(MANY, 1), 'the query');
    args.addAll(members(MANY, 2), 'the body');
    expect([args.issues.length, args.left]).toEqual([ISSUES_MAX_COUNT, MANY - ISSUES_MAX_COUNT]);
  });
});
