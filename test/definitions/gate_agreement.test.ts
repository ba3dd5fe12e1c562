import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishedInput } from '../../src/definitions/published.js';
import { type Issue, Refusal } from '../../src/refusals/refusal.js';
import { TOOLS } from '../../src/registry.js';
import type { JsonSchema } from '../../src/schema/shape.js';
import { runs } from '../support/property_runs.js';
import { arbitraryOf } from '../support/schema_arbitrary.js';
import { SAID } from './said.js';

const NAMED = TOOLS.map((tool) => [tool.name, tool] as const);

/** The description of the argument that an issue is about: patch.labels for patch.labels[2]. */
function descriptionOf(schema: JsonSchema, path: string): string {
  const names = path.replaceAll(/\[\d+\]/g, '').split('.');
  const found = names.reduce<JsonSchema | undefined>((at, name) => at?.properties?.[name], schema);
  return found?.description ?? '';
}

function issuesOf(admit: (raw: unknown) => unknown, raw: unknown): readonly Issue[] {
  try {
    admit(raw);
    return [];
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_INPUT') return error.extras.issues ?? [];
    throw error;
  }
}

describe('what a published input schema accepts', () => {
  test.each(NAMED)('%s takes as it is, or refuses by a rule that the description says', (_, tool) => {
    const schema = publishedInput(tool);
    fc.assert(
      fc.property(arbitraryOf(schema), (raw) => {
        for (const { code, path } of issuesOf(tool.admit, raw)) {
          expect(descriptionOf(schema, path), `${code} at ${path}`).toMatch(SAID[code] ?? /never/);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test.each(NAMED)('%s takes with null for every optional argument that is left out', (_, tool) => {
    const schema = publishedInput(tool);
    const nothing = Object.fromEntries(
      Object.keys(schema.properties)
        .filter((name) => !schema.required.includes(name))
        .map((name) => [name, null]),
    );
    for (const { arguments: args } of tool.examples)
      expect(tool.admit({ ...nothing, ...args })).toEqual(args);
  });
});
