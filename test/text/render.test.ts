import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPath, RENDERED_MAX_UNITS, render } from '../../src/text/render.js';

describe('render', () => {
  it.each([
    ['a "quoted" \\ text', '"a \\"quoted\\" \\\\ text"'],
    ['\0\u001b\u202e\ud800\u{E0041}', '"\\u0000\\u001b\\u202e\\ud800\\udb40\\udc41"'],
    [{ a: [1, null, true], 'b c': {} }, '{"a":[1,null,true],"b c":{}}'],
    [-0.5, '-0.5'],
    [2 ** 60, 'about 1.153e+18'],
    [Number.NEGATIVE_INFINITY, 'a number beyond ±1.8e308'],
    [undefined, 'undefined'],
    [10n, 'bigint'],
  ])('renders %o as %s', (value, text) => {
    expect(render(value)).toBe(text);
  });

  it('cuts a text between graphemes, with a mark inside the quotes', () => {
    expect(render('👩‍👩‍👧‍👦'.repeat(10))).toBe(`"${'👩‍👩‍👧‍👦'.repeat(7)}…"`);
    expect(render(`x${'\u0301'.repeat(500)}`)).toBe(`"x${'\u0301'.repeat(10)}${'\\u0301'.repeat(11)}…"`);
  });

  it('marks the cut at any length asked for', () => {
    expect(render('x'.repeat(10_000), 1000)).toBe(`"${'x'.repeat(997)}…"`);
  });

  it('cuts an object with a mark at its end', () => {
    expect(render({ a: 'x'.repeat(100) })).toBe(`{"a":"${'x'.repeat(73)}…`);
  });

  it('costs what it shows: an object that holds itself ends', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(render(loop)).toBe(`${'['.repeat(79)}…`);
  });

  it('renders what fits as JSON that reads back the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = render(value);
        fc.pre(!text.includes('…') && !text.includes('about '));
        expect(JSON.parse(text)).toStrictEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is short, well-formed and free of controls whatever came', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string({ unit: 'binary' }), (value, string) => {
        for (const text of [render(value), render(string), joinPath('', string)]) {
          expect(text.length).toBeLessThanOrEqual(RENDERED_MAX_UNITS);
          expect(text.isWellFormed()).toBe(true);
          expect(text).not.toMatch(/\p{Cc}|[\u2028-\u202e\u2066-\u2069]/u);
        }
      }),
    );
  });
});

describe('joinPath', () => {
  it.each([
    ['', 'patch', 'patch'],
    ['patch', 'labels', 'patch.labels'],
    ['patch.labels', 2, 'patch.labels[2]'],
    ['', '__proto__', '__proto__'],
    ['a', 'we ird', 'a["we ird"]'],
    ['', '', '[""]'],
    ['', '0', '["0"]'],
  ])('joins %j and %j as %s', (path, step, joined) => {
    expect(joinPath(path, step)).toBe(joined);
  });
});

it('a long rendering of a deep value ends at a hundred levels', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
  const text = render(deep, 100_000);
  expect(text).toContain('…');
  expect(text.length).toBeLessThan(1_000);
});
