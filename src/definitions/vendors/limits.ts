import { hasStrict, type STRICT_FORMATS, type ToolFormat } from '../../tools/formats.js';
import { KEYWORDS } from '../published.js';

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
