import { findForbiddenCharacter } from '../domain/characters.js';
import { countCodePoints, matchesPattern } from '../domain/kinds.js';
import type { Issue } from '../errors.js';
import { faultOf } from './fault.js';
import { render } from './render.js';
import type { EnumShape, IntegerShape, TextShape } from './shape.js';
import { span, wanted } from './wanted.js';
import { fold } from './words.js';

/** What callers send for a filter that is to let everything through. */
const WORDS_FOR_ALL: ReadonlySet<string> = new Set(['all', 'any', 'every', 'everything']);

/** undefined when nothing is wrong with it, as in every function of this file. */
export function explainText(shape: TextShape, path: string, value: unknown): Issue | undefined {
  if (typeof value !== 'string') return faultOf(shape, path, value, 'type');
  if (shape.form === 'id') return explainPattern(shape, path, value);
  return explainLength(shape, path, value) ?? explainCharacters(shape, path, value);
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
  const found = isFree ? null : findForbiddenCharacter(text);
  if (!found) return explainPattern(shape, path, text);
  const fault = `has ${found.codePoint} at position ${found.position}, a character that breaks the line or cannot be seen`;
  return faultOf(shape, path, text, 'characters', fault);
}

function explainPattern(shape: TextShape, path: string, text: string): Issue | undefined {
  return matches(shape, text) ? undefined : faultOf(shape, path, text, 'pattern');
}

function matches({ pattern }: TextShape, text: string): boolean {
  return pattern === undefined || matchesPattern(pattern, text);
}

export function explainWord(shape: EnumShape, path: string, value: unknown): Issue | undefined {
  if (typeof value !== 'string') return faultOf(shape, path, value, 'type');
  if (shape.words.includes(value)) return undefined;
  const meansAll = !path.includes('.') && !path.includes('[') && WORDS_FOR_ALL.has(fold(value));
  if (!meansAll) return faultOf(shape, path, value, 'enum');
  const fault = `has no word for all, such as ${render(value)}: leave ${path} out for all, or send ${wanted(shape)}`;
  return faultOf(shape, path, value, 'enum', fault);
}

export function explainInteger(shape: IntegerShape, path: string, value: unknown): Issue | undefined {
  if (typeof value !== 'number' || (Number.isFinite(value) && !Number.isInteger(value))) {
    return faultOf(shape, path, value, 'type');
  }
  const { min, max } = shape;
  const isWithin = value >= (min ?? Number.MIN_SAFE_INTEGER) && value <= (max ?? Number.MAX_SAFE_INTEGER);
  return isWithin ? undefined : faultOf(shape, path, value, 'range');
}
