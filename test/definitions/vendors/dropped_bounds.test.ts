import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { publishedInput } from '../../../src/definitions/published.js';
import type { VendorSchema } from '../../../src/definitions/vendors/limits.js';
import type { Tool } from '../../../src/tools/tool.js';
import { admit, isNamed } from './outcome.js';
import { droppedFrom, PUBLISHED, pairs } from './published.js';

const ajv = new Ajv2020({ strict: false });

/** How a description says a pattern. */
const SAID_PATTERNS: Readonly<Record<string, RegExp>> = {
  '\\S': /1 to \d+ characters/,
  '^[1-9][0-9]{0,8}$': /1 to 9 digits/,
  '^[a-z0-9][a-z0-9._/-]{0,49}$': /1 to 50 of a-z 0-9 \. _ \/ -/,
  '^[!-~]{1,200}$': /1 to 200 visible ASCII/,
};

/** A text that the pattern refuses and that nothing else does. */
const UNMATCHED: Readonly<Record<string, string>> = {
  '\\S': '   ',
  '^[1-9][0-9]{0,8}$': '05',
  '^[a-z0-9][a-z0-9._/-]{0,49}$': 'No Label',
  '^[!-~]{1,200}$': 'two words',
};

/** A value just beyond the bound. */
function beyond(keyword: string, value: unknown, words: readonly string[] | undefined): unknown {
  switch (keyword) {
    case 'pattern':
      return UNMATCHED[String(value)];
    case 'minLength':
      return 'x'.repeat(Number(value) - 1);
    case 'maxLength':
      return 'x'.repeat(Number(value) + 1);
    case 'minimum':
      return Number(value) - 1;
    case 'maximum':
      return Number(value) + 1;
    case 'maxItems':
      return Array.from(
        { length: Number(value) + 1 },
        (_, index) => words?.[index % words.length] ?? String(index + 1),
      );
    default:
      return expect.unreachable(`no value is known beyond ${keyword}`);
  }
}

/** The first example with one value put in its place, a path like patch.labels[]. */
function callWith(tool: Tool, path: string, value: unknown): Record<string, unknown> {
  const args: Record<string, unknown> = structuredClone({ ...tool.examples[0].arguments });
  const names = path.split('.');
  const last = names.pop() ?? '';
  const at = names.reduce<Record<string, unknown>>((part, name) => {
    part[name] ??= {};
    return part[name] as Record<string, unknown>; // an object within the arguments, or the one just put there
  }, args);
  if (last.endsWith('[]')) at[last.slice(0, -2)] = [value];
  else at[last] = value;
  return args;
}

/** Null for every property that the form requires and that the call does not have. */
function withNulls(schema: VendorSchema, args: object): object {
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(args, name));
  const given = Object.entries(args).map(([name, value]) => {
    const isObject = typeof value === 'object' && !Array.isArray(value);
    return [name, isObject ? withNulls(schema.properties?.[name] ?? {}, value) : value];
  });
  return { ...Object.fromEntries(missing.map((name) => [name, null])), ...Object.fromEntries(given) };
}

const DROPPED = PUBLISHED.flatMap(({ form, tool, schema }) =>
  pairs(publishedInput(tool), schema).flatMap((pair) =>
    droppedFrom(pair).map(([keyword, value]) => ({ form, tool, schema, pair, keyword, value })),
  ),
);
const BOUNDS = DROPPED.filter(({ keyword }) => keyword !== 'additionalProperties');

test('the canonical form drops nothing, nor do those of OpenAI and Anthropic that are not strict', () => {
  const dropping = new Set(DROPPED.map(({ form }) => form));
  expect([...dropping]).toEqual([
    'openai-strict',
    'openai-chat-strict',
    'anthropic-strict',
    'gemini',
    'gemini-openapi',
  ]);
});

describe.each(
  BOUNDS.map((bound) => [bound.keyword, bound.value, bound.form, bound.tool.name, bound] as const),
)('the %s of %s, which the form %s drops from %s', (keyword, value, _form, _name, { tool, schema, pair }) => {
  test('stands in the description', () => {
    const said = keyword === 'pattern' ? SAID_PATTERNS[String(value)] : new RegExp(`\\b${value}\\b`);
    expect(pair.description).toMatch(said ?? /never/);
  });

  test('is not held by the form, and is by the service', () => {
    const args = withNulls(
      schema,
      callWith(tool, pair.path, beyond(keyword, value, pair.canonical.items?.enum)),
    );
    const accepts = ajv.compile(schema);
    expect(accepts(args), JSON.stringify(accepts.errors)).toBe(true);
    const outcome = admit(tool, args);
    if ('admitted' in outcome) return expect.unreachable('the service takes it');
    const at = pair.path.replace('[]', '[0]');
    const issue = outcome.issues.find(({ path }) => path === at);
    expect(issue && isNamed([keyword, value], issue), JSON.stringify(outcome.issues)).toBe(true);
  });
});
