import { describe, expect, test } from 'vitest';
import { toMcpTools } from '../../src/definitions/published.js';
import { TOOLS } from '../../src/registry.js';

const { tools } = toMcpTools();

describe('tool definitions in the canonical form', () => {
  test('are published in the order of the registry', () => {
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  });

  test('say all four annotations, and a tool that only reads destroys nothing', () => {
    for (const { annotations } of tools) {
      expect(Object.keys(annotations)).toEqual([
        'readOnlyHint',
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
      ]);
      if (annotations.readOnlyHint) expect(annotations.destructiveHint).toBe(false);
    }
  });

  test('say when to use the tool and when not, in three sentences at least', () => {
    for (const { description } of tools) {
      expect(description).toMatch(/\bUse it\b/);
      expect(description).toMatch(/\. Not [a-z]+/);
      expect(description.split(/[.:] /).length).toBeGreaterThanOrEqual(3);
    }
  });

  test('hold the read-only hint of exactly the tools that read', () => {
    const reading = TOOLS.filter(({ kind }) => kind === 'read').map(({ name }) => name);
    expect(tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)).toEqual(
      reading,
    );
  });
});
