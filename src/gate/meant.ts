import { isPlainObject } from '../json/values.js';
import { LIST_PATTERN } from '../tasks/task.js';
import { withoutForbiddenCharacters } from '../text/characters.js';
import { isUnclear, lineIn, tokenIn, withoutField, withoutNameOfIds } from './printed.js';
import { isExclusion } from './words.js';

/** Longer than any id, number or label with what may stand around it. */
const WORD_MAX_UNITS = 100;

/**
 * One decimal number, alone or with what people write around an id: "#5", "task 5", "TASK-05", "5.0", "[5]".
 */
const BEFORE_ID = /^["'`([{]*(?:(?:task|issue|ticket|item|todo|id|number|no|nr|t)[\s.:#_"'-]*|#\s*)?/;
const ID_AND_AFTER = /0*([1-9][0-9]{0,8})(?:\.0+)?(?: \(open\))?[\])}"'`.,]*$/;
const ID_IN_WORDS = new RegExp(BEFORE_ID.source + ID_AND_AFTER.source, 'i');
const LIST_NAME = new RegExp(LIST_PATTERN);
/** "home v12: 3 pending, …", of a page. */
const LIST_HEAD = /^\s*(\S+) v[0-9]{1,10}: /;
/** What stands around a number: W/"4", "version 4", "from 2500 on", "after character 2500 of 9000". */
const BEFORE_INTEGER =
  /^(?:W\/)?["'`(]*(?:(?:v|(?:at )?version|expectedVersion|(?:after )?character|from|limit)["\s:=]*)?/;
/** What proxies write behind a version when they compress the answer: "3-gzip", "3--gzip", "3;gzip". */
const CODING = /(?:[-;:+_.]{1,2}(?:x-)?(?:gzip|br|deflate|zstd|compress|identity))?/;
const AFTER_INTEGER = /["'`).,]*(?: on| of [0-9]+| characters)?[.,]?$/;
const INTEGER_IN_WORDS = new RegExp(
  `${BEFORE_INTEGER.source}(-?[0-9]{1,15})(?:\\.0+)?${CODING.source}${AFTER_INTEGER.source}`,
  'i',
);

/** What stands between words, and between ids: "1, 2", "#1 and #2", "#1 #2". */
export const SEPARATOR = /[,;\n]/;
export const ID_SEPARATOR = /\s*(?:[,;\n&]|\band\b)\s*|\s+(?=#)/i;

/** The key of an object that only holds a value, as other services answer one: {"name": "api"}. */
const VALUE_KEYS: ReadonlySet<string> = new Set(['value', 'name', 'label', 'text', 'to', 'set', 'new']);

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[1, 'true', 'yes', 'y', '1', 'on'].map((word) => [word, true] as const),
  ...[0, 'false', 'no', 'n', '0', 'off'].map((word) => [word, false] as const),
]);

/** The task id that a number, a decorated string or an object with an id stands for. */
export function idIn(value: unknown): string | undefined {
  const id = isPlainObject(value) ? idOf(value) : value;
  const text = typeof id === 'number' ? String(id) : id;
  if (typeof text !== 'string') return undefined;
  const line = lineIn(text);
  if (line || text.length > WORD_MAX_UNITS) return line?.id;
  return ID_IN_WORDS.exec(withoutNameOfIds(withoutForbiddenCharacters(text)))?.[1];
}

/** A sign that tells one name from another: "C++", "C#". */
const SIGN_BEHIND = /[\p{L}\p{N}][+#*=]/u;
/** "+urgent", "...existing", "urgent -ui", "remove ui": to be added to what there is, or taken away. */
const PARTIAL_WORDS =
  'add|append|push|attach|plus|existing|remove|delete|drop|detach|minus|not|without|except';
const PARTIAL = new RegExp(
  `^\\s{0,9}(?:[+−–]|\\.\\.|…|[$@]?(?:${PARTIAL_WORDS})(?:[:=]|\\s))|\\s[+−-]\\w`,
  'i',
);

const PARTIAL_KEY = /^\W?(?:add|append|push|attach|remove|delete|drop|detach|pull|op$)/i;

/** True for a value that names labels to be added or taken away, and not all that there are. */
export function isPartial(value: unknown): boolean {
  if (isPlainObject(value)) return Object.keys(value).some((key) => PARTIAL_KEY.test(key));
  if (typeof value !== 'string' || value.length > WORD_MAX_UNITS) return false;
  return PARTIAL.test(value) || isExclusion(value);
}

/** What only describes the task of an id; its list or a kind of relation says more. */
const DESCRIBING: ReadonlySet<string> = new Set(
  'id subject title name status priority owner labels description ready version'.split(' '),
);

function idOf(object: Record<string, unknown>): unknown {
  return Object.keys(object).every((key) => DESCRIBING.has(key)) ? object.id : undefined;
}

/** "Needs Review" → "needs-review"; undefined for a text that names several labels, or not one whole. */
export function labelIn(text: string): string | undefined {
  if (text.length > WORD_MAX_UNITS || isExclusion(text) || SEPARATOR.test(text.trim())) return undefined;
  if (isUnclear(text) || isPartial(text) || SIGN_BEHIND.test(text)) return undefined;
  const folded = withoutField(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  // A letter that no label can hold would be lost.
  if (/(?![a-z])\p{L}/u.test(folded)) return undefined;
  return folded.replace(/[^a-z0-9._/-]+/g, '-').replace(/^[^a-z0-9]+|-+$/g, '');
}

/** The ids or labels of a text, one by one. The line of a task names that task, whatever else is in it. */
export function textItems(text: string, separator: RegExp): string[] {
  if (separator !== ID_SEPARATOR) return isUnclear(text) ? [text] : splitBy(withoutField(text), separator);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.flatMap((line) =>
    lineIn(line) ? [line] : splitBy(withoutNameOfIds(line), ID_SEPARATOR),
  );
  return items.length === 0 ? [text.trim()] : items;
}

function splitBy(text: string, separator: RegExp): string[] {
  return text.split(separator).map((item) => item.trim());
}

/** The version and its mark that a text names: W/"12-9f3a1c2e", v12. */
export function pointIn(text: string): string | undefined {
  return tokenIn(text);
}

/** The version that a line about a task says it is at. */
export function versionIn(value: unknown): number | undefined {
  return typeof value === 'string' ? lineIn(value)?.version : undefined;
}

/** "My List" → "my-list"; undefined where no list name is in it, such as for a placeholder: "{list}". */
export function listNameIn(text: string): string | undefined {
  if (/[{}<>$*]|^:/.test(text)) return undefined;
  const name = labelIn((LIST_HEAD.exec(text)?.[1] ?? text).trim().replaceAll(/[\s/\\]+/g, '-'));
  return name !== undefined && LIST_NAME.test(name) ? name : undefined;
}

export function integerIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > WORD_MAX_UNITS) return undefined;
  const digits = INTEGER_IN_WORDS.exec(value.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export function booleanIn(value: unknown): boolean | undefined {
  return BOOLEANS.get(typeof value === 'string' ? withoutField(value).trim().toLowerCase() : value);
}

/** The value in an object that holds nothing else; undefined when there is none. */
export function valueIn(object: Record<string, unknown>): unknown {
  const [key, ...others] = Object.keys(object);
  return key !== undefined && others.length === 0 && VALUE_KEYS.has(key) ? object[key] : undefined;
}
