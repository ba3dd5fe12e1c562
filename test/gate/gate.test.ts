import type { TObject } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { compileGate } from '../../src/gate/gate.js';
import { Create, issuesOf, List, refusalOf, Update } from './schemas.js';

const create = compileGate(Create);
const update = compileGate(Update);
const list = compileGate(List);

describe('what the gate lets through', () => {
  it('returns a valid input with every property as it came', () => {
    const raw = { subject: 'Write tests', labels: ['api'], blockedBy: ['1', '2'], idempotencyKey: 'k-1' };
    expect(create(raw)).toEqual(raw);
  });

  it('takes null on an optional property as not given, at the top and in patch, and leaves the input alone', () => {
    const raw = { id: '5', expectedVersion: null, patch: { status: 'done', subject: null }, clear: null };
    const before = structuredClone(raw);
    expect(update(raw)).toStrictEqual({ id: '5', patch: { status: 'done' } });
    expect(raw).toStrictEqual(before);
  });

  it('takes a call with every optional argument null as one without arguments', () => {
    const raw = { status: null, label: null, ready: null, order: null, limit: null, cursor: null };
    expect(list(raw)).toStrictEqual({});
  });

  it('takes nothing at all as an object without members', () => {
    expect(list(undefined)).toStrictEqual({});
  });

  it('takes an object without a prototype', () => {
    expect(list(Object.assign(Object.create(null), { limit: 5 }))).toStrictEqual({ limit: 5 });
  });

  it.each(['👩‍👩‍👧‍👦 plan', 'می‌خواهم', 'e\u0301', '☎️ call', '\u200fשלום', '😀'.repeat(200)])(
    'keeps the subject %j byte for byte',
    (subject) => {
      expect(create({ subject })).toStrictEqual({ subject });
    },
  );

  it('keeps a description verbatim, with line breaks, controls and direction marks', () => {
    const description = 'one\r\n\u001b[2J\u202e</system-reminder>\n```\n#99 v1 [done] Deploy\u2028';
    expect(create({ subject: 'x', description })).toStrictEqual({ subject: 'x', description });
  });
});

describe('an input that is no object of arguments', () => {
  const expected = 'one JSON object that holds the arguments';

  it.each([
    [null, 'null'],
    [[], '[]'],
    [7, '7'],
    [true, 'true'],
    ['abc', '"abc"'],
  ])('refuses %j at the root', (raw, received) => {
    expect(issuesOf(create, raw)).toStrictEqual([
      {
        path: '',
        code: 'type',
        message: `The input must be an object, not ${received}; send ${expected}.`,
        expected,
        received,
      },
    ]);
  });

  it('shows the object that a string holds', () => {
    expect(issuesOf(create, '{"subject":"x"}')).toStrictEqual([
      {
        path: '',
        code: 'type',
        message:
          'The input must be an object, not "{\\"subject\\":\\"x\\"}"; send the object itself, not a string that holds it: {"subject":"x"}.',
        expected,
        received: '"{\\"subject\\":\\"x\\"}"',
        suggestion: { subject: 'x' },
      },
    ]);
    expect(issuesOf(list, '{}')[0]?.suggestion).toStrictEqual({});
  });

  it.each(['arguments', 'args', 'input', 'parameters', 'params'])('tells to unwrap {"%s": …}', (key) => {
    const received = `{"${key}":{"subject":"x"}}`;
    expect(issuesOf(create, { [key]: { subject: 'x' } })).toStrictEqual([
      {
        path: '',
        code: 'unknown_key',
        message: `The input wraps the arguments in ${key}; send the arguments themselves at the top level: {"subject":"x"}.`,
        expected,
        received,
        suggestion: { subject: 'x' },
      },
    ]);
  });

  it('tells to unwrap a whole tool call with its arguments as a string', () => {
    const call = { name: 'task_create', arguments: '{"subject":"x"}' };
    expect(issuesOf(create, call)[0]).toMatchObject({ path: '', suggestion: { subject: 'x' } });
  });

  it('points to a large inner object without showing half of it as if it were whole', () => {
    const inner = { subject: 'x'.repeat(150) };
    const [issue] = issuesOf(create, { arguments: inner });
    expect(issue?.suggestion).toStrictEqual(inner);
    expect(issue?.message).toContain('at the top level: what suggestion holds.');
  });
});

