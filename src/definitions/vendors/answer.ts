import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import { type Sealed, seal } from '../../routes/route.js';
import type { Selection, ToolFormat } from '../../tools/formats.js';
import { type Definition, defineAll } from './forms.js';

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
  return createHash('sha256')
    .update(stringify(definition) ?? '')
    .digest('hex');
}

/** More than the queries that clients usually send, and less than 1 MB. */
const ANSWERS_MAX_COUNT = 64;
const answers = new Map<string, Sealed>();

/** Made once for each selection, as long as there are few. @throws Error as requireFit does */
export function toDefinitionsAnswer(selection: Selection): Sealed {
  const key = JSON.stringify({ ...selection, tools: selection.tools.map(({ name }) => name) });
  const known = answers.get(key);
  if (known) return known;
  if (answers.size >= ANSWERS_MAX_COUNT) answers.clear();
  const made = seal(JSON.stringify(toDefinitions(selection)));
  answers.set(key, made);
  return made;
}
