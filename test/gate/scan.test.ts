import { describe, expect, it } from 'vitest';
import { compileGate } from '../../src/gate/gate.js';
import { scan as scanAll } from '../../src/gate/scan.js';
import { parseJson } from '../../src/json/read.js';
import { Create, issuesOf, Update } from './schemas.js';

const create = compileGate(Create);
const update = compileGate(Update);

const scan = (value: unknown) => scanAll(value).issues;
const nest = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('text that cannot be stored', () => {
  it('names NUL and its position', () => {
    expect(issuesOf(create, { subject: 'é😀\0b' })).toStrictEqual([
      {
        path: 'subject',
        code: 'unicode',
        message: 'The text at subject holds U+0000 (NUL) at position 2; send it without that character.',
        expected: 'well-formed Unicode without NUL',
        received: '"é😀\\u0000b"',
        suggestion: 'é😀b',
      },
    ]);
  });

  it.each([
    ['subject', { subject: 'a\ud83d' }],
    ['description', { subject: 'x', description: '\udc00' }],
    ['idempotencyKey', { subject: 'x', idempotencyKey: 'k\0' }],
    ['labels[1]', { subject: 'x', labels: ['a', '\0'] }],
    ['blockedBy[0]', { subject: 'x', blockedBy: ['\ud800'] }],
  ])('refuses it in %s', (path, raw) => {
    expect(issuesOf(create, raw).map((issue) => [issue.path, issue.code])).toStrictEqual([[path, 'unicode']]);
  });

  it('refuses it in keys, escaped in the path', () => {
    const issues = issuesOf(update, { id: '5', 'a\0': 1, patch: { 'b\ud800': 1 } });
    expect(issues.map(({ path, code }) => [path, code])).toStrictEqual([
      ['["a\\u0000"]', 'unicode'],
      ['patch["b\\ud800"]', 'unicode'],
    ]);
  });

  it('takes a pair of surrogates as the character it is', () => {
    expect(scan({ a: '\ud83d\ude00' })).toStrictEqual([]);
  });
});

describe('nesting', () => {
  it('allows 16 levels and names the argument that has more', () => {
    expect(scan(JSON.parse(nest(16)))).toStrictEqual([]);
    expect(scan({ labels: JSON.parse(nest(15)) })).toStrictEqual([]);
    expect(scan({ labels: JSON.parse(nest(16)) })).toStrictEqual([
      {
        path: 'labels',
        code: 'depth',
        message: 'labels is nested deeper than 16 levels; send it flat.',
        expected: 'at most 16 objects and arrays inside each other',
      },
    ]);
  });

  it.each([10_000, 500_000])('refuses %d levels of arrays without harm', (levels) => {
    const issues = issuesOf(create, parseJson(Buffer.from(nest(levels))));
    expect(issues).toMatchObject([{ path: '', code: 'depth' }]);
  });

  it('refuses 100,000 levels of objects under an argument', () => {
    const body = `${'{"subject":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(issuesOf(create, parseJson(Buffer.from(body)))).toMatchObject([
      { path: 'subject', code: 'depth' },
    ]);
  });

  it('refuses an object that holds itself', () => {
    const raw: Record<string, unknown> = { subject: 'x' };
    raw.labels = raw;
    expect(issuesOf(create, raw)[0]).toMatchObject({ path: 'labels', code: 'depth' });
  });
});

describe('numbers', () => {
  it.each([2 ** 53, -(2 ** 53), Number.POSITIVE_INFINITY, Number.NaN])('refuses %d', (number) => {
    expect(scan({ a: [number] })).toMatchObject([{ path: 'a[0]', code: 'number' }]);
  });

  it.each([9_007_199_254_740_991, -9_007_199_254_740_991, 0.1, -0])('passes %d', (number) => {
    expect(scan({ a: [number] })).toStrictEqual([]);
  });

  it('refuses a bigint, which a suggestion could not be sent with', () => {
    expect(issuesOf(update, { id: '5', patch: [{ status: 1n }] })).toMatchObject([
      { path: 'patch[0].status', code: 'number' },
      { path: 'patch', code: 'type' },
    ]);
  });

  it('leaves the word to the schema where that says more', () => {
    const issues = issuesOf(update, { id: Number.POSITIVE_INFINITY, patch: {} });
    expect(issues.map(({ path, code, received }) => [path, code, received])).toStrictEqual([
      ['id', 'type', 'a number beyond ±1.8e308'],
    ]);
  });
});
