import { isPlainObject } from './embedded.js';
import { fold } from './words.js';

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

interface Tag {
  readonly isClosing: boolean;
  /** Without the prefix of a name space. */
  readonly name: string;
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

/** A tag, alone or in a name space such as "x:" or "|x|". Linear: a name is bounded, and "<" ends all. */
const TAG = /<(\/?)(?:[^\s<>"'/=]{0,39}[:|｜])?([A-Za-z_][\w.-]{0,59})([^<>]{0,200})>/gu;
/** What stands between the tags of a call: white space, also escaped, and what closes JSON. No words. */
const GAP = /^(?:\s|\\[nrt]|["'\],}]){0,40}$/;
const NAME_ATTRIBUTE = /(?:^|\s)(?:name|key)\s*=\s*\\?["']?([\w.-]+)/;
/** Qwen writes the name behind a sign: parameter=priority. */
const NAME_BEHIND_SIGN = /^\s*=\s*["']?([\w.-]+)/;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** What vendors call the element of an argument. */
const ARGUMENTS = setOf('parameter param argument arg');
/** GLM writes the name and the value of an argument in elements of their own. */
const KEY = 'arg_key';
const VALUES = setOf('arg_value value');
/** What vendors call the element of a call. */
const CALLS = setOf('invoke function function_call tool_call tool_use tool');

/** More tags than a call has arguments tell nothing new. */
const TAGS_MAX_COUNT = 2_000;
/** More than any tool has arguments. */
const MEMBERS_MAX_COUNT = 50;

const CLOSING_TAG = '</';
const JSON_MEMBER = '":';

/** False for most texts: they hold neither a closing tag nor a member of JSON. */
export function mayRunOn(text: string): boolean {
  return text.includes(CLOSING_TAG) || text.includes(JSON_MEMBER);
}

/** Where the text of the argument called `own` runs on into others; undefined where it does not. */
export function findRunOn(text: string, own = ''): RunOn | undefined {
  return (text.includes(CLOSING_TAG) ? taggedRunOn(text, own) : undefined) ?? jsonRunOn(text);
}

/** True for a value that holds such a text, which is never to be suggested. */
export function holdsRunOn(value: unknown): boolean {
  if (typeof value === 'string') return findRunOn(value) !== undefined;
  if (Array.isArray(value)) return value.some(holdsRunOn);
  return isPlainObject(value) && Object.values(value).some(holdsRunOn);
}

function taggedRunOn(text: string, own: string): RunOn | undefined {
  const tags = tagsOf(text);
  // A text that begins with the tag which opens it has been taken with that.
  const first = tags[0];
  const opensItself =
    first !== undefined && text.slice(0, first.start).trim() === '' && isNameOf(nameIn(text, tags, 0), own);
  const begin = opensItself ? (tags[bodyIndex(tags, 0)]?.end ?? 0) : 0;
  const followers = followersOf(text, tags);
  const open = new Map<string, number>();
  for (let index = 0; index < tags.length; index += 1) {
    const tag = tags[index];
    if (!tag || tag.end <= begin) continue;
    const count = open.get(tag.name) ?? 0;
    if (!tag.isClosing) open.set(tag.name, count + 1);
    else if (count > 0) open.set(tag.name, count - 1);
    else {
      const next = followers[index];
      if (next !== undefined && runsOnInto(tags[next], tag, own))
        return runOnAt(text.slice(begin, tag.start), text, tags, next);
    }
  }
  return undefined;
}

function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  for (const match of text.matchAll(TAG)) {
    const [whole, slash = '', name = '', attributes = ''] = match;
    if (attributes.endsWith('/')) continue;
    const start = match.index;
    tags.push({ isClosing: slash !== '', name, attributes, start, end: start + whole.length });
    if (tags.length === TAGS_MAX_COUNT) break;
  }
  return tags;
}

/** For each tag the opening tag right behind it, or behind the closing tags that stand right behind it. */
function followersOf(text: string, tags: readonly Tag[]): (number | undefined)[] {
  const followers: (number | undefined)[] = [];
  for (let index = tags.length - 2; index >= 0; index -= 1) {
    const next = tags[index + 1];
    if (!next || !GAP.test(text.slice(tags[index]?.end, next.start))) continue;
    followers[index] = next.isClosing ? followers[index + 1] : index + 1;
  }
  return followers;
}

/** Whether a tag begins an argument or a call where `closing` ended the one called `own`. */
function runsOnInto(tag: Tag | undefined, closing: Tag, own: string): boolean {
  if (!tag) return false;
  if (CALLS.has(tag.name) || isArgumentTag(tag)) return true;
  // An element that is named after its argument; in a text of markup any element can follow another.
  return (isNameOf(closing.name, own) || isArgumentTag(closing)) && tag.attributes.trim() === '';
}

function isArgumentTag({ name }: Tag): boolean {
  return ARGUMENTS.has(name) || name === KEY || VALUES.has(name);
}

function isNameOf(name: string | undefined, own: string): boolean {
  return name !== undefined && own !== '' && fold(name) === fold(own);
}

function runOnAt(before: string, text: string, tags: readonly Tag[], from: number): RunOn {
  const isCall = CALLS.has(tags[from]?.name ?? '');
  const inner: InnerArgument[] = [];
  for (let index = from; index < tags.length && !isCall; index += 1) {
    const tag = tags[index];
    if (!tag || CALLS.has(tag.name)) break;
    const name = tag.isClosing ? undefined : nameIn(text, tags, index);
    if (name !== undefined) inner.push({ name, value: valueAt(text, tags, bodyIndex(tags, index)) });
  }
  return { before, inner, isCall };
}

/** The name of the argument that an opening tag begins. */
function nameIn(text: string, tags: readonly Tag[], index: number): string | undefined {
  const tag = tags[index];
  if (!tag || VALUES.has(tag.name)) return undefined;
  if (tag.name === KEY) return text.slice(tag.end, tags[index + 1]?.start).trim();
  if (!ARGUMENTS.has(tag.name)) return tag.attributes.trim() === '' ? tag.name : undefined;
  return (NAME_ATTRIBUTE.exec(tag.attributes) ?? NAME_BEHIND_SIGN.exec(tag.attributes))?.[1];
}

/** The tag behind which the value of an argument stands: its own, or that of the value. */
function bodyIndex(tags: readonly Tag[], index: number): number {
  if (tags[index]?.name !== KEY) return index;
  const body = tags.findIndex(({ name, isClosing }, at) => at > index && !isClosing && VALUES.has(name));
  return body < 0 ? index : body;
}

/** Up to its closing tag, or to the end of the text, where the runtime ended the argument itself. */
function valueAt(text: string, tags: readonly Tag[], index: number): unknown {
  const tag = tags[index];
  const next = tags[index + 1];
  if (!tag || (next && !(next.isClosing && next.name === tag.name))) return undefined;
  return text.slice(tag.end, next?.start).trim();
}

/** The quote that ends a string of JSON, and the key of the next member. */
const NEXT_MEMBER = /(?<!\\)"\s{0,20},\s{0,20}("([A-Za-z_]\w{0,59})"\s{0,20}:)/g;
/** How the rest of an object can go on to its end; the runtime took away what closes the text. */
const ENDS = ['', '}', '"}', ']}', '"]}'];

/** Where a string of JSON ended that was never begun: each quote before it has its partner. */
function jsonRunOn(text: string): RunOn | undefined {
  if (!text.includes(JSON_MEMBER)) return undefined;
  let quotes = 0;
  let from = 0;
  for (const match of text.matchAll(NEXT_MEMBER)) {
    quotes += countQuotes(text.slice(from, match.index));
    from = match.index;
    if (quotes % 2 !== 0) continue;
    const start = match.index + match[0].length - (match[1] ?? '').length;
    const inner = membersOf(text.slice(start)) ?? [{ name: match[2] ?? '', value: undefined }];
    return { before: text.slice(0, match.index), inner, isCall: false };
  }
  return undefined;
}

function countQuotes(text: string): number {
  return [...text.matchAll(/(?<!\\)"/g)].length;
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
