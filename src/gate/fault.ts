import type { Issue } from '../refusals/refusal.js';
import { RENDERED_MAX_UNITS, render } from '../text/render.js';
import { LABELS_ARE_WHOLE, NO_EXCLUSION, ONE_CALL_EACH } from './advice.js';
import { isPartial } from './meant.js';
import { isCut } from './printed.js';
import type { Shape } from './shape.js';
import { suggest } from './suggest.js';
import { wanted } from './wanted.js';
import { namesPart } from './word_meant.js';
import { fold, isExclusion } from './words.js';

/** What a message calls the thing at a path. */
export function nameOf(path: string): string {
  return path === '' ? 'The input' : path;
}

/**
 * The issue of a value that is not what its schema wants; `fault` says what is wrong with it, after its name.
 */
export function faultOf(shape: Shape, path: string, value: unknown, code: string, fault?: string): Issue {
  const expected = wanted(shape);
  const received = render(value);
  const suggestion = suggest(shape, value);
  const what = fault ?? `must be ${expected}, not ${code === 'type' ? typeWord(value) : ''}${received}`;
  const instead = suggestion === undefined ? wayOn(shape, path, value) : `; send ${quote(suggestion)}`;
  const message = `${nameOf(path)} ${what}${instead}.`;
  const issue: Issue = { path, code, message, expected, received };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

/** Of a value for which there is no other, where something is known of what was meant. */
function wayOn(shape: Shape, path: string, value: unknown): string {
  const items = shape.kind === 'array' ? shape.items : shape;
  const form = items.kind === 'text' ? items.form : undefined;
  if (form === 'label' && isPartial(value)) return `; ${path === 'label' ? NO_EXCLUSION : LABELS_ARE_WHOLE}`;
  if (Array.isArray(value) && value.length > 1 && (path === 'id' || path === 'subject'))
    return `; ${ONE_CALL_EACH}`;
  if (typeof value !== 'string') return '';
  if (form === 'id' && ALL.test(value)) return `; ${path === 'id' ? ONE_CALL_EACH : nameIds(path)}`;
  if (path.startsWith('clear') && BLOCKERS.test(fold(value))) return `; ${NO_BLOCKERS}`;
  if ((form === 'id' || form === 'label') && isCut(value)) return '; a text cut it, and task_get shows all';
  if (path === 'status' && isExclusion(value)) return `; ${NO_EXCLUSION}`;
  return path.startsWith('clear') && namesPart(value) ? `; ${CLEARS_WHOLE}` : '';
}

const ALL = /^\W{0,3}(?:all|any|every|everything|\*)\W{0,3}$/i;

function nameIds(path: string): string {
  const shows = /remove/i.test(path) ? 'task_get shows what the task waits for' : 'task_list shows the tasks';
  return `name each id (${shows})`;
}

const BLOCKERS = /^(?:add|remove)?(?:blockedby|blockers?|dependson|dependenc(?:y|ies)|deps)$/;
const NO_BLOCKERS =
  'for the task to wait for none name each of its blockers in patch.removeBlockedBy (task_get shows them)';

const CLEARS_WHOLE =
  'clear empties a field whole and takes no part of it: to take one label away send labels with those that stay';

/** Makes the difference between 5 and "5" heard. */
function typeWord(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `the ${typeof value} ` : '';
}

/** A value to copy from a message, or a pointer to where it stands whole. */
export function quote(suggestion: unknown): string {
  const whole = render(suggestion, RENDERED_MAX_UNITS);
  return whole.endsWith('…') || whole.endsWith('…"') ? 'what suggestion holds' : whole;
}