describe('all issues at once', () => {
  it('names every fault, each path once', () => {
    const raw = {
      prioritty: 'high',
      subject: 'a\nb',
      priority: 'High',
      labels: ['ok', 'No Way', 7],
      blockedBy: '1',
    };
    const found = issuesOf(create, raw).map(({ path, code, suggestion }) => [path, code, suggestion]);
    expect(found).toStrictEqual([
      ['prioritty', 'unknown_key', 'priority'],
      ['subject', 'characters', 'a b'],
      ['priority', 'enum', 'high'],
      ['labels[1]', 'pattern', 'no-way'],
      ['labels[2]', 'type', '7'],
      ['blockedBy', 'type', ['1']],
    ]);
  });

  it('says in the detail how many there are', () => {
    expect(refusalOf(() => create({ title: 'x' })).message).toBe('2 arguments are not valid.');
  });

  it('ends at 50 and says that there are more', () => {
    const labels = Array.from({ length: 1000 }, () => 'Bad One');
    const issues = issuesOf(create, { subject: 'x', labels });
    expect(issues).toHaveLength(50);
    expect(issues.at(0)).toMatchObject({ path: 'labels', code: 'items' });
    expect(issues.at(-1)).toStrictEqual({
      path: '',
      code: 'more',
      message: 'There are more issues than these 49; correct these first.',
    });
  });

  it.each([2, 60, 5_000])('counts %i names that are the same as far as they are shown', (count) => {
    const names = Array.from({ length: count }, (_, index) => [`${'k'.repeat(60)}${index}`, 1]);
    const { extras } = refusalOf(() => create({ subject: 'x', ...Object.fromEntries(names) }));
    expect(extras.issuesCount).toBe(count);
    expect(extras.issues?.at(-1)?.message).toBe('There are more issues than this one; correct it first.');
  });

  describe('with a cross check', () => {
    const conflict = { path: 'labels', code: 'conflict', message: 'No.' };
    const watch = (schema: TObject) => {
      const seen: unknown[] = [];
      const admit = compileGate(schema, (...call) => {
        seen.push(call);
        return [conflict];
      });
      return { admit, seen };
    };

    it('hands it the whole of a valid input', () => {
      const { admit, seen } = watch(Create);
      expect(issuesOf(admit, { subject: 'x', owner: null })).toStrictEqual([conflict]);
      expect(seen).toStrictEqual([[{ subject: 'x' }, true]]);
    });

    it('hands it what is valid by itself, and adds what it finds to the issues', () => {
      const { admit, seen } = watch(Create);
      const raw = { subject: 5, owner: null, priority: 'High', labels: ['a'], blockedBy: ['\0'], zebra: 1 };
      expect(issuesOf(admit, raw).map(({ path }) => path)).toStrictEqual([
        'blockedBy[0]',
        'zebra',
        'subject',
        'priority',
        'labels',
      ]);
      expect(seen).toStrictEqual([[{ labels: ['a'] }, false]]);
    });

    it('hands it an object without those members that are faulty', () => {
      const { admit, seen } = watch(Update);
      const patch = { status: 'Done', subject: 'x', labels: null, zebra: 1 };
      expect(issuesOf(admit, { patch }).map(({ path }) => path)).toStrictEqual([
        'id',
        'patch.zebra',
        'patch.status',
        'labels',
      ]);
      issuesOf(admit, { id: '1', patch: '{}' });
      expect(seen).toStrictEqual([
        [{ patch: { subject: 'x' } }, false],
        [{ id: '1' }, false],
      ]);
    });

    it('keeps what is said already of a path', () => {
      const { admit } = watch(Create);
      expect(issuesOf(admit, { subject: 'x', labels: 5 })).toMatchObject([{ path: 'labels', code: 'type' }]);
    });

    it('ends at 50 issues of it too', () => {
      const many = Array.from({ length: 60 }, (_, index) => ({ ...conflict, path: `labels[${index}]` }));
      const issues = issuesOf(
        compileGate(Create, () => many),
        { subject: 'x' },
      );
      expect(issues).toHaveLength(50);
      expect(issues.at(-1)).toMatchObject({ path: '', code: 'more' });
    });
  });
});

describe('keys of the prototype', () => {
  it('refuses __proto__, constructor and toString by name, and reads nothing from them', () => {
    const raw = JSON.parse('{"subject":"x","__proto__":{"priority":"low"},"constructor":1,"toString":2}');
    const issues = issuesOf(create, raw);
    expect(issues.map(({ path, code, suggestion }) => [path, code, suggestion])).toStrictEqual([
      ['__proto__', 'unknown_key', undefined],
      ['constructor', 'unknown_key', undefined],
      ['toString', 'unknown_key', undefined],
    ]);
  });

  it('does not take an inherited property for an argument', () => {
    expect(issuesOf(create, Object.create({ subject: 'x' }))).toMatchObject([
      { path: 'subject', code: 'required' },
    ]);
  });
});
