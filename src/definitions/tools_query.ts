import { type Static, Type } from '@sinclair/typebox';
import { compileGate } from '../gate/gate.js';
import { readQueryArguments } from '../gate/query.js';
import type { Issue } from '../refusals/refusal.js';
import { TOOLS } from '../registry.js';
import { StringEnum, Text } from '../schema/kinds.js';
import { findDuplicates } from '../tasks/tools/arguments.js';
import { ISSUES_MAX_COUNT } from '../text/budget.js';
import { render } from '../text/render.js';
import { likelyTool } from '../tools/likely_tool.js';
import { TIERS } from '../tools/tool.js';
import type { Selection } from './vendors/forms.js';
import { hasStrict, STRICT_FORMATS, TOOL_FORMATS } from './vendors/limits.js';

/** Which definitions GET /v1/tools answers. */
export const ToolsQuery = Type.Object(
  {
    format: Type.Optional(
      StringEnum(TOOL_FORMATS, { description: 'The form of the definitions; mcp when not given.' }),
    ),
    strict: Type.Optional(
      Type.Boolean({
        description: `True: the vendor holds the model to the schemas (${STRICT_FORMATS.join(', ')}). False when not given.`,
      }),
    ),
    tier: Type.Optional(
      StringEnum(TIERS, {
        description:
          'Only the tools of this tier; core is what every agent needs at once. All when not given.',
      }),
    ),
    tools: Type.Optional(
      Text({
        description: 'Only these tools: names with commas between them, none twice. All when not given.',
      }),
    ),
    defer: Type.Optional(
      Type.Boolean({
        description:
          'False: no tool of the tier more is marked with defer_loading (anthropic only). True when not given.',
      }),
    ),
  },
  { additionalProperties: false },
);
type ToolsQuery = Static<typeof ToolsQuery>;

const NAMES = TOOLS.map(({ name }) => name);

const admit = compileGate(ToolsQuery, (query, isWhole) => [
  ...(isWhole ? findWrongFlags(query) : []),
  ...findWrongNames(query),
]);

/** @throws Refusal INVALID_INPUT that names every issue of the query */
export function readToolsQuery(query: Record<string, string | string[] | undefined>): Selection {
  const { format = 'mcp', strict = false, defer, tier, tools } = admit(readQueryArguments(ToolsQuery, query));
  const names = tools === undefined ? NAMES : namesIn(tools);
  const chosen = TOOLS.filter((tool) => names.includes(tool.name) && tool.tier === (tier ?? tool.tier));
  return { format, strict, defer: defer ?? format === 'anthropic', tools: chosen };
}

function namesIn(tools: string): string[] {
  return tools.split(',');
}

/** `false` is true of every form, so only `true` can be wrong. */
function findWrongFlags({ format = 'mcp', strict, defer }: Partial<ToolsQuery>): Issue[] {
  const wrong = (path: string, formats: readonly string[]): Issue => ({
    path,
    code: 'conflict',
    message: `${path}=true is for ${formats.join(', ')} and not for ${format}; leave ${path} out or ask for another format.`,
    expected: 'false',
    received: 'true',
    suggestion: false,
  });
  return [
    ...(strict === true && !hasStrict(format) ? [wrong('strict', STRICT_FORMATS)] : []),
    ...(defer === true && format !== 'anthropic' ? [wrong('defer', ['anthropic'])] : []),
  ];
}

function findWrongNames({ tools, tier }: Partial<ToolsQuery>): Issue[] {
  if (tools === undefined) return [];
  if (tools === '') return [noName()];
  const names = namesIn(tools);
  if (names.length > ISSUES_MAX_COUNT) return [tooManyNames(names.length)];
  return [
    ...names.flatMap((name, index) => findWrongName(name, `tools[${index}]`, tier)),
    ...findDuplicates('tools', names),
  ];
}

function noName(): Issue {
  const message =
    'tools names no tool; name at least one of those that GET /v1/tools has, or leave it out for all.';
  return {
    path: 'tools',
    code: 'empty',
    message,
    expected: `names among ${NAMES.join(', ')}`,
    received: '""',
  };
}

/** In place of an issue for each of them: so many cannot all be tools, none named twice. */
function tooManyNames(count: number): Issue {
  const expected = `at most ${NAMES.length} names, none twice`;
  const message = `tools has ${count} names; send ${expected}, or leave it out for all.`;
  return { path: 'tools', code: 'items', message, expected };
}

function findWrongName(name: string, path: string, tier: ToolsQuery['tier']): Issue[] {
  const tool = TOOLS.find((known) => known.name === name);
  const received = render(name);
  if (tool && tool.tier === (tier ?? tool.tier)) return [];
  if (tool) {
    const message = `${name} is of the tier ${tool.tier}, so tier=${tier} leaves it out; leave out the one or the other.`;
    return [{ path, code: 'conflict', message, received }];
  }
  const expected = `one of ${NAMES.join(', ')}`;
  const likely = likelyTool(name, NAMES);
  const message = `${path} must be ${expected}, not ${received}${likely === undefined ? '' : `; send "${likely}"`}.`;
  const issue: Issue = { path, code: 'enum', message, expected, received };
  return [likely === undefined ? issue : { ...issue, suggestion: likely }];
}
