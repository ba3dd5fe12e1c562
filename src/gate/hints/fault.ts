import type { Issue } from '../../refusals/refusal.js';
import { adviceOf } from '../../schema/advice.js';
import type { Shape } from '../../schema/shape.js';
import { nameOf, quote, wanted } from '../../schema/wanted.js';
import { render } from '../../text/render.js';
import { suggest } from './suggest.js';

/**
 * The issue of a value that is not what its schema wants; `fault` says what is wrong with it, after its name.
 */
export function faultOf(shape: Shape, path: string, value: unknown, code: string, fault?: string): Issue {
  const expected = wanted(shape);
  const received = render(value);
  const suggestion = suggest(shape, value);
  const what = fault ?? `must be ${expected}, not ${code === 'type' ? typeWord(value) : ''}${received}`;
  const instead = suggestion === undefined ? wayOn(shape, value) : `; send ${quote(suggestion)}`;
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
