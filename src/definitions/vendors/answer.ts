import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import { type Definition, defineAll, type Selection } from './forms.js';
import type { ToolFormat } from './limits.js';

/** What GET /v1/tools answers. */
export interface ToolDefinitions {
  /** What the `tools` of a request to the vendor takes, to the letter. */
  readonly tools: readonly (Definition | { readonly functionDeclarations: readonly Definition[] })[];
  /** By the name of the tool, the SHA-256 of its definition as canonical JSON: what a client pins. */
  readonly digests: Readonly<Record<string, string>>;
}

export function toDefinitions(selection: Selection): ToolDefinitions {
  const definitions = defineAll(selection);
  const all = [...definitions.values()];
  const digests = [...definitions].map(([name, definition]) => [name, digestOf(definition)]);
  return {
    tools: isGemini(selection.format) ? [{ functionDeclarations: all }] : all,
    digests: Object.fromEntries(digests),
  };
}

function isGemini(format: ToolFormat): boolean {
  return format === 'gemini' || format === 'gemini-openapi';
}

/**
 * SHA-256 in hexadecimal of the definition as JSON without white space, the keys of every object in the order
 * of their code units and arrays as they are.
 */
export function digestOf(definition: Definition): string {
  return sha256(stringify(definition) ?? '');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The bytes of an answer and the entity tag that stands for them. */
export interface DefinitionsAnswer {
  readonly body: string;
  readonly etag: string;
}

/** More than the queries that clients usually send, and less than 1 MB. */
const ANSWERS_MAX_COUNT = 64;
const answers = new Map<string, DefinitionsAnswer>();

/** Made once for each selection, as long as there are few. @throws Error as requireFit does */
export function toDefinitionsAnswer(selection: Selection): DefinitionsAnswer {
  const key = JSON.stringify({ ...selection, tools: selection.tools.map(({ name }) => name) });
  const known = answers.get(key);
  if (known) return known;
  if (answers.size >= ANSWERS_MAX_COUNT) answers.clear();
  const made = makeAnswer(selection);
  answers.set(key, made);
  return made;
}

function makeAnswer(selection: Selection): DefinitionsAnswer {
  const body = JSON.stringify(toDefinitions(selection));
  return { body, etag: `"${sha256(body)}"` };
}
