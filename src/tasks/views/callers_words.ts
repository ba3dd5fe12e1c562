import { CATALOG } from '../../refusals/catalog.js';
import { findForbiddenCharacter } from '../../text/characters.js';
import { CUT_MARK, cut, quoteWithin } from '../../text/quoting.js';
import { OWN_FIELDS } from '../field_lists.js';
import { NONE } from '../wording/printed.js';
import { PRIORITIES, STATUSES } from '../wording/values.js';

/** A name that stands without quotes: nothing in it can be taken for punctuation of the line it is in. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}._/@:+-]+(?<!:)$/u;

const holdsHidden = (text: string): boolean => !text.isWellFormed() || findForbiddenCharacter(text) !== null;

/**
 * What a caller wrote on one line, such as a subject, in at most `maxBytes`: as it is, or as a JSON string
 * where it holds what the service says itself. A text that begins with a quotation mark is always such a
 * JSON string.
 */
export function shown(text: string, maxBytes: number): string {
  const isPlain = text === text.trim() && text !== '' && !holdsHidden(text) && !looksLikeOurs(text);
  return isPlain ? cut(text, maxBytes) : quoteWithin(text, maxBytes);
}

/** A caller's name for somebody or something, likewise: bare where it is one plain word and not "none". */
export function nameOf(text: string, maxBytes: number): string {
  return text !== NONE && PLAIN_NAME.test(text) && !holdsHidden(text)
    ? cut(text, maxBytes)
    : quoteWithin(text, maxBytes);
}

/** The names with which the lines of a text begin. */
const LINE_NAMES = [
  'Next|More|Now|Path|Tools|Blocked by|Blocks|Ready',
  'Created|Updated|Completed|Deleted|Unblocked|Blocked again',
  // A status stands at the start of a text, without its name.
  ...OWN_FIELDS.filter((field) => field !== 'status').map(inWords),
].join('|');
/** "dueAt" as "due At": a marker is one in any case. */
function inWords(field: string): string {
  return field.replaceAll(/[A-Z]/g, ' $&');
}
const VERBS = 'Created|Updated|Reopened|Deleted|Restored';

/** At the start of a word: "Wow!", "bob@example.com" and "list[0]" have no marker. */
const WORD_START = '(?<![\\p{L}\\p{N}])';

/**
 * Whatever a text of this service says around what callers store. In the one-line texts of this folder each
 * of these stands for something, so a caller's text that has one of them is quoted.
 */
const MARKERS = [
  '^["|]|^- |^---', // a quoted text, a fenced line, a line of a list, a fence
  `${WORD_START}---(?![\\p{L}\\p{N}-])`,
  `${WORD_START}[!@][\\p{L}\\p{N}\\p{M}_"]`, // !urgent, @agent-7, @"agent 7"
  `${WORD_START}\\[`, // [pending], [blocked by #1]
  // Behind a letter, too: list[0] is none of ours, list[done] reads like one.
  `\\[\\s*(?:${[...STATUSES, 'deleted'].join('|')})\\s*(?:[,\\]]|by(?![\\p{L}\\p{N}]))`,
  `!(?:${PRIORITIES.join('|')})(?![\\p{L}\\p{N}])`,
  '[→⟶➔➜➝➞]', // status pending → done
  '#\\s*\\d+\\s+v\\s*\\d', // #3 v1
  '\\bv\\d+: \\d', // home v12: 3 pending
  ';\\s*(?:un)?blocked', // ; unblocked #4
  '\\band\\s+\\d+\\s+more\\b', // and 7 more
  'nothing changed|no task matches|no change to show|no description\\.',
  'replay of a call|is now at version|not instructions',
  '\\(reason:|#\\d+ \\(open\\)|\\bby .+ at \\d{4}-\\d\\d-\\d\\dT',
  `${WORD_START}(?:${VERBS})\\s+#\\d`,
  `${WORD_START}(?:${LINE_NAMES})\\s*:`,
  '\\d+ pending,', // 3 pending, 1 in_progress
].join('|');

const MARKER = new RegExp(MARKERS, 'iu');
/** The mark at an end, or before how much was cut; other texts have it in their middle. */
const CUT = new RegExp(`${CUT_MARK}\\s*(?:$|and|\\d)`, 'u');
/** In capitals only: "blocked: the build" is no refusal. */
const REFUSAL = new RegExp(`${WORD_START}(?:${Object.keys(CATALOG).join('|')}):`, 'u');

const PLAIN_ASCII = /^[ -~]*$/;
/** What a reader does not see, and so does not keep a marker from being one. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * True for a text that could pass for something the service says, in its own characters or in others of the
 * same look ("！urgent").
 */
function looksLikeOurs(text: string): boolean {
  const seen = PLAIN_ASCII.test(text) ? text : text.normalize('NFKC').replace(INVISIBLE, '');
  return MARKER.test(seen) || REFUSAL.test(seen) || CUT.test(text) || leavesQuoteOpen(text);
}

/** What stands behind such a text would seem to be in quotes where it is not, and the other way round. */
function leavesQuoteOpen(text: string): boolean {
  return text.split('"').length % 2 === 0;
}
