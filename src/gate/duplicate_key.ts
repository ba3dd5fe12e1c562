import { createScanner } from 'jsonc-parser';
import { DEPTH_MAX_LEVELS } from './scan.js';

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
const END = 17;

/**
 * An object or array that is open at the token under the scanner, and the member of it that the token belongs
 * to.
 */
interface Frame {
  readonly keys: Set<string> | null;
  step: string | number;
}

/**
 * The way to the first key that stands twice in one object, or null. JSON.parse keeps the last of both
 * without a word. The text must be valid JSON. Objects deeper than the gate allows are not looked at: the
 * gate refuses the input.
 */
export function findDuplicateKey(text: string): (string | number)[] | null {
  const scanner = createScanner(text, true);
  const frames: Frame[] = [];
  let string = '';
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === STRING) string = scanner.getTokenValue();
    else if (token === OPEN_BRACE) frames.push({ keys: keySet(frames.length), step: '' });
    else if (token === OPEN_BRACKET) frames.push({ keys: null, step: 0 });
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) frames.pop();
    else if (isRepeated(token, frames.at(-1), string)) return frames.map(({ step }) => step);
  }
  return null;
}

function keySet(level: number): Set<string> | null {
  return level < DEPTH_MAX_LEVELS ? new Set() : null;
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
