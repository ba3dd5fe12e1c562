import { isPlainObject } from '../../json/values.js';
import { withoutForbiddenCharacters } from '../../text/characters.js';
import { isExclusion } from '../../text/words.js';
import { isUnclear, lineIn, withoutField, withoutNameOfIds } from './printed.js';
import { isListName } from './values.js';

/** What callers mean by what they send for an id, a label, a version or the name of a list. */

/** Longer than any id, number or label with what may stand around it. */
const WORD_MAX_UNITS = 100;

/**
 * One decimal number, alone or with what people write around an id: "#5", "task 5", "TASK-05", "5.0", "[5]".
 */
const BEFORE_ID = /^["'`([{]*(?:(?:task|issue|ticket|item|todo|id|number|no|nr|t)[\s.:#_"'-]*|#\s*)?/;
const ID_AND_AFTER = /0*([1-9][0-9]{0,8})(?:\.0+)?(?: \(open\))?[\])}"'`.,]*$/;
const ID_IN_WORDS = new RegExp(BEFORE_ID.source + ID_AND_AFTER.source, 'i');
/** "home v12: 3 pending, …", of a page. */
const LIST_HEAD = /^\s*(\S+) v[0-9]{1,10}: /;
/** What stands between words, and between ids: "1, 2", "#1 and #2", "#1 #2". */
const SEPARATOR = /[,;\n]/;
const ID_SEPARATOR = /\s*(?:[,;\n&]|\band\b)\s*|\s+(?=#)/i;

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

/** The labels of a text, one by one. */
export function labelsIn(text: string): string[] {
  return isUnclear(text) ? [text] : splitBy(withoutField(text), SEPARATOR);
}

/** The ids of a text, one by one. The line of a task names that task, whatever else is in it. */
export function idsIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const items = lines.flatMap((line) =>
    lineIn(line) ? [line] : splitBy(withoutNameOfIds(line), ID_SEPARATOR),
  );
  return items.length === 0 ? [text.trim()] : items;
}

function splitBy(text: string, separator: RegExp): string[] {
  return text.split(separator).map((item) => item.trim());
}

/** The version that a line about a task says it is at. */
export function versionIn(value: unknown): number | undefined {
  return typeof value === 'string' ? lineIn(value)?.version : undefined;
}

/** Says of the version in a line about a task that it is that of no other task. */
export function ofOtherTask(
  value: unknown,
  { id: given }: Readonly<Record<string, unknown>>,
): string | undefined {
  const line = typeof value === 'string' ? lineIn(value) : undefined;
  const id = idIn(given);
  const isSame = !line || id === undefined || line.id === id;
  return isSame ? undefined : `which is about #${line.id} and not about #${id}`;
}

/** "My List" → "my-list"; undefined where no list name is in it, such as for a placeholder: "{list}". */
export function listNameIn(text: string): string | undefined {
  if (/[{}<>$*]|^:/.test(text)) return undefined;
  const name = labelIn((LIST_HEAD.exec(text)?.[1] ?? text).trim().replaceAll(/[\s/\\]+/g, '-'));
  return name !== undefined && isListName(name) ? name : undefined;
}
