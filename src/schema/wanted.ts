import { RENDERED_MAX_UNITS, render } from '../text/render.js';
import { adviceOf } from './advice.js';
import { NOT_BLANK_PATTERN } from './kinds.js';
import type { Shape, TextShape } from './shape.js';

/**
 * The form that a value must have, in words that go on after "must be" and after "send". Without an example,
 * since who reads to the letter would send it.
 */
export function wanted(shape: Shape): string {
  switch (shape.kind) {
    case 'object':
      return `an object with keys among ${[...shape.members.keys()].join(', ')}`;
    case 'array':
      return `an array of ${span(shape.min, shape.max, 'items')}, each ${wanted(shape.items)}`;
    case 'text':
      return wantedText(shape);
    case 'enum':
      return `one of ${shape.words.join(', ')}`;
    case 'integer':
      return `an integer${range(shape.min, shape.max)}`;
    case 'boolean':
      return 'true or false';
  }
}

function wantedText({ schema, form, pattern, min, max }: TextShape): string {
  const { wanted } = adviceOf(schema);
  if (wanted) return wanted(span(min, max, 'code points'));
  const line = form === 'line' ? ' on one line' : '';
  const isBounded = min !== undefined || max !== undefined;
  const length = isBounded ? ` of ${span(min, max, 'code points')}` : '';
  return `a string${length}${line}${wantedPattern(pattern)}`;
}

function wantedPattern(pattern: string | undefined): string {
  if (pattern === undefined) return '';
  return pattern === NOT_BLANK_PATTERN ? ' that is not blank' : ` that matches ${pattern}`;
}

/** "1 to 200 code points". */
export function span(min: number | undefined, max: number | undefined, unit: string): string {
  if (max === undefined) return min === undefined ? unit : `at least ${min} ${unit}`;
  return min === undefined || min === 0 ? `at most ${max} ${unit}` : `${min} to ${max} ${unit}`;
}

function range(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : ` of at least ${min}`;
  return min === undefined ? ` of at most ${max}` : ` from ${min} to ${max}`;
}

/** What a message calls the thing at a path. */
export function nameOf(path: string): string {
  return path === '' ? 'The input' : path;
}

/** A value to copy from a message, or a pointer to where it stands whole. */
export function quote(suggestion: unknown): string {
  const whole = render(suggestion, RENDERED_MAX_UNITS);
  return whole.endsWith('…') || whole.endsWith('…"') ? 'what suggestion holds' : whole;
}
