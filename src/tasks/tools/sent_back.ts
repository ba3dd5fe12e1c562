import { type Issue, invalidInput } from '../../refusals/refusal.js';
import { CUT_MARK, fenceDelimiter } from '../../text/quoting.js';
import { render } from '../../text/render.js';
import type { TaskRecord } from '../task.js';
import { shortSubject } from '../views/line.js';
import { holdsRule } from '../wording/printed.js';

/** The mark of a cut at the end of a text, before or behind the quote that ends it. */
const CUT = new RegExp(`${CUT_MARK}["'\`]?\\s*$`, 'u');

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
    if (isBeginning(description, before.description)) issues.push(cutIssue('description', description));
    else if (isFenced(description, before.description)) issues.push(fenceIssue(description));
  }
  if (issues.length > 0) throw invalidInput(issues);
}

function isCutSubject(sent: string, stored: string): boolean {
  if (isBeginning(sent, stored)) return true;
  const shown = shortSubject(stored);
  return shown !== stored && shown.endsWith(CUT_MARK) && sent === shown.replace(CUT, '...');
}

/** Whether a text is the beginning of another one and the mark of a cut, bare or as a JSON string. */
function isBeginning(sent: string, stored: string): boolean {
  if (sent === stored || !CUT.test(sent)) return false;
  const kept = sent.replace(CUT, '');
  return [kept, jsonTextIn(kept), jsonTextIn(`${kept}"`)].some(
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

/** Also where the text was changed between the lines, which the gate cannot know for ours. */
function isFenced(sent: string, stored: string): boolean {
  return sent !== stored && sent.includes('--- ') && holdsRule(sent, fenceDelimiter(stored));
}

function cutIssue(field: string, sent: string): Issue {
  const path = `patch.${field}`;
  const message = `${path} is the beginning of the ${field} there is, as a text cut it; leave it out to keep that, or send the whole new one.`;
  return { path, code: 'cut', message, received: render(sent), suggestion: null };
}

function fenceIssue(sent: string): Issue {
  const path = 'patch.description';
  const message = `${path} has a line that fences it in a text; send only what the fence holds, without "| " before it.`;
  return { path, code: 'echo', message, received: render(sent) };
}
