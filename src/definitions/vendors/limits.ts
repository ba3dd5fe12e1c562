import { type JsonSchema, KEYWORDS } from '../../schema/shape.js';
import { hasStrict, type STRICT_FORMATS, type ToolFormat } from '../../tools/formats.js';
import type { Tool } from '../../tools/tool.js';

/**
 * What each vendor takes of a tool definition: the one table from which every form is made and against which
 * every definition is held. Where a vendor's surfaces differ, the smaller limit stands, so that one
 * definition does for all of them.
 */

/** A format, or its strict variant. */
export type Form = ToolFormat | `${(typeof STRICT_FORMATS)[number]}-strict`;

export interface VendorLimits {
  /** Pattern and length of a tool's name. */
  readonly name: RegExp;
  /** The keywords of a schema that the form keeps, of those that are ever published. */
  readonly keywords: readonly string[];
  /**
   * What becomes of a property that may be left out: it stays so; it becomes required and may be null; or it
   * stays so and says, in the words of OpenAPI 3.0, that it may be null.
   */
  readonly optional: 'left out' | 'null' | 'nullable';
  /** The longest counter, such as 8 of {0,8}, in a pattern that the form keeps. */
  readonly counterMax?: number;
  /** Levels of objects and arrays, the arguments themselves being the first. */
  readonly levelsMax?: number;
  /** Properties of one definition, those inside others included. */
  readonly propertiesMax?: number;
  /** Words in all enums of one definition. */
  readonly enumValuesMax?: number;
  /** Characters of the property names and enum words of one definition. */
  readonly charactersMax?: number;
  /** Tools in one request. */
  readonly toolsMax?: number;
  /** What all strict tools of one request may have together. */
  readonly strictTogether?: {
    readonly tools: number;
    readonly optionalProperties: number;
    readonly unionTypes: number;
  };
}

function without(...dropped: readonly string[]): readonly string[] {
  return KEYWORDS.filter((keyword) => !dropped.includes(keyword));
}

/** Chat Completions takes 64 characters; the Responses API and Azure take 128 (openai-openapi, 2026-08). */
const OPENAI_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
/** "A max of 128 functions are supported" (openai-openapi, 2026-08). */
const OPENAI_TOOLS_MAX = 128;

const openai: VendorLimits = {
  name: OPENAI_NAME,
  keywords: KEYWORDS,
  optional: 'left out',
  toolsMax: OPENAI_TOOLS_MAX,
};

const openaiStrict: VendorLimits = {
  name: OPENAI_NAME,
  // Structured outputs take neither lengths nor open objects (OpenAI's guide, as quoted 2026-09).
  keywords: without('minLength', 'maxLength'),
  optional: 'null',
  levelsMax: 5, // Azure; OpenAI itself takes 10
  propertiesMax: 100, // Azure; OpenAI itself takes 5,000
  enumValuesMax: 1_000,
  charactersMax: 120_000,
  toolsMax: OPENAI_TOOLS_MAX,
};

/** The API takes 128 characters; Claude Desktop and claude.ai drop a tool set with a name over 64. */
const ANTHROPIC_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A letter or _ first (js-genai 2.18); the API takes 64 to 128 characters, the Gemini CLI cuts at 63. */
const GEMINI_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,62}$/;
/** "Maximum 128 function declarations can be provided" (google.cloud.aiplatform.v1 Tool). */
const GEMINI_TOOLS_MAX = 128;

export const LIMITS: Readonly<Record<Form, VendorLimits>> = {
  mcp: {
    name: /^[A-Za-z0-9_.-]{1,64}$/, // the specification takes 128, its conformance suite 64
    keywords: KEYWORDS,
    optional: 'left out',
  },
  openai,
  'openai-strict': openaiStrict,
  'openai-chat': openai,
  'openai-chat-strict': openaiStrict,
  anthropic: { name: ANTHROPIC_NAME, keywords: KEYWORDS, optional: 'left out' },
  'anthropic-strict': {
    name: ANTHROPIC_NAME,
    // Each of these is answered with 400 (Anthropic's structured outputs, as quoted 2026-08), minItems when
    // it is neither 0 nor 1.
    keywords: without('minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'),
    optional: 'left out',
    // "Complex {n,m} quantifiers with large ranges" are not taken; the digits of an id are a small one.
    counterMax: 10,
    strictTogether: { tools: 20, optionalProperties: 24, unionTypes: 16 },
  },
  gemini: {
    name: GEMINI_NAME,
    // The documentation of parametersJsonSchema (js-genai 2.18) does not name these.
    keywords: without('pattern', 'minLength', 'maxLength'),
    optional: 'left out',
    toolsMax: GEMINI_TOOLS_MAX,
  },
  'gemini-openapi': {
    name: GEMINI_NAME,
    // Any field that the Schema type of js-genai 2.18 does not have is answered with 400.
    keywords: without('additionalProperties'),
    optional: 'nullable',
    toolsMax: GEMINI_TOOLS_MAX,
  },
};

