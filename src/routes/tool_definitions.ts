import { type Static, Type } from '@sinclair/typebox';
import type { Issue } from '../refusals/refusal.js';
import { TOOLS } from '../registry.js';
import { StringEnum, Text } from '../schema/kinds.js';
import { findDuplicates } from '../tasks/tools/arguments.js';
import { ISSUES_MAX_COUNT } from '../text/budget.js';
import { render } from '../text/render.js';
import {
  hasStrict,
  type Selection,
  STRICT_FORMATS,
  TOOL_FORMATS,
  type ToolFormat,
} from '../tools/formats.js';
import { likelyTool } from '../tools/likely_tool.js';
import { defineRoute, findToolsetConflict, TOOLSET_QUERY, tierOf, toolsetAsGiven } from './route.js';

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
    ...TOOLSET_QUERY,
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

/** The tools with their prompt text and schemas, in the form of a vendor. */
export const listTools = defineRoute({
  method: 'GET',
  path: '/v1/tools',
  operationId: 'list_tools',
  summary: 'List the tool definitions',
  description: [
    'The tools with their prompt text and their schemas, in the form that a vendor takes: put tools into the request to the',
    'model as it is. They change with the version of the service only.',
  ].join(' '),
  tag: 'tools',
  query: ToolsQuery,
  check: (query, isWhole) => [
    ...(isWhole ? findWrongFlags(query) : []),
    ...findToolsetConflict(query),
    ...findWrongNames(query),
  ],
  answers: {
    says: 'The definitions, in the order of the registry whatever is asked for.',
    type: 'application/json',
    schema: Type.Ref('ToolDefinitions'),
  },
  kept: { what: 'definitions', by: 'bytes' },
  example({ definitions }) {
    const query = {
      format: 'anthropic',
      strict: true,
      toolset: 'core',
      tier: 'core',
      tools: 'task_get,task_list',
      defer: true,
    };
    // One small tool in each format shows what differs.
    const answerIn = (format: ToolFormat) =>
      JSON.parse(definitions.tools(selectTools({ format, tools: 'task_get' })).bytes);
    return { query, answers: Object.fromEntries(TOOL_FORMATS.map((format) => [format, answerIn(format)])) };
  },
  handle({ definitions }, { query }) {
    const { bytes, etag } = definitions.tools(selectTools(query));
    return { body: bytes, etags: [etag] };
  },
});

/** What a query that passed the gate asks for. */
export function selectTools(query: ToolsQuery): Selection {
  const { format = 'mcp', strict = false, defer, tools } = query;
  const names = tools === undefined ? NAMES : namesIn(tools);
  const tier = tierOf(query);
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

function findWrongNames(query: Partial<ToolsQuery>): Issue[] {
  const { tools } = query;
  if (tools === undefined) return [];
  if (tools === '') return [noName()];
  const names = namesIn(tools);
  if (names.length > ISSUES_MAX_COUNT) return [tooManyNames(names.length)];
  return [
    ...names.flatMap((name, index) => findWrongName(name, `tools[${index}]`, query)),
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

function findWrongName(name: string, path: string, query: Partial<ToolsQuery>): Issue[] {
  const tool = TOOLS.find((known) => known.name === name);
  const received = render(name);
  if (tool && tool.tier === (tierOf(query) ?? tool.tier)) return [];
  if (tool) {
    const message = `${toolsetAsGiven(query)} leaves ${name} out; leave out the one or the other.`;
    return [{ path, code: 'conflict', message, received }];
  }
  const expected = `one of ${NAMES.join(', ')}`;
  const likely = likelyTool(name, NAMES);
  const message = `${path} must be ${expected}, not ${received}${likely === undefined ? '' : `; send "${likely}"`}.`;
  const issue: Issue = { path, code: 'enum', message, expected, received };
  return [likely === undefined ? issue : { ...issue, suggestion: likely }];
}
