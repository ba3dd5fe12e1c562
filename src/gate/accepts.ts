import { Value } from '@sinclair/typebox/value';
import { scan } from './scan.js';
import type { Shape } from './shape.js';

/** True when the gate would let the value through as this part of the arguments. */
export function accepts(shape: Shape, value: unknown): boolean {
  return scan(value).length === 0 && Value.Check(shape.schema, value);
}
