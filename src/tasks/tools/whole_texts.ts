import { type Issue, invalidInput } from '../../refusals/refusal.js';
import { CUT_MARK, fenceDelimiter, fencedText, quote } from '../../text/quoting.js';
import { render } from '../../text/render.js';
import { TYPESET_QUOTES } from '../../text/words.js';
import type { TaskRecord } from '../task.js';
import { describeValue, shortSubject } from '../views/line.js';
import { holdsRule } from '../wording/printed.js';
import { PRIORITIES } from '../wording/values.js';

// Texts that come back as ours show them, which is not all that there is of them.

/**
 * A text that a list or task_get cut comes back as if it were whole: to store it would destroy the rest.
 * @throws Refusal INVALID_INPUT
 */
export function requireWholeTexts(
  before: TaskRecord,
  patch: { readonly subject?: string; readonly description?: string },
): void {
  const { subject, description } = patch;
  const issues: Issue[] = [];
  if (subject !== undefined && isCutSubject(subject, before.subject))
    issues.push(cutIssue('subject', subject));
  if (description !== undefined && before.description !== null) {
    const issue = descriptionIssue(description, before.description);
    if (issue) issues.push(issue);
  }
  if (issues.length > 0) throw invalidInput(issues);
}

const QUOTES = `"'\`${TYPESET_QUOTES}`;
const OPENING = new RegExp(`^\\s*[${QUOTES}]+`, 'u');
const ENDING = new RegExp(`[${QUOTES}]+$`, 'u');
/** The mark of a cut at the end of a text, before or behind the quote that ends it. */
const CUT = new RegExp(`\\s*${CUT_MARK}[${QUOTES}]*\\s*$`, 'u');

/** What stands in a line before the subject. */
const BEFORE_SUBJECT =
  /^\s*(?:[-A-Z][A-Za-z]*:? )?#[0-9]{1,9} (?:v[0-9]{1,10} )?\[[a-z_, ]{1,30}\] |^subject:? /;
const MARK = `\\s*(?:${CUT_MARK}|\\.{1,3})`;
/** What a line of a task has behind its subject. */
const LINE_REST = `(?:\\s+!(?:${PRIORITIES.join('|')}))?(?:\\s+@\\S.*)?(?:\\s+\\[blocked by #.*)?`;
/** What a receipt and a history have behind it: other changes, and the value after this one. */
const CHANGE_REST = '(?:(?:[,:;]\\s|\\s+→|\\s+\\().*)?';
const QUOTE_BEHIND = `\\s*[${QUOTES}]*`;
const WITHOUT_CHANGE = `${QUOTE_BEHIND}(?:${MARK})?[${QUOTES}]*${LINE_REST}`;
const WITH_CHANGE = `${QUOTE_BEHIND}${MARK}[${QUOTES}]*${LINE_REST}${CHANGE_REST}`;
const BEHIND_SUBJECT = new RegExp(`^(?:${WITHOUT_CHANGE}|${WITH_CHANGE})\\s*$`, 'su');

function isCutSubject(sent: string, stored: string): boolean {
  if (sent === stored) return false;
  if (isBeginning(sent, stored)) return true;
  const beginnings = [shortSubject(stored), describeValue('subject', stored)].flatMap(shownOf);
  if (beginnings.length === 0) return false;
  const line = sent.replace(BEFORE_SUBJECT, '');
  return [line.trimStart(), line.replace(OPENING, '').trimStart()].some((text) =>
    beginnings.some((shown) => text.startsWith(shown) && BEHIND_SUBJECT.test(text.slice(shown.length))),
  );
}

/** What a text that is cut shows of the subject, bare and as it stands in JSON; nothing of a whole one. */
function shownOf(text: string): string[] {
  if (!text.endsWith(CUT_MARK)) return [];
  const kept = text.slice(0, -CUT_MARK.length);
  const bare = (jsonTextIn(kept) ?? kept).trim();
  return bare === '' ? [] : [bare, quote(bare).slice(1, -1)];
}

/** Whether a text is the beginning of another one and the mark of a cut, bare or in quotes. */
function isBeginning(sent: string, stored: string): boolean {
  if (sent === stored || !CUT.test(sent)) return false;
  const kept = sent.replace(CUT, '');
  const unquoted = kept.replace(OPENING, '').replace(ENDING, '');
  return [kept, jsonTextIn(kept), jsonTextIn(`${kept}"`), unquoted].some(
    (text) => text !== undefined && text.trim() !== '' && stored.startsWith(text),
  );
}

function jsonTextIn(text: string): string | undefined {
  try {
    const parsed: unknown = text.startsWith('"') ? JSON.parse(text) : undefined;
    return typeof parsed === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function descriptionIssue(sent: string, stored: string): Issue | undefined {
  if (sent === stored) return undefined;
  if (isBeginning(sent, stored)) return cutIssue('description', sent);
  // Also where the text was changed between the lines, which the gate cannot know for ours.
  if (sent.includes('--- ') && holdsRule(sent, fenceDelimiter(stored)))
    return fenceIssue(sent, LINE_OF_FENCE);
  if (isBarred(sent, stored)) return fenceIssue(sent, BARS);
  return isPart(sent, stored) ? partIssue(sent) : undefined;
}

const LINE_OF_FENCE =
  'has a line that fences it in a text; send only what the fence holds, without "| " before it';
const BARS = 'has the "| " that a text puts before each line; send all that it is to hold, without "| "';

/** A shorter text may stand anywhere by chance. */
const BARRED_MIN_UNITS = 20;

/** Whether a text is the stored one, or a part of it, as it stands between the lines of its fence. */
function isBarred(sent: string, stored: string): boolean {
  const lines = sent.trim().split(/\r?\n/u);
  if (!lines.every((line) => line.startsWith('|')) || stored.includes(sent.trim())) return false;
  const bare = lines.map((line) => line.replace(/^\| ?/, '')).join('\n');
  const held = fencedText(stored);
  return bare.trim() === held.trim() || (bare.length >= BARRED_MIN_UNITS && held.includes(bare.trimEnd()));
}

/** A shorter end is what somebody means to keep. */
const END_MIN_UNITS = 2_000;
/** Less than any text has room for of a description, whatever else it says of the task. */
const PART_MIN_CHARACTERS = 15_000;

/** Whether a text is the end of another one, or as much from any other place as one answer shows. */
function isPart(sent: string, stored: string): boolean {
  const part = sent.trim();
  if (part.length < END_MIN_UNITS || part.length >= stored.trim().length) return false;
  if (stored.trimEnd().endsWith(part)) return true;
  return stored.includes(part) && fencedText(part).length >= PART_MIN_CHARACTERS;
}

function cutIssue(field: string, sent: string): Issue {
  const path = `patch.${field}`;
  const message = `${path} is the beginning of the ${field} there is, as a text cut it; leave it out to keep that, or send the whole new one.`;
  return { path, code: 'cut', message, received: render(sent), suggestion: null };
}

const PART = [
  'a part of the description there is, as task_get shows it; leave it out to keep that',
  'send all that it is to hold, or empty it by clear first to drop the rest',
].join('; ');

function partIssue(sent: string): Issue {
  const path = 'patch.description';
  const message = `${path} is ${PART}.`;
  return { path, code: 'cut', message, received: render(sent), suggestion: null };
}

function fenceIssue(sent: string, fault: string): Issue {
  const path = 'patch.description';
  return { path, code: 'echo', message: `${path} ${fault}.`, received: render(sent) };
}
