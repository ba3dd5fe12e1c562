import { isPlainObject } from '../json/values.js';
import type { RunOn } from './run_on.js';
import { quotedRunOn } from './run_on_quotes.js';
import { taggedRunOn } from './run_on_tags.js';
import { tokenRunOn } from './run_on_tokens.js';

const CLOSING_TAG = /(?:<|&lt;)\\?\//i;
/** A quote with a sign behind it that goes on, or a token of a vendor. */
const QUOTE_OR_TOKEN = /["'][\s`]{0,20}[,})\]]|\[TOOL_CALLS\]|<[|｜]/i;

/** False for most texts: they hold neither a closing tag nor what could end a string. */
export function mayRunOn(text: string): boolean {
  return CLOSING_TAG.test(text) || QUOTE_OR_TOKEN.test(text);
}

/** Where the text of the argument called `own` runs on into others; undefined where it does not. */
export function findRunOn(text: string, own = ''): RunOn | undefined {
  const tagged = CLOSING_TAG.test(text) ? taggedRunOn(text, own) : undefined;
  if (tagged || !QUOTE_OR_TOKEN.test(text)) return tagged;
  const quoted = quotedRunOn(text);
  const call = tokenRunOn(text);
  return quoted && call ? earlier(quoted, call) : (quoted ?? call);
}

function earlier(one: RunOn, other: RunOn): RunOn {
  return one.before.length <= other.before.length ? one : other;
}

/** True for a value that holds such a text, which is never to be suggested. */
export function holdsRunOn(value: unknown): boolean {
  if (typeof value === 'string') return findRunOn(value) !== undefined;
  if (Array.isArray(value)) return value.some(holdsRunOn);
  return isPlainObject(value) && Object.values(value).some(holdsRunOn);
}
