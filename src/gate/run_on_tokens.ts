import type { RunOn } from './run_on.js';
import { Quotes } from './run_on_quotes.js';

const HARMONY = String.raw`<\|start\|>assistant|<\|channel\|>\w{1,20} to=`;
/** What vendors begin a call with: Mistral, Kimi and DeepSeek, then Harmony. */
const BEGIN = new RegExp(
  String.raw`\[TOOL_CALLS\]|<[|｜]tool[_▁]calls?[_▁](?:section[_▁])?begin[|｜]>|<\|tool_call\|?>|${HARMONY}`,
  'gi',
);
/** What vendors end a call or a message with. */
const END =
  '<[|｜](?:tool[_▁]calls?[_▁](?:section[_▁])?end|tool[_▁]outputs?[_▁]begin|call|end|im_end|/tool_call)[|｜]>';
/** What closes JSON and stands between tokens. No words. */
const GAP = String.raw`[\s\x60\]})]{0,20}`;
const CLOSED_BY_QUOTE = new RegExp(String.raw`(\\{0,3}["'])${GAP}(?:${END}${GAP}){0,3}$`, 'i');
const CLOSED_BY_TOKEN = new RegExp(`(?:${END}${GAP}){1,3}$`, 'i');
/** More than what can stand between the text and the next call. */
const BEFORE_MAX_UNITS = 200;

/** Where the next call begins behind the quote or the token that ended this one, and none began before. */
export function tokenRunOn(text: string): RunOn | undefined {
  const quotes = new Quotes(text);
  for (const { index } of text.matchAll(BEGIN)) {
    const from = Math.max(0, index - BEFORE_MAX_UNITS);
    const before = text.slice(from, index);
    const closed = CLOSED_BY_QUOTE.exec(before);
    if (closed) {
      const at = from + closed.index;
      if (quotes.areClosedBefore(at, closed[1] ?? '')) return callBehind(text.slice(0, at));
      continue;
    }
    const ended = CLOSED_BY_TOKEN.exec(before);
    if (ended) return callBehind(text.slice(0, from + ended.index));
    return undefined;
  }
  return undefined;
}

function callBehind(before: string): RunOn {
  return { before, inner: [], isCall: true };
}
