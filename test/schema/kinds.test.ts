import { type TSchema, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countCodePoints,
  isOneLine,
  kindOf,
  NOT_BLANK_PATTERN,
  NullableText,
  OneLine,
  StringEnum,
  Text,
} from '../../src/schema/kinds.js';

const check = (schema: TSchema, value: unknown) => TypeCompiler.Compile(schema).Check(value);

describe('countCodePoints', () => {
  it('counts as an iteration over the string does, also over lone surrogates', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '😀', '\ud800', '\udc00', 'é')), (pieces) => {
        const text = pieces.join('');
        expect(countCodePoints(text)).toBe([...text].length);
      }),
    );
  });
});

describe('Text', () => {
  it('counts lengths in code points at both ends', () => {
    const schema = Text({ minLength: 2, maxLength: 3 });
    const found = ['a', '😀', 'ab', '😀😀', '😀😀😀', 'abcd', '😀😀😀😀', 'abcdefg'].map((text) =>
      check(schema, text),
    );
    expect(found).toStrictEqual([false, false, true, true, true, false, false, false]);
  });

  it('holds its pattern against the whole string', () => {
    const schema = Text({ pattern: '^[1-9][0-9]{0,8}$' });
    expect(['5', '5\n', ' 5', '05'].map((text) => check(schema, text))).toStrictEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('takes strings only', () => {
    expect([5, null, undefined, ['a']].map((value) => check(Text(), value))).toStrictEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('keeps line breaks, which OneLine refuses', () => {
    expect(check(Text(), 'a\nb')).toBe(true);
    expect(check(OneLine({}), 'a\nb')).toBe(false);
  });
});

describe('a text that must not be blank', () => {
  const schema = OneLine({ minLength: 1, maxLength: 20, pattern: NOT_BLANK_PATTERN });

  it.each(['', ' ', '\u2800', '\u200d', '\ufe0f', '\u{E0100}', '\u{E0FFF}', '\u{1D159}', '\u180b', '\u0301'])(
    'is not %j',
    (text) => {
      expect(check(schema, text)).toBe(false);
    },
  );

  it.each(['x', ' x', '1️⃣', '🇩🇪', '👩‍👩‍👧‍👦', 'می‌خواهم', 'क्‍ष', 'e\u0301'])('may be %j', (text) => {
    expect(check(schema, text)).toBe(true);
  });

  it('publishes what JSON Schema can say of it', () => {
    expect(JSON.parse(JSON.stringify(schema)).pattern).toBe('\\S');
  });
});

describe('what is published', () => {
  it('is plain JSON Schema without a trace of the kinds', () => {
    const schema = Type.Object({
      subject: OneLine({ maxLength: 5, description: 'A line.' }),
      status: Type.Optional(StringEnum(['a', 'b'])),
      owner: NullableText(),
    });
    expect(JSON.parse(JSON.stringify(schema))).toStrictEqual({
      type: 'object',
      required: ['subject', 'owner'],
      properties: {
        subject: { type: 'string', maxLength: 5, description: 'A line.' },
        status: { type: 'string', enum: ['a', 'b'] },
        owner: { type: ['string', 'null'] },
      },
    });
  });
});

it('tells the kinds apart', () => {
  expect([Text(), OneLine({}), StringEnum(['a']), NullableText()].map(kindOf)).toStrictEqual([
    'Text',
    'Text',
    'StringEnum',
    'Nullable',
  ]);
  expect([isOneLine(Text()), isOneLine(OneLine({}))]).toStrictEqual([false, true]);
});

it('takes exactly the words of an enum, and null only where it is nullable', () => {
  expect(['a', 'A', ' a', 'c', null].map((word) => check(StringEnum(['a', 'b']), word))).toStrictEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(['a', null, 5].map((value) => check(NullableText(), value))).toStrictEqual([true, true, false]);
});
