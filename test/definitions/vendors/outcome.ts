import { type Issue, Refusal } from '../../../src/refusals/refusal.js';
import type { Tool } from '../../../src/tools/tool.js';

/** What the gate makes of raw arguments. */
export type Outcome = { readonly admitted: unknown } | { readonly issues: readonly Issue[] };

export function admit(tool: Tool, raw: unknown): Outcome {
  try {
    return { admitted: tool.admit(raw) };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_INPUT')
      return { issues: error.extras.issues ?? [] };
    throw error;
  }
}

/** How an issue names a bound, where it does not repeat its value. */
const WORDED: Readonly<Record<string, RegExp>> = {
  '\\S': /not blank/,
  '^[1-9][0-9]{0,8}$': /string of 1 to 9 digits/,
};

/** Whether the issue tells a caller the bound that it broke. */
export function isNamed(
  [keyword, value]: [string, unknown],
  { path, code, message, expected = '' }: Issue,
): boolean {
  if (keyword === 'additionalProperties') return code === 'unknown_key' && message.startsWith(path);
  const text = `${message} ${expected}`;
  return WORDED[String(value)]?.test(text) ?? text.includes(String(value));
}
