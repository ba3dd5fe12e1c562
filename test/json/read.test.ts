import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/json/read.js';
import { refusalOf } from '../gate/schemas.js';
import { runs } from '../support/property_runs.js';

const parse = (text: string) => parseJson(Buffer.from(text));

function malformed(bytes: Buffer | string) {
  const { code, extras } = refusalOf(() => parseJson(Buffer.from(bytes)));
  expect(code).toBe('MALFORMED_BODY');
  expect(extras.issues).toHaveLength(1);
  return extras.issues?.[0];
}

describe('a body that is JSON', () => {
  it.each(['', ' ', '\r\n\t '])('reads the empty body %j as an object without members', (text) => {
    expect(parse(text)).toStrictEqual({});
  });

  it('takes a byte order mark away', () => {
    expect(parse('\ufeff{"a":1}')).toStrictEqual({ a: 1 });
  });

  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(parse(JSON.stringify(value))).toStrictEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps __proto__ as an own key', () => {
    expect(Object.keys(parse('{"__proto__":1}') as object)).toStrictEqual(['__proto__']);
  });

  it('lets the same key stand in different objects', () => {
    const text = '{"a":{"b":1,"a":2},"b":[{"a":"a"},{"a":":"}],"c":"a\\":1,\\"a"}';
    expect(parse(text)).toStrictEqual(JSON.parse(text));
  });
});

describe('a key twice in one object', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"x":[0,{"b":{},"c":[],"b":1}]}', 'x[1].b'],
    ['{"we ird":1,"we ird":2}', '["we ird"]'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['[{"":1,"":2}]', '[0][""]'],
  ])('names the key of %s', (text, path) => {
    expect(malformed(text)).toStrictEqual({
      path,
      code: 'duplicate',
      message: `${path} stands twice in one object; send each key once.`,
      expected: 'each key once in an object',
    });
  });

  it('is found behind a value that is nested very deep', () => {
    expect(malformed(`{"a":${'['.repeat(1000)}${']'.repeat(1000)},"a":1}`)?.path).toBe('a');
  });
});

describe('a number that is no integer until it is read', () => {
  it.each([
    ['{"id":"1","expectedVersion":2.9999999999999999999}', 'expectedVersion', '2.9999999999999999999'],
    ['{"limit":1.00000000000000000001}', 'limit', '1.00000000000000000001'],
    ['{"a":[1,{"b":29999999999999999999e-19}]}', 'a[1].b', '29999999999999999999e-19'],
    ['[-0.99999999999999999999]', '[0]', '-0.99999999999999999999'],
    ['1e-400', '', '1e-400'],
    ['9007199254740992.5', '', '9007199254740992.5'],
  ])('is refused in %s', (text, path, received) => {
    const { code, extras } = refusalOf(() => parse(text));
    expect(code).toBe('INVALID_INPUT');
    expect(extras.issues).toStrictEqual([
      {
        path,
        code: 'number',
        message: `${path || 'The number'} is ${received}, which a JSON number cannot carry exactly; send an integer or fewer digits.`,
        expected: 'a number of at most 15 digits',
        received,
      },
    ]);
  });

  it.each([
    '3.0',
    '3.000',
    '30e-1',
    '0.0',
    '-0.0',
    '0e-5',
    '1e3',
    '12.50e1',
    '3.5',
    '0.1',
    '2.9999',
    '1e400',
  ])('is not %s, which is for the gate to judge', (text) => {
    expect(parse(`{"a":${text}}`)).toStrictEqual({ a: Number(text) });
  });

  it('is cut in the message when it is as long as a body may be, and found without delay', () => {
    const { extras } = refusalOf(() => parse(`[0.${'9'.repeat(1_000_000)}]`));
    expect(extras.issues?.[0]?.received).toBe(`0.${'9'.repeat(75)}…`);
    expect(parse(`[0.${'0'.repeat(300)}1]`)).toStrictEqual([1e-301]);
  });

  it('is any literal between two integers that a double does not tell from one of them', () => {
    const digits = fc.stringMatching(/^[0-9]{1,30}$/);
    fc.assert(
      fc.property(fc.integer(), digits, (whole, fraction) => {
        const literal = `${whole}.${fraction}`;
        const isRounded = Number.isInteger(Number(literal)) && /[1-9]/.test(fraction);
        if (isRounded) expect(refusalOf(() => parse(literal)).code).toBe('INVALID_INPUT');
        else expect(parse(literal)).toBe(Number(literal));
      }),
      {
        examples: [
          [2, '9999999999999999999'],
          [3, '000'],
        ],
      },
    );
  });
});

