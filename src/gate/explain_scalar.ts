import { isStorable } from '../json/loss.js';
import type { Issue } from '../refusals/refusal.js';
import { countCodePoints, formOf, matchesPattern } from '../schema/kinds.js';
import type { EnumShape, IntegerShape, TextShape } from '../schema/shape.js';
import { span } from '../schema/wanted.js';
import { findForbiddenCharacter, findHiddenCharacter } from '../text/characters.js';
import { faultOf } from './hints/fault.js';

/** undefined when nothing is wrong with it, as in every function of this file. */
export function explainText(shape: TextShape, path: string, value: unknown): Issue | undefined {
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

export function explainWord(shape: EnumShape, path: string, value: unknown): Issue | undefined {
  if (typeof value !== 'string') return faultOf(shape, path, value, 'type');
  return shape.words.includes(value) ? undefined : faultOf(shape, path, value, 'enum');
}

export function explainInteger(shape: IntegerShape, path: string, value: unknown): Issue | undefined {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Number.isInteger(value))) {
    return faultOf(shape, path, value, 'type');
  }
  const { min, max } = shape;
  const isWithin = value >= (min ?? Number.MIN_SAFE_INTEGER) && value <= (max ?? Number.MAX_SAFE_INTEGER);
  return isWithin ? undefined : faultOf(shape, path, value, 'range');
}
