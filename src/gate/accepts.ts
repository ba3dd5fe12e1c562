import { Value } from '@sinclair/typebox/value';
import { isSound } from '../json/loss.js';
import type { Shape } from './shape.js';

/** True when the gate would let the value through as this part of the arguments. */
export function accepts(shape: Shape, value: unknown): boolean {
  return isSound(value) && Value.Check(shape.schema, value);
}
