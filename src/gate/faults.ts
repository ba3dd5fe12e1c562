import { isStorable } from '../json/loss.js';
import type { Issue } from '../refusals/refusal.js';
import { adviceOf } from '../schema/advice.js';
import { countCodePoints, formOf, matchesPattern } from '../schema/kinds.js';
import {
  type EnumShape,
  type IntegerShape,
  type Shape,
  span,
  type TextShape,
  wanted,
} from '../schema/shape.js';
import { findForbiddenCharacter, findHiddenCharacter } from '../text/characters.js';
import { nameOf, render, toCopy } from '../text/render.js';
import { suggest } from './hints/suggest.js';

/** What is wrong with a value where one is wanted that holds no others; undefined for nothing. */
export function explainLeaf(shape: Shape, path: string, value: unknown): Issue | undefined {
  if (shape.kind === 'text') return explainText(shape, path, value);
  if (shape.kind === 'enum') return explainWord(shape, path, value);
  if (shape.kind === 'integer') return explainInteger(shape, path, value);
  if (shape.kind === 'boolean' && typeof value === 'boolean') return undefined;
  return faultOf(shape, path, value, 'type');
}

function explainText(shape: TextShape, path: string, value: unknown): Issue | undefined {
  if (typeof value !== 'string') return faultOf(shape, path, value, 'type');
  if (formOf(shape.schema)?.isPattern) return explainPattern(shape, path, value);
  const issue =
    explainLength(shape, path, value) ??
    explainCharacters(shape, path, value) ??
    explainForm(shape, path, value);
  return issue ?? (isStorable(value) ? undefined : faultOf(shape, path, value, 'unicode'));
}

function explainLength(shape: TextShape, path: string, text: string): Issue | undefined {
  const { min, max } = shape;
  const count = countCodePoints(text);
  if (count >= (min ?? 0) && count <= (max ?? Number.POSITIVE_INFINITY)) return undefined;
  const has = count === 0 ? 'is empty' : `has ${count} code points`;
  const fault = `${has}, ${span(min, max, 'code points')} are wanted`;
  return faultOf(shape, path, text, 'length', fault);
}

function explainCharacters(shape: TextShape, path: string, text: string): Issue | undefined {
  const isFree = shape.form === 'free' || (shape.form === 'pattern' && matches(shape, text));
  const find = shape.form === 'prose' ? findHiddenCharacter : findForbiddenCharacter;
  const found = isFree ? null : find(text);
  if (!found) return explainPattern(shape, path, text);
  const { codePoint, position, fault } = found;
  return faultOf(shape, path, text, 'characters', `has ${codePoint} at position ${position}, ${fault}`);
}

/** Of a text that the schema allows and that is still none of its form. */
function explainForm(shape: TextShape, path: string, text: string): Issue | undefined {
  const fault = formOf(shape.schema)?.faultOf?.(text);
  return fault && faultOf(shape, path, text, fault.code, fault.says);
}

function explainPattern(shape: TextShape, path: string, text: string): Issue | undefined {
  return matches(shape, text) ? undefined : faultOf(shape, path, text, 'pattern');
}

function matches({ pattern }: TextShape, text: string): boolean {
  return pattern === undefined || matchesPattern(pattern, text);
}

function explainWord(shape: EnumShape, path: string, value: unknown): Issue | undefined {
  if (typeof value !== 'string') return faultOf(shape, path, value, 'type');
  return shape.words.includes(value) ? undefined : faultOf(shape, path, value, 'enum');
}

function explainInteger(shape: IntegerShape, path: string, value: unknown): Issue | undefined {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Number.isInteger(value))) {
    return faultOf(shape, path, value, 'type');
  }
  const { min, max } = shape;
  const isWithin = value >= (min ?? Number.MIN_SAFE_INTEGER) && value <= (max ?? Number.MAX_SAFE_INTEGER);
  return isWithin ? undefined : faultOf(shape, path, value, 'range');
}

/**
 * The issue of a value that is not what its schema wants; `fault` says what is wrong with it, after its name.
 */
export function faultOf(shape: Shape, path: string, value: unknown, code: string, fault?: string): Issue {
  const expected = wanted(shape);
  const received = render(value);
  const suggestion = suggest(shape, value);
  const what = fault ?? `must be ${expected}, not ${code === 'type' ? typeWord(value) : ''}${received}`;
  const instead = suggestion === undefined ? wayOn(shape, value) : `; send ${toCopy(suggestion)}`;
  const message = `${nameOf(path)} ${what}${instead}.`;
  const issue: Issue = { path, code, message, expected, received };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

/** Of a value for which there is no other, where something is known of what was meant. */
function wayOn(shape: Shape, value: unknown): string {
  const items = shape.kind === 'array' ? shape.items : shape;
  const hint = adviceOf(shape.schema).hint?.(value) ?? adviceOf(items.schema).hint?.(value);
  return hint === undefined ? '' : `; ${hint}`;
}

/** Makes the difference between 5 and "5" heard. */
function typeWord(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `the ${typeof value} ` : '';
}
