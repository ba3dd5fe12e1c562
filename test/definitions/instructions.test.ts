import { describe, expect, test } from 'vitest';
import {
  instructionsFor,
  PROMPTS,
  PROTOCOL_PROMPT,
  toInstructions,
} from '../../src/definitions/instructions.js';
import { CATALOG } from '../../src/refusals/catalog.js';
import { TOOLS } from '../../src/registry.js';
import { taskUpdate } from '../../src/tasks/tools/task_update.js';
import type { Tool } from '../../src/tools/tool.js';

/** A system prompt pays for every character in every turn. */
const ALL_MAX_CHARACTERS = 3_000;
/** Claude Code cuts the instructions of an MCP server here. */
const CUT_CHARACTERS = 2_048;
const PROTOCOL_MAX_CHARACTERS = 2_000;

const NAMES = TOOLS.map(({ name }) => name);
const CORE_NAMES = TOOLS.filter(({ tier }) => tier === 'core').map(({ name }) => name);
/** Not the code TASK_DELETED, nor TaskCreate of another runtime. */
const TOOL_WORD = /\btask_[a-z_]+\b/g;

const namedIn = (text: string): string[] => [...new Set(text.match(TOOL_WORD) ?? [])].sort();

/** Every choice of tools that a runtime could make. */
const choices: readonly (readonly Tool[])[] = Array.from({ length: 2 ** TOOLS.length }, (_, choice) =>
  TOOLS.filter((_tool, index) => (choice >> index) % 2 === 1),
);

const texts = [
  ['the instructions', instructionsFor(null)],
  ['the instructions for the core', instructionsFor('core')],
  ['the work protocol', PROTOCOL_PROMPT.text],
] as const;

describe('the instructions', () => {
  test('are published as their snapshots show', async () => {
    await expect(`${instructionsFor(null)}\n`).toMatchFileSnapshot('./snapshots/instructions.md');
    await expect(`${instructionsFor('core')}\n`).toMatchFileSnapshot('./snapshots/instructions_core.md');
  });

  test('are small enough to stand in every system prompt', () => {
    const [all, core] = [instructionsFor(null).length, instructionsFor('core').length];
    console.log(
      `Instructions: ${all} characters, for the core ${core}; protocol: ${PROTOCOL_PROMPT.text.length}.`,
    );
    expect(all).toBeLessThan(ALL_MAX_CHARACTERS);
    expect(core).toBeLessThanOrEqual(CUT_CHARACTERS);
    expect(PROTOCOL_PROMPT.text.length).toBeLessThan(PROTOCOL_MAX_CHARACTERS);
  });

  test('hold every rule before the place where a client may cut them', () => {
    expect(instructionsFor(null).indexOf('## Tools')).toBeGreaterThan(1_000);
    expect(instructionsFor(null).indexOf('## Tools')).toBeLessThan(CUT_CHARACTERS);
  });

  test('name every tool that there is, and for the core exactly its tools', () => {
    expect(namedIn(instructionsFor(null))).toEqual([...NAMES].sort());
    expect(namedIn(instructionsFor('core'))).toEqual([...CORE_NAMES].sort());
  });

  test('say of each tool, to the letter, when to use it and when not', () => {
    const lines = instructionsFor(null).split('\n');
    for (const { name, use, avoid } of TOOLS) expect(lines).toContain(`- ${name}: ${use} ${avoid}`);
  });

  test('name no tool that is not there, whatever tools are chosen, and give each one its sentence of use', () => {
    expect(choices).toHaveLength(256);
    for (const tools of choices) {
      const names = tools.map(({ name }) => name);
      const text = toInstructions(tools);
      expect(namedIn(text)).toEqual([...names].sort());
      for (const name of names) expect(text).toMatch(new RegExp(`^- ${name}: Use it .*\\. Not .*\\.$`, 'm'));
    }
  });

  test('keep every rule whole, with an end, when tools are missing', () => {
    for (const tools of choices) {
      const [, rules = ''] = toInstructions(tools).split(/## Rules\n\n|\n\n## Tools/);
      const lines = rules.split('\n');
      expect(lines).toHaveLength(10);
      for (const [index, line] of lines.entries()) {
        expect(line).toMatch(new RegExp(`^${index + 1}\\. [A-Zd].*[a-z)]\\.$`));
      }
    }
  });

  test('leave out of a sentence only what names a missing tool', () => {
    const [core] = instructionsFor('core').match(/^- task_update: .*$/m) ?? [];
    expect(core).toBe(
      '- task_update: Use it to start (in_progress), complete (done, once verified) or hand over a task. Not to reopen or delete.',
    );
  });
});

describe('the prompts', () => {
  test('are the work protocol, as its snapshot shows', async () => {
    expect(PROMPTS).toEqual([PROTOCOL_PROMPT]);
    await expect(`${PROTOCOL_PROMPT.text}\n`).toMatchFileSnapshot('./snapshots/work_protocol.md');
  });

  test('name core tools only, so that they hold on every connection', () => {
    for (const name of namedIn(PROTOCOL_PROMPT.text)) expect(CORE_NAMES).toContain(name);
  });

  test('name codes of the catalog only', () => {
    const codes = PROTOCOL_PROMPT.text.match(/\b[A-Z]+(?:_[A-Z]+)*(?=[,:]| or )/g) ?? [];
    expect(codes).toEqual([
      'STALE_VERSION',
      'INVALID_INPUT',
      'BLOCKED',
      'TASK_NOT_FOUND',
      'TASK_DELETED',
      'RATE_LIMITED',
      'CONTENTION',
      'STORE_UNAVAILABLE',
    ]);
    for (const code of codes) expect(Object.keys(CATALOG)).toContain(code);
  });

  test('show patches that the gate takes', () => {
    const patches = (PROTOCOL_PROMPT.text.match(/\{.*?\}/g) ?? []).map((json): unknown => JSON.parse(json));
    expect(patches).toHaveLength(4);
    for (const patch of patches) {
      expect(taskUpdate.admit({ id: '1', expectedVersion: 1, patch })).toMatchObject({ patch });
    }
  });
});

describe.each(texts)('%s', (_, text) => {
  test('is the same each time and holds nothing that could differ between two calls', () => {
    expect(texts.map(([, same]) => same)).toEqual([
      instructionsFor(null),
      instructionsFor('core'),
      PROTOCOL_PROMPT.text,
    ]);
    expect(text).not.toMatch(/\d{4}|\d+ tasks|https?:|\blist name|\bsession|\bagent-|\btoday\b/i);
  });

  test('is plain ASCII in lines without a space at their end', () => {
    expect(text).toMatch(/^[\n -~]+$/);
    expect(text).not.toMatch(/ $/m);
    expect(text).not.toMatch(/\n\n\n|\n$/);
  });

  test('names arguments that the tools have', () => {
    const inputs = new Set(TOOLS.flatMap(({ input }) => Object.keys(input.properties)));
    const patch = new Set(Object.keys(taskUpdate.input.properties.patch?.properties ?? {}));
    const camel = text.match(/\b[a-z]+[A-Z]\w*\b/g) ?? [];
    expect(camel).toContain('expectedVersion');
    for (const name of camel) expect([name, inputs.has(name) || patch.has(name)]).toEqual([name, true]);
  });
});
