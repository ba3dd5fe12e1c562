import { createScanner } from 'jsonc-parser';
import { isRoundedToInteger } from './digits.js';
import { DEPTH_MAX_LEVELS } from './sound.js';

/**
 * The token kinds of jsonc-parser, which publishes them as an ambient const enum that isolated modules cannot
 * read.
 */
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const COLON = 6;
const STRING = 10;
const NUMBER = 11;
const END = 17;

/**
 * An object or array that is open at the token under the scanner, and the member of it that the token belongs
 * to.
 */
interface Frame {
  readonly keys: Set<string> | null;
  step: string | number;
}

/** What JSON.parse gives up without a word: a key that stands twice, or a number rounded to an integer. */
export interface Loss {
  readonly kind: 'duplicate' | 'number';
  readonly steps: readonly (string | number)[];
  /** The key or the number as it is written. */
  readonly written: string;
}

/**
 * The first loss in a text, which must be valid JSON, or null. Objects deeper than the gate allows are not
 * looked at: the gate refuses the input.
 */
export function findLoss(text: string): Loss | null {
  const scanner = createScanner(text, true);
  const frames: Frame[] = [];
  let written = '';
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === STRING || token === NUMBER) written = scanner.getTokenValue();
    else if (token === OPEN_BRACE) frames.push({ keys: keySet(frames.length), step: '' });
    else if (token === OPEN_BRACKET) frames.push({ keys: null, step: 0 });
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) frames.pop();
    else if (isRepeated(token, frames.at(-1), written)) return lossOf('duplicate', frames, written);
    if (token === NUMBER && isRounded(frames, written)) return lossOf('number', frames, written);
  }
  return null;
}

function lossOf(kind: Loss['kind'], frames: readonly Frame[], written: string): Loss {
  return { kind, steps: frames.map(({ step }) => step), written };
}

function keySet(level: number): Set<string> | null {
  return level < DEPTH_MAX_LEVELS ? new Set() : null;
}

function isRounded(frames: readonly Frame[], literal: string): boolean {
  return frames.length <= DEPTH_MAX_LEVELS && isRoundedToInteger(literal);
}

/** Moves the frame on to its next member; true when that is a key which it had before. */
function isRepeated(token: number, frame: Frame | undefined, string: string): boolean {
  if (!frame) return false;
  if (token === COMMA && typeof frame.step === 'number') frame.step += 1;
  if (token !== COLON) return false;
  frame.step = string;
  if (frame.keys?.has(string)) return true;
  frame.keys?.add(string);
  return false;
}
