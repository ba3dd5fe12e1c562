import { describe, expect, test } from 'vitest';
import { TOOLS } from '../../../src/registry.js';
import * as rules from '../../support/vendor_rules.js';
import { answerTo, type Json, QUERIES } from './published.js';

const each = (faultsOf: (entry: Json) => rules.Faults) => (tools: readonly Json[]) => tools.flatMap(faultsOf);

/** By form, the rules of its vendor for all tools of one request. */
const RULES: Readonly<Record<string, (tools: readonly Json[]) => rules.Faults>> = {
  mcp: each(rules.mcpFaults),
  openai: each(rules.openAiFaults),
  'openai-strict': each(rules.openAiFaults),
  'openai-chat': each(rules.openAiChatFaults),
  'openai-chat-strict': each(rules.openAiChatFaults),
  anthropic: rules.anthropicFaults,
  'anthropic-strict': rules.anthropicFaults,
  gemini: each(rules.geminiFaults),
  'gemini-openapi': each(rules.geminiOpenApiFaults),
};

const FORMS = Object.entries(QUERIES);

function faultsOf(form: string, tools: readonly Json[]): rules.Faults {
  return RULES[form]?.(tools) ?? expect.unreachable(`${form} has no rules`);
}

describe('the rules of the vendor', () => {
  test.each(FORMS)('are kept by every tool in the form %s', (form, query) => {
    expect(faultsOf(form, answerTo(query).tools)).toEqual([]);
  });

  test.each(FORMS)('are kept by each tier and by each tool alone in the form %s', (form, query) => {
    const parts = [{ tier: 'core' }, { tier: 'more' }, ...TOOLS.map(({ name }) => ({ tools: name }))];
    for (const part of parts) expect(faultsOf(form, answerTo({ ...query, ...part }).tools)).toEqual([]);
  });
});

/** The tools of a form with one value of the first tool replaced; undefined takes the value away. */
function broken(form: string, path: string, value: unknown): Json[] {
  const { tools } = answerTo({ ...QUERIES[form], tools: 'task_update' });
  const names = path.split('.');
  const last = names.pop() ?? '';
  // The path leads through objects and arrays only, or the assignment below throws.
  const at = names.reduce<Record<string, unknown>>(
    (part, name) => part[name] as Record<string, unknown>,
    tools[0] as Record<string, unknown>,
  );
  at[last] = value;
  return JSON.parse(JSON.stringify(tools));
}

/** Where the schema of the arguments stands in the first entry. */
const SCHEMA_AT: Readonly<Record<string, string>> = {
  mcp: 'inputSchema',
  openai: 'parameters',
  'openai-strict': 'parameters',
  'openai-chat': 'function.parameters',
  'openai-chat-strict': 'function.parameters',
  anthropic: 'input_schema',
  'anthropic-strict': 'input_schema',
  gemini: 'functionDeclarations.0.parametersJsonSchema',
  'gemini-openapi': 'functionDeclarations.0.parameters',
};

type Break = [path: string, value: unknown, fault: string];

/** Faults that no form may have, by their place in the schema of the arguments. */
const ANYWHERE: readonly Break[] = [
  ['type', 'array', 'the root is no object'],
  ['anyOf', [], ' has anyOf'],
  ['$schema', 'https://json-schema.org/draft/2020-12/schema', ' has $schema'],
  ['properties.id.const', '5', '.id has const'],
  ['properties.id.$ref', '#/$defs/id', '.id has $ref'],
  ['properties.id.default', '5', '.id has default'],
  ['properties.id.type', ['string', 'integer'], '.id has 2 types'],
  ['properties.clear.items', undefined, '.clear does not say its items'],
  ['properties.patch.properties.status.enum', ['done', 'Done'], '.patch.status has an enum word twice'],
  ['required', ['id', 'nobody'], ' requires nobody, which it does not have'],
];

const OF_JSON_SCHEMA: readonly Break[] = [
  ['additionalProperties', true, ' is open'],
  ['properties.patch.additionalProperties', undefined, '.patch is open'],
];

const OF_STRICT_OPENAI: readonly Break[] = [
  ['required', ['id'], '.patch is not required'],
  ['properties.id.maxLength', 9, '.id has maxLength'],
  ['properties.clear.uniqueItems', true, '.clear has uniqueItems'],
  ['properties.patch.properties.status.enum', ['done'], '.patch.status has no null in its enum'],
];

