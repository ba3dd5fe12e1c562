import { toDefinitions } from '../../../src/definitions/vendors/forms.js';
import type { VendorSchema } from '../../../src/definitions/vendors/limits.js';
import { compileGate } from '../../../src/gate/gate.js';
import { readQueryArguments } from '../../../src/http/arguments/read_arguments.js';
import { requireTool } from '../../../src/registry.js';
import { selectTools, ToolsQuery } from '../../../src/routes/tool_definitions.js';
import type { JsonSchema } from '../../../src/schema/shape.js';
import type { Tool } from '../../../src/tools/tool.js';

export type Json = Readonly<Record<string, unknown>>;

/** The forms that are published, each with the query that asks for it. */
export const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mcp: { format: 'mcp' },
  openai: { format: 'openai' },
  'openai-strict': { format: 'openai', strict: 'true' },
  'openai-chat': { format: 'openai-chat' },
  'openai-chat-strict': { format: 'openai-chat', strict: 'true' },
  anthropic: { format: 'anthropic' },
  'anthropic-strict': { format: 'anthropic', strict: 'true' },
  gemini: { format: 'gemini' },
  'gemini-openapi': { format: 'gemini-openapi' },
};

const admit = compileGate(ToolsQuery);

/** What a client gets for the query, as it reads it from the wire. */
export function answerTo(query: Readonly<Record<string, string>>): { tools: Json[]; digests: Json } {
  const selection = selectTools(admit(readQueryArguments(ToolsQuery, query)));
  return JSON.parse(JSON.stringify(toDefinitions(selection)));
}

/** One definition in an answer, wherever its form puts the parts. */
export interface Published {
  readonly tool: Tool;
  readonly entry: Json;
  readonly schema: VendorSchema;
}

/** The definitions of an answer; Gemini has them all in one tool. */
export function definitionsIn(answer: { readonly tools: readonly Json[] }): Published[] {
  return answer.tools
    .flatMap((tool) => (tool.functionDeclarations as Json[] | undefined) ?? [tool])
    .map((entry) => {
      const inner = (entry.function as Json | undefined) ?? entry;
      const schema =
        inner.inputSchema ?? inner.parameters ?? inner.input_schema ?? inner.parametersJsonSchema;
      // The rule checkers hold every form against what its vendor takes, its schema included.
      return { tool: requireTool(String(inner.name)), entry, schema: schema as VendorSchema };
    });
}

/** Every form with every tool in it. */
export const PUBLISHED = Object.entries(QUERIES).flatMap(([form, query]) =>
  definitionsIn(answerTo(query)).map((published) => ({ form, ...published })),
);

/** A schema within the published input and what a form makes of it. */
export interface Pair {
  /** Like patch.labels[]; '' for the arguments as a whole. */
  readonly path: string;
  readonly canonical: JsonSchema;
  readonly adapted: VendorSchema;
  /** Of the argument that it belongs to: an item's form stands with its array. */
  readonly description: string;
}

export function pairs(canonical: JsonSchema, adapted: VendorSchema, path = '', described = ''): Pair[] {
  const description = canonical.description ?? described;
  const inside = Object.entries(canonical.properties ?? {}).flatMap(([name, property]) =>
    pairs(property, adapted.properties?.[name] ?? {}, path === '' ? name : `${path}.${name}`),
  );
  const items = canonical.items ? pairs(canonical.items, adapted.items ?? {}, `${path}[]`, description) : [];
  return [{ path, canonical, adapted, description }, ...inside, ...items];
}

/** The bounds of the canonical schema that a form does not have at this place. */
export function droppedFrom({ canonical, adapted }: Pair): [keyword: keyof JsonSchema, value: unknown][] {
  const bounds = ['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const;
  return [...bounds, 'additionalProperties' as const]
    .filter((keyword) => canonical[keyword] !== undefined && adapted[keyword] === undefined)
    .map((keyword) => [keyword, canonical[keyword]]);
}
