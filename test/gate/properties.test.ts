import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGate } from '../../src/gate/gate.js';
import type { Issue } from '../../src/refusals/refusal.js';
import { Refusal } from '../../src/refusals/refusal.js';
import { PRIORITIES, STATUSES } from '../../src/tasks/wording/values.js';

import { ISSUES_MAX_COUNT } from '../../src/text/budget.js';
import { runs } from '../support/property_runs.js';
import { Create, issuesOf, List, Update } from './schemas.js';

const create = compileGate(Create);
const update = compileGate(Update);
const list = compileGate(List);

const id = fc.integer({ min: 1, max: 999_999_999 }).map(String);
const label = fc.stringMatching(/^[a-z0-9][a-z0-9._/-]{0,49}$/);
const subject = fc
  .string({ unit: fc.constantFrom('a', ' ', 'é', '😀', '👩‍👩‍👧‍👦', 'ی\u200c'), maxLength: 20 })
  .map((text) => `x${text}`);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const validCreate = fc.record(
  {
    subject,
    description: orNull(fc.string({ unit: 'grapheme', maxLength: 100 }).filter(isStorable)),
    priority: orNull(fc.constantFrom(...PRIORITIES)),
    owner: orNull(subject),
    labels: orNull(fc.array(label, { maxLength: 20 })),
    blockedBy: orNull(fc.array(id, { maxLength: 50 })),
    idempotencyKey: orNull(fc.stringMatching(/^[!-~]{1,200}$/)),
  },
  { requiredKeys: ['subject'] },
);

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The issues of a refused input, [] of an input that is let through. Anything else that is thrown fails the test. */
function judge(admit: (raw: unknown) => unknown, raw: unknown): readonly Issue[] {
  try {
    admit(raw);
    return [];
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_INPUT') return error.extras.issues ?? [];
    throw error;
  }
}

const key = fc.constantFrom(
  'subject',
  'labels',
  'blockedBy',
  'id',
  'patch',
  'status',
  'limit',
  'ready',
  '__proto__',
  'titel',
  'clear',
);
const almost = fc.dictionary(
  key,
  fc.oneof(fc.anything({ withNullPrototype: true, withBigInt: true }), fc.string({ unit: 'binary' })),
);

describe('whatever comes', () => {
  it('is let through or refused with issues that are whole, distinct, short and safe to show', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), almost), (raw) => {
        for (const issues of [judge(create, raw), judge(update, raw), judge(list, raw)]) {
          expect(issues.length).toBeLessThanOrEqual(ISSUES_MAX_COUNT);
          expect(new Set(issues.map(({ path }) => path)).size).toBe(issues.length);
          for (const issue of issues) expectShowable(issue);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is refused alike a second time, so that the judgement keeps nothing', () => {
    fc.assert(
      fc.property(almost, (raw) => {
        expect(judge(update, raw)).toStrictEqual(judge(update, raw));
      }),
    );
  });
});

function expectShowable({ path, code, message, received = '' }: Issue): void {
  expect(code).toMatch(/^[a-z_]+$/);
  expect(message).toMatch(/^.+\.$/u);
  expect(message.length).toBeLessThan(700);
  expect(received.length).toBeLessThanOrEqual(80);
  for (const text of [path, message, received]) {
    expect(text.isWellFormed()).toBe(true);
    expect(text).not.toMatch(/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u);
  }
}

describe('a valid input', () => {
  it('is returned as it came but for its nulls', () => {
    fc.assert(
      fc.property(validCreate, (raw) => {
        const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
        expect(create(raw)).toStrictEqual(given);
      }),
    );
  });
});

describe('a suggestion', () => {
  it('for a word is a word of the enum', () => {
    const words = fc.oneof(
      fc.string(),
      fc.constantFrom(...STATUSES, 'complete', 'wip', 'open').map((word) => ` ${word.toUpperCase()}`),
    );
    fc.assert(
      fc.property(words, (status) => {
        for (const { suggestion } of judge(update, { id: '1', patch: { status } })) {
          expect([undefined, ...STATUSES]).toContain(suggestion);
        }
      }),
    );
  });

  it('for an id passes when it is sent', () => {
    const decorated = fc
      .tuple(fc.constantFrom('#', 'task ', '0', ' ', 'TASK-', '['), id)
      .map(([mark, digits]) => `${mark}${digits}`);
    const numeric = fc.integer({ min: 1, max: 999_999_999 });
    fc.assert(
      fc.property(fc.oneof(decorated, numeric), (raw) => {
        const [issue] = issuesOf(update, { id: raw, patch: {} });
        expect(update({ id: issue?.suggestion, patch: {} })).toStrictEqual({
          id: issue?.suggestion,
          patch: {},
        });
        expect(Number(issue?.suggestion)).toBe(Number(String(raw).replace(/\D/g, '')));
      }),
    );
  });

  it('for any argument but an object passes when it is sent', () => {
    const fields = ['subject', 'priority', 'owner', 'labels', 'blockedBy', 'idempotencyKey'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.oneof(
          fc.jsonValue(),
          fc.string({ unit: 'binary' }),
          label.map((word) => `${word}, B C`),
        ),
        (field, value) => {
          const issue = judge(create, { subject: 'x', [field]: value }).find(({ path }) => path === field);
          fc.pre(issue?.suggestion !== undefined);
          expect(judge(create, { subject: 'x', [field]: issue?.suggestion })).toStrictEqual([]);
        },
      ),
      { numRuns: runs(500), maxSkipsPerRun: 1000 },
    );
  });
});