const WITHIN: Readonly<Record<string, readonly Break[]>> = {
  mcp: [...OF_JSON_SCHEMA, ['properties.id.pattern', '^(?!0)', '.id has the pattern ^(?!0)']],
  openai: OF_JSON_SCHEMA,
  'openai-strict': [...OF_JSON_SCHEMA, ...OF_STRICT_OPENAI],
  'openai-chat': OF_JSON_SCHEMA,
  'openai-chat-strict': [...OF_JSON_SCHEMA, ...OF_STRICT_OPENAI],
  anthropic: OF_JSON_SCHEMA,
  'anthropic-strict': [
    ...OF_JSON_SCHEMA,
    ['properties.expectedVersion.minimum', 1, '.expectedVersion has minimum'],
    ['properties.clear.maxItems', 3, '.clear has maxItems'],
    ['properties.clear.minItems', 2, '.clear has minItems above 1'],
    ['properties.id.pattern', '^[!-~]{1,200}$', '.id has the pattern ^[!-~]{1,200}$'],
  ],
  gemini: [...OF_JSON_SCHEMA, ['properties.id.pattern', '^5$', '.id has pattern']],
  'gemini-openapi': [
    ['additionalProperties', false, ' has additionalProperties'],
    ['properties.patch.propertyOrdering', undefined, '.patch does not say the order of its properties'],
    ['properties.clear.exclusiveMinimum', 1, '.clear has exclusiveMinimum'],
    ['required', [], ' requires nothing, in so many words'],
  ],
};

/** Faults outside the schema. */
const AROUND: readonly [form: string, ...Break][] = [
  ['mcp', 'annotations.openWorldHint', undefined, 'openWorldHint'],
  ['mcp', 'outputSchema.type', 'array', 'the root is no object'],
  ['mcp', 'name', 'task/update', 'the name "task/update" is not taken'],
  ['openai', 'name', 'task.update', 'the name "task.update" is not taken'],
  ['openai', 'type', undefined, 'it is no function'],
  ['openai', 'strict', undefined, 'strict is missing'],
  ['openai', 'strict', true, '.patch.status is not required'],
  ['openai-chat', 'strict', true, 'strict is no field of the vendor'],
  ['openai-chat', 'function.name', 'x'.repeat(65), `the name "${'x'.repeat(65)}" is not taken`],
  ['anthropic', 'inputSchema', {}, 'inputSchema is no field of the vendor'],
  ['anthropic', 'description', '', 'the description is empty'],
  ['anthropic', 'strict', true, '.expectedVersion has minimum'],
  ['anthropic', 'defer_loading', true, 'every tool is deferred'],
  ['gemini', 'functionDeclarations', [], 'it has no function, or more than 128'],
  ['gemini', 'functionDeclarations.0.name', '1st', 'the name "1st" is not taken'],
  [
    'gemini-openapi',
    'functionDeclarations.0.parametersJsonSchema',
    {},
    'parametersJsonSchema is no field of the vendor',
  ],
];

const BREAKS = [
  ...Object.entries(WITHIN).flatMap(([form, breaks]) =>
    [...ANYWHERE, ...breaks].map(([path, value, fault]): [string, ...Break] => [
      form,
      `${SCHEMA_AT[form]}.${path}`,
      value,
      fault,
    ]),
  ),
  ...AROUND,
];

describe('a checker of the rules', () => {
  test.each(BREAKS)('in the form %s finds what is wrong with %s as %j', (form, path, value, fault) => {
    expect(faultsOf(form, broken(form, path, value))).toContain(fault);
  });

  test('finds more strict tools, optional properties and unions than Anthropic takes together', () => {
    const strict = (properties: Json, required: readonly string[]): Json => ({
      name: 'a',
      description: 'A.',
      strict: true,
      input_schema: { type: 'object', properties, required, additionalProperties: false },
    });
    const many = (count: number, type: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type }]));
    const nullable = many(17, ['string', 'null']);
    expect(rules.anthropicFaults(Array.from({ length: 21 }, () => strict({}, [])))).toEqual([
      'more than 20 tools are strict',
    ]);
    expect(rules.anthropicFaults([strict(many(25, 'string'), [])])).toEqual([
      '25 properties of strict tools are optional',
    ]);
    expect(rules.anthropicFaults([strict(nullable, Object.keys(nullable))])).toEqual([
      '17 properties of strict tools are of a union type',
    ]);
  });
});