/** The form of a format; one without a strict variant has only itself. */
export function formOf(format: ToolFormat, strict: boolean): Form {
  return strict && hasStrict(format) ? `${format}-strict` : format;
}

/** A schema in the form of a vendor. */
export interface VendorSchema extends Omit<JsonSchema, 'enum' | 'properties' | 'items'> {
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, VendorSchema>>;
  readonly items?: VendorSchema;
  /** OpenAPI 3.0 says so what JSON Schema says with the type null. */
  readonly nullable?: true;
  /** The order in which Gemini writes the properties. */
  readonly propertyOrdering?: readonly string[];
}

/** What the limits of a vendor count in a schema. */
interface SchemaSize {
  readonly levels: number;
  readonly properties: number;
  readonly optionalProperties: number;
  readonly unionTypes: number;
  readonly enumValues: number;
  /** Of property names and enum words. */
  readonly characters: number;
}

export function sizeOf(schema: VendorSchema): SchemaSize {
  const { properties = {}, required = [], items, enum: words = [] } = schema;
  const names = Object.keys(properties);
  const inside = [...Object.values(properties), ...(items ? [items] : [])].map(sizeOf);
  const sum = (pick: (size: SchemaSize) => number) => inside.reduce((total, size) => total + pick(size), 0);
  const isNested = names.length > 0 || items !== undefined;
  const lengths = [...names, ...words].map((word) => word?.length ?? 0);
  return {
    levels: (isNested ? 1 : 0) + Math.max(0, ...inside.map(({ levels }) => levels)),
    properties: names.length + sum((size) => size.properties),
    optionalProperties:
      names.filter((name) => !required.includes(name)).length + sum((size) => size.optionalProperties),
    unionTypes: (Array.isArray(schema.type) ? 1 : 0) + sum((size) => size.unionTypes),
    enumValues: words.length + sum((size) => size.enumValues),
    characters: lengths.reduce((total, length) => total + length, 0) + sum((size) => size.characters),
  };
}

/**
 * Holds a definition against the limits of its vendor.
 * @throws Error a tool that a vendor would refuse must not be published
 */
export function requireFit(form: Form, name: string, schema: VendorSchema): void {
  const limits = LIMITS[form];
  if (!limits.name.test(name)) throw new Error(`${form} takes no tool that is named ${name}.`);
  const size = sizeOf(schema);
  const counted: readonly (readonly [what: string, count: number, most: number | undefined])[] = [
    ['levels', size.levels, limits.levelsMax],
    ['properties', size.properties, limits.propertiesMax],
    ['enum values', size.enumValues, limits.enumValuesMax],
    ['characters of names and enum values', size.characters, limits.charactersMax],
  ];
  for (const [what, count, most] of counted) {
    if (most !== undefined && count > most)
      throw new Error(`${form} takes at most ${most} ${what}; ${name} has ${count}.`);
  }
}

/** @throws Error as requireFit does */
export function requireFewTools(form: Form, count: number): void {
  const { toolsMax } = LIMITS[form];
  if (toolsMax !== undefined && count > toolsMax)
    throw new Error(`${form} takes at most ${toolsMax} tools in a request, not ${count}.`);
}

/**
 * Which of the tools of one request are marked as strict. All of them where the vendor sets no limit on the
 * whole. Where it does, those of the core come first, in each tier those that write, since a wrong write
 * costs more than a wrong read, then in the order of the registry, each that still fits. A tool that does not
 * fit is served without the mark: one tool too many would have the whole request refused. Its schema stays
 * the same, and the gate refuses what the vendor then lets pass.
 */
export function strictAmong(schemas: ReadonlyMap<Tool, VendorSchema>, form: Form): ReadonlySet<Tool> {
  const { strictTogether } = LIMITS[form];
  if (!strictTogether) return new Set(schemas.keys());
  const strict = new Set<Tool>();
  const left = { ...strictTogether };
  const among = (tier: Tool['tier'], kind: Tool['kind']) =>
    [...schemas].filter(([tool]) => tool.tier === tier && tool.kind === kind);
  const core = [...among('core', 'write'), ...among('core', 'read')];
  for (const [tool, schema] of [...core, ...among('more', 'write'), ...among('more', 'read')]) {
    const { optionalProperties, unionTypes } = sizeOf(schema);
    if (left.tools < 1 || left.optionalProperties < optionalProperties || left.unionTypes < unionTypes)
      continue;
    left.tools -= 1;
    left.optionalProperties -= optionalProperties;
    left.unionTypes -= unionTypes;
    strict.add(tool);
  }
  return strict;
}