describe('a body that is not JSON', () => {
  it.each([
    ['{"a":1', 'at its end: a closing brace is missing'],
    ['{"a":', 'at its end: a value is missing'],
    ['{"a":1,}', 'at line 1, column 8: a key in double quotes is missing'],
    ['{\n  "a": tru\n}', 'at line 2, column 8: a word stands that is not JSON'],
    ["{'a':1}", 'at line 1, column 2: a word stands that is not JSON'],
    ['{"a" 1}', 'at line 1, column 6: a colon is missing'],
    ['[1 2]', 'at line 1, column 4: a comma is missing'],
    ['{} {}', 'at line 1, column 4: the value has ended and more text follows'],
    ['// no\n{}', 'at line 1, column 1: a comment stands, which JSON does not have'],
    ['{"a":"\\q"}', 'at line 1, column 6: a backslash is followed by a character that it cannot escape'],
    ['{"a":"x', 'at line 1, column 6: a string has no closing quote'],
  ])('names the place in %j', (text, what) => {
    expect(malformed(text)).toMatchObject({
      path: '',
      code: 'json',
      message: `The body is not valid JSON ${what}.`,
    });
  });

  it('is refused wherever a JSON text is cut in half', () => {
    const text = '{"subject":"Write \\u0041","labels":["a","b"],"n":-1.5e3,"ok":true}';
    for (let length = 1; length < text.length; length += 1) {
      expect(malformed(text.slice(0, length))?.code).toBe('json');
    }
  });

  it('is refused whatever the text is, and never otherwise than as MALFORMED_BODY', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '1',
      '-',
      '.',
      'e',
      'null',
      ' ',
      '\n',
      '\\',
      'é',
      '\u2028',
      '\u0001',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let valid: boolean;
        try {
          JSON.parse(text);
          valid = true;
        } catch {
          valid = false;
        }
        fc.pre(!valid && text.trim() !== '');
        expect(malformed(text)?.message).toMatch(
          /^The body is not valid JSON (at its end|at line \d+, column \d+): \w/,
        );
      }),
      { numRuns: runs(500) },
    );
  });

  it('is refused without a place when it is nested too deep to look for one', () => {
    expect(malformed('['.repeat(1 << 20))?.message).toBe(
      'The body is not valid JSON, and nested so deep that the place cannot be named.',
    );
  });
});

describe('bytes that are not UTF-8', () => {
  it.each([
    ['FF FE', [0xff, 0xfe], 0, '0xFF'],
    ['a lone continuation', [0x7b, 0x22, 0x80, 0x22], 2, '0x80'],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22], 1, '0xC0'],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 2, '0xA0'],
  ])('names the byte of %s', (_, bytes, offset, byte) => {
    expect(malformed(Buffer.from(bytes))).toStrictEqual({
      path: '',
      code: 'unicode',
      message: `The body is not valid UTF-8 at byte ${offset} (${byte}); encode it as UTF-8.`,
      expected: 'UTF-8',
    });
  });

  it('names the end where a character is cut off', () => {
    expect(malformed(Buffer.from([0x22, 0xe2, 0x82]))?.message).toBe(
      'The body is not valid UTF-8 at byte 3 (the end); encode it as UTF-8.',
    );
  });
});
