import { expect, test } from 'vitest';
import { toMcpTool } from '../../src/definitions/published.js';
import { TOOLS } from '../../src/registry.js';
import type { Tool } from '../../src/tools/tool.js';

/** What stands in the context of a model before it reads its first task. */
const CORE_MAX_CHARACTERS = 6_500;
const ALL_MAX_CHARACTERS = 14_000;

function charactersOf(tools: readonly Tool[]): number {
  return JSON.stringify({ tools: tools.map(toMcpTool) }).length;
}

test('the core stays under 6,500 characters in the form of MCP, every tool together under 14,000', () => {
  const core = charactersOf(TOOLS.filter(({ tier }) => tier === 'core'));
  const all = charactersOf(TOOLS);
  const rows = TOOLS.map((tool) => `${tool.name} (${tool.tier}): ${JSON.stringify(toMcpTool(tool)).length}`);
  console.log(
    ['Characters per tool in the form of MCP', ...rows, `core: ${core}`, `all: ${all}`].join('\n  '),
  );
  expect(core).toBeLessThan(CORE_MAX_CHARACTERS);
  expect(all).toBeLessThan(ALL_MAX_CHARACTERS);
});
