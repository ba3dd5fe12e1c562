import { escapeUnsafeCharacters } from './characters.js';

/** What a message can quote without hiding its own sentence. */
export const RENDERED_MAX_UNITS = 80;
/** Longer than any key of a schema; a longer one is recognised by its beginning. */
const KEY_MAX_UNITS = 60;

/** Of nested values; a long rendering of deeper ones would be as deep a recursion. */
const LEVELS_MAX_COUNT = 100;

/** Longer than those of texts, such as a family of emoji. */
const GRAPHEME_MAX_UNITS = 30;
/** Each character, also one that is escaped. */
const CHARACTERS = /\\u[0-9a-f]{4}|\\.|./gsu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/**
 * JSON text of a value; characters that hide or reorder text are escaped; cut with … at `maxUnits` UTF-16
 * units.
 */
export function render(value: unknown, maxUnits = RENDERED_MAX_UNITS): string {
  const end = typeof value === 'string' ? '…"' : '…';
  let text = '';
  let kept = '';
  for (const piece of pieces(value, maxUnits)) {
    text += piece;
    if (text.length > maxUnits) return kept + end;
    if (text.length + end.length <= maxUnits) kept = text;
  }
  return text;
}

/** The path of a member below `path`: `patch.labels`, `labels[2]`, `["odd key"]`. */
export function joinPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  const isPlain = step.length <= KEY_MAX_UNITS && PLAIN_KEY.test(step);
  if (!isPlain) return `${path}[${render(step, KEY_MAX_UNITS)}]`;
  return path === '' ? step : `${path}.${step}`;
}

/** What a message calls the thing at a path. */
export function nameOf(path: string): string {
  return path === '' ? 'The input' : path;
}

/** A value to copy from a message, or a pointer to where it stands whole. */
export function toCopy(suggestion: unknown): string {
  const whole = render(suggestion);
  return whole.endsWith('…') || whole.endsWith('…"') ? 'what suggestion holds' : whole;
}

/** Lazy, so that a rendering costs what it shows and not what came. No piece may be cut. */
function* pieces(value: unknown, maxUnits: number, level = 0): Generator<string> {
  if (typeof value === 'string') yield* stringPieces(value, maxUnits);
  else if (typeof value !== 'object' || value === null) yield scalar(value);
  else if (level === LEVELS_MAX_COUNT) yield '…';
  else if (Array.isArray(value)) yield* listPieces('[]', value.entries(), maxUnits, level);
  else yield* listPieces('{}', membersOf(value), maxUnits, level);
}

function* membersOf(object: object): Generator<[string, unknown]> {
  const members: Readonly<Record<string, unknown>> = Object(object);
  for (const key of Object.keys(object)) yield [key, members[key]];
}

/** Looks at more of the text than a rendering can show, but never at the rest of a long one. */
function* stringPieces(text: string, maxUnits: number): Generator<string> {
  yield '"';
  for (const { segment } of graphemes.segment(text.slice(0, 2 * maxUnits))) {
    const shown = escapeUnsafeCharacters(segment.replaceAll('\\', '\\\\').replaceAll('"', '\\"'));
    // One that takes much of the room is cut, so that something of it is seen.
    if (shown.length <= GRAPHEME_MAX_UNITS) yield shown;
    else yield* shown.match(CHARACTERS) ?? [];
  }
  yield '"';
}

function* listPieces(
  brackets: '[]' | '{}',
  entries: Iterable<[string | number, unknown]>,
  maxUnits: number,
  level: number,
): Generator<string> {
  yield brackets.charAt(0);
  let separator = '';
  for (const [key, value] of entries) {
    yield separator;
    if (typeof key === 'string') {
      yield* stringPieces(key, maxUnits);
      yield ':';
    }
    yield* pieces(value, maxUnits, level + 1);
    separator = ',';
  }
  yield brackets.charAt(1);
}

function scalar(value: unknown): string {
  if (typeof value !== 'number')
    return value === null || typeof value === 'boolean' ? `${value}` : typeof value;
  if (!Number.isFinite(value)) return 'a number beyond ±1.8e308';
  // Its last digits were lost when it was read; showing others would mislead.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return `about ${value.toExponential(3)}`;
  return `${value}`;
}
