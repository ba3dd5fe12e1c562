import { describe, expect, test } from 'vitest';
import { publishedInput, publishedOutput } from '../../src/definitions/published.js';
import { TOOLS } from '../../src/registry.js';
import type { JsonSchema } from '../../src/schema/shape.js';

const INPUT_KEYWORDS = [
  ...['type', 'enum', 'description', 'properties', 'required', 'additionalProperties', 'items'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'],
];

interface Found {
  readonly path: string;
  readonly schema: JsonSchema;
}

function walk(schema: JsonSchema, path: string): Found[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    walk(property, `${path}.${name}`),
  );
  const items = schema.items ? walk(schema.items, `${path}[]`) : [];
  return [{ path, schema }, ...inside, ...items];
}

const inputs = TOOLS.flatMap((tool) => walk(publishedInput(tool), tool.name));
const outputs = TOOLS.flatMap((tool) => walk(publishedOutput(tool), tool.name));
const properties = inputs.flatMap(({ path, schema }) =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    path: `${path}.${name}`,
    name,
    property,
  })),
);

/** The keywords whose value a description repeats, since some runtimes drop them. */
const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

/**
 * The longest text of a pattern of character classes, the last of which has a counter: 50 of
 * ^[a-z][a-z0-9]{0,49}$.
 */
function longestOf(pattern: string): number | undefined {
  const counted = /^\^((?:\[[^\]]+\])*)\{\d+,(\d+)\}\$$/.exec(pattern);
  if (!counted) return undefined;
  const classes = counted[1]?.match(/\[[^\]]+\]/g) ?? [];
  return classes.length - 1 + Number(counted[2]);
}

describe('published schemas', () => {
  test('every tool has a name that all runtimes take', () => {
    for (const { name } of TOOLS) expect(name).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });

  test('inputs use the allowed keywords only', () => {
    const used = new Set(inputs.flatMap(({ schema }) => Object.keys(schema)));
    expect([...used].filter((keyword) => !INPUT_KEYWORDS.includes(keyword))).toEqual([]);
  });

  test('nothing of TypeBox is left in a published schema', () => {
    for (const { schema } of [...inputs, ...outputs])
      expect(Object.getOwnPropertySymbols(schema)).toEqual([]);
  });

  test('every object is closed and requires only properties that it has', () => {
    const objects = [...inputs, ...outputs].filter(({ schema }) => schema.type === 'object');
    expect(objects.length).toBeGreaterThan(TOOLS.length);
    for (const { path, schema } of objects) {
      expect(schema.additionalProperties, path).toBe(false);
      expect(Object.keys(schema.properties ?? {}), path).toEqual(
        expect.arrayContaining([...(schema.required ?? [])]),
      );
    }
  });

  test('inputs are flat: no object stands deeper than in an argument', () => {
    const deep = inputs.filter(({ path, schema }) => schema.type === 'object' && path.split('.').length > 2);
    expect(deep).toEqual([]);
  });

  test('properties are named in camelCase', () => {
    for (const { name, path } of properties) expect(name, path).toMatch(/^[a-z][a-zA-Z0-9]*$/);
  });

  test('every argument has a description and a type', () => {
    for (const { property, path } of properties) {
      expect(property.description, path).toMatch(/\w.*[.)]$/s);
      expect(property.type, path).toBeTypeOf('string');
    }
  });

  test('each bound but a minimum of nothing stands in the description of its argument', () => {
    for (const { property, path } of properties) {
      for (const bound of BOUNDS) {
        const limit = property[bound];
        if (limit !== undefined)
          expect(property.description, `${path} ${bound}`).toMatch(new RegExp(`\\b${limit}\\b`));
      }
    }
  });

  test('the longest text that a pattern allows stands in the description beside it', () => {
    const bounded = properties.flatMap(({ path, property }) => {
      const longest = longestOf(property.pattern ?? property.items?.pattern ?? '');
      return longest === undefined ? [] : [{ path, description: property.description, longest }];
    });
    expect(new Set(bounded.map(({ longest }) => longest))).toEqual(new Set([9, 50, 200]));
    for (const { path, description, longest } of bounded) {
      expect(description, path).toMatch(new RegExp(`\\b${longest}\\b`));
    }
  });

  test('patterns need no look-around, back reference or word boundary', () => {
    const patterns = inputs.flatMap(({ schema }) => schema.pattern ?? []);
    expect(patterns.length).toBeGreaterThan(0);
    for (const pattern of patterns) expect(pattern).not.toMatch(/\(\?|\\[bB1-9k]/);
  });

  test('a versioned write requires expectedVersion in public and lets its absence through the gate', () => {
    const versioned = TOOLS.filter((tool) => tool.kind === 'write' && tool.versioned);
    expect(versioned.map(({ name }) => name)).toEqual([
      'task_update',
      'task_reopen',
      'task_delete',
      'task_restore',
    ]);
    for (const tool of versioned) {
      expect(publishedInput(tool).required).toContain('expectedVersion');
      expect(tool.input.required).not.toContain('expectedVersion');
      const { expectedVersion, ...others } = tool.examples[0].arguments;
      expect(expectedVersion).toBeTypeOf('number');
      expect(tool.admit(others)).toEqual(others);
    }
  });
});
