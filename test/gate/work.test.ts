import { afterEach, describe, expect, it, vi } from 'vitest';
import { ISSUES_MAX_COUNT } from '../../src/domain/budget.js';
import { holdsRunOn } from '../../src/gate/call_syntax.js';
import { compileGate } from '../../src/gate/gate.js';
import * as unknownKey from '../../src/gate/unknown_key.js';
import { RawArguments } from '../../src/http/raw_arguments.js';
import { Create, refusalOf, Update } from './schemas.js';

vi.mock(import('../../src/gate/unknown_key.js'), { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
});

const create = compileGate(Create);
const update = compileGate(Update);
const MANY = 60_000;

function members(count: number, value: unknown, prefix = 'k'): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, value]));
}

/** How often a regular expression was asked while `work` ran. */
function countTests(work: () => unknown): number {
  const test = vi.spyOn(RegExp.prototype, 'test');
  work();
  const count = test.mock.calls.length;
  test.mockRestore();
  return count;
}

describe('F31: judging ends where the answer is full', () => {
  it.each([1_000, 2_000, MANY])('however many of %d keys are unknown', (count) => {
    const judged = vi.mocked(unknownKey.unknownKeyIssue).mockClear();
    const { extras } = refusalOf(() => create(members(count, 1)));
    expect(judged).toHaveBeenCalledTimes(ISSUES_MAX_COUNT);
    expect(extras).toMatchObject({ issuesCount: count + 1 });
    expect(extras.issues).toHaveLength(ISSUES_MAX_COUNT);
  });

  it('also inside an object, and counts what stands beside it', () => {
    const judged = vi.mocked(unknownKey.unknownKeyIssue).mockClear();
    const raw = { ...members(MANY, {}), id: '#5', patch: { ...members(MANY, [], 'p'), status: 'odd' } };
    const { message, extras } = refusalOf(() => update(raw));
    expect(judged).toHaveBeenCalledTimes(2 * ISSUES_MAX_COUNT);
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
