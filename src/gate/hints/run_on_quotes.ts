import { isPlainObject } from '../../json/loss.js';

/**
 * A model writes a call in the syntax of its vendor, and where it slips, the text of one argument runs on: it
 * holds the tag that closes it, and behind that the arguments that should have followed.
 */
export interface RunOn {
  /** The text as it was meant: up to the tag or quote that closes it. */
  readonly before: string;
  /** The arguments behind it, in their order. */
  readonly inner: readonly InnerArgument[];
  /** True where another call follows. */
  readonly isCall: boolean;
}

export interface InnerArgument {
  readonly name: string;
  /** As it is written, or as JSON has it; undefined where its end is not clear. */
  readonly value: unknown;
}

const NAME = String.raw`([A-Za-z_]\w{0,59})`;
const BEGIN_OF_VALUE = String.raw`["'[{\d]|[Tt]rue\b|[Ff]alse\b`;

/**
 * What ends a string of JSON, of Python or of JSON inside of JSON, and begins the next member or keyword. The
 * key of a member stands in quotes of the same kind; behind a keyword comes a value.
 */
const NEXT = new RegExp(
  String.raw`(?<!\\)(\\{0,3}["'])\s{0,20},\s{0,20}(?:\1${NAME}\1\s{0,20}:|${NAME}\s{0,5}=\s{0,5}(?=${BEGIN_OF_VALUE}))`,
  'g',
);
/** How the rest of an object can go on to its end; the runtime took away what closes the text. */
const ENDS = ['', '}', '"}', ']}', '"]}'];
/** One keyword of Python and its value; a string may end with the text. */
const KEYWORD = new RegExp(
  String.raw`\s{0,20},?\s{0,20}${NAME}\s{0,5}=\s{0,5}("(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|\[[^[\]]*\]|[\w.-]+)`,
  'y',
);
/** More than any tool has arguments. */
const MEMBERS_MAX_COUNT = 50;

/** Typeset quotes, unit for unit, by the plain ones that they were. */
const TYPESET: readonly (readonly [RegExp, string])[] = [
  [/[\u00ab\u00bb\u201c-\u201f\uff02]/g, '"'],
  [/[\u2018-\u201b\u2039\u203a\uff07]/g, "'"],
];

/** Where a string ended that was never begun, also where a word processor has typeset its quotes. */
export function quotedRunOn(text: string): RunOn | undefined {
  const plain = TYPESET.reduce((rest, [quotes, quote]) => rest.replace(quotes, quote), text);
  const found = plainRunOn(text) ?? (plain === text ? undefined : plainRunOn(plain));
  return found && { ...found, before: text.slice(0, found.before.length) };
}

/** Each quote of its kind before the end of the string has its partner. */
function plainRunOn(text: string): RunOn | undefined {
  const quotes = new Quotes(text);
  for (const match of text.matchAll(NEXT)) {
    const [whole, quote = '', member, keyword] = match;
    if (!quotes.areClosedBefore(match.index, quote)) continue;
    const from = match.index + whole.length - whole.slice(quote.length).trimStart().length;
    const rest = text.slice(from).replace(/^,\s*/, '');
    const inner = member === undefined ? keywordsOf(rest) : membersOf(asJson(rest, quote));
    const name = member ?? keyword ?? '';
    return {
      before: text.slice(0, match.index),
      inner: inner?.length ? inner : [{ name, value: undefined }],
      isCall: false,
    };
  }
  return undefined;
}

/** Follows the quotes of a text by their kind, over each part of it once. */
class Quotes {
  readonly #text: string;
  readonly #seen = new Map<string, { isOpen: boolean; to: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether each quote of this kind up to there has its partner. To be asked from the left to the right. */
  areClosedBefore(index: number, quote: string): boolean {
    const text = this.#text;
    let { isOpen, to } = this.#seen.get(quote) ?? { isOpen: false, to: 0 };
    for (
      let at = text.indexOf(quote, to);
      at >= 0 && at < index;
      at = text.indexOf(quote, at + quote.length)
    ) {
      if (text[at - 1] === '\\') continue;
      // An apostrophe stands behind a letter, as what closes does, and opens nothing.
      isOpen = !isOpen && (quote !== "'" || !/[\p{L}\p{N}.]/u.test(text[at - 1] ?? ''));
    }
    this.#seen.set(quote, { isOpen, to: index });
    return !isOpen;
  }
}

function asJson(rest: string, quote: string): string {
  if (quote === '"') return rest;
  return quote === "'" && rest.includes('"') ? '' : rest.replaceAll(quote, '"');
}

function membersOf(rest: string): InnerArgument[] | undefined {
  for (const end of ENDS) {
    try {
      const object: unknown = JSON.parse(`{${rest}${end}`);
      if (isPlainObject(object)) return Object.entries(object).slice(0, MEMBERS_MAX_COUNT).map(toInner);
    } catch {
      // Another end may fit.
    }
  }
  return undefined;
}

function toInner([name, value]: [string, unknown]): InnerArgument {
  return { name, value };
}

function keywordsOf(rest: string): InnerArgument[] {
  const inner: InnerArgument[] = [];
  KEYWORD.lastIndex = 0;
  while (inner.length < MEMBERS_MAX_COUNT) {
    const [, name, value = ''] = KEYWORD.exec(rest) ?? [];
    if (name === undefined) break;
    const isQuoted = value.startsWith('"') || value.startsWith("'");
    inner.push({ name, value: isQuoted ? value.slice(1).replace(/["']$/, '') : value.toLowerCase() });
  }
  return inner;
}

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
