import { CLOSING_TAG, isPlainObject, QUOTE_OR_TOKEN } from '../../json/loss.js';
import { fold } from '../../text/words.js';
import { type InnerArgument, quotedRunOn, type RunOn, tokenRunOn } from './run_on_quotes.js';

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

interface Tag {
  readonly isClosing: boolean;
  /** In lower case, without the prefix of a name space. */
  readonly name: string;
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

const NAME_SPACE = String.raw`(?:[^\s<>&"'/=\\]{0,39}[:|｜])?`;
/**
 * A tag, alone or in a name space such as "x:" or "|x|", also by entities and with an escaped slash. Linear:
 * what is in it is bounded, and "<" ends all.
 */
const TAG = new RegExp(
  String.raw`(?:<|&lt;)(\\?/)?${NAME_SPACE}([A-Za-z_][\w.-]{0,59})((?:(?!&[lg]t;)[^<>]){0,200})(?:>|&gt;)`,
  'giu',
);
/** What stands between the tags of a call: white space, also escaped, and what closes JSON. No words. */
const GAP = /^(?:\s|\\[nrt]|["'\],}]|&quot;){0,40}$/;
const NAME_ATTRIBUTE = /(?:^|\s)(?:name|key)\s{0,9}=\s{0,9}(?:\\?["']|&quot;|&#39;)?([\w.-]+)/i;
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
/** Where the text of the argument called `own` closes what it never opened, and what follows begins. */
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
    tags.push({
      isClosing: slash !== '',
      name: name.toLowerCase(),
      attributes,
      start,
      end: start + whole.length,
    });
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
  return isNameOf(closing.name, own) || isArgumentTag(closing);
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
  if (!ARGUMENTS.has(tag.name)) return tag.name;
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
