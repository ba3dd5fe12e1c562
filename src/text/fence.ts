import { createHash } from 'node:crypto';
import { oneLine } from './one_line.js';

/** 48 bits: nobody finds a text that holds its own delimiter by trying, and 12 digits cost few tokens. */
export const FENCE_HEX_DIGITS = 12;
/** Whatever some reader takes for the end of a line: CRLF, LF, CR, VT, FF, NEL and the separators. */
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/** Begins each line of fenced text, so that none reads as a task line, a fence or a Markdown code fence. */
const PREFIX = '| ';

/** A hexadecimal delimiter that follows from the text alone and does not occur in it. */
export function fenceDelimiter(text: string, hexDigits = FENCE_HEX_DIGITS): string {
  for (let round = 0; ; round += 1) {
    const delimiter = createHash('sha256').update(`${round}\n${text}`).digest('hex').slice(0, hexDigits);
    if (!text.includes(delimiter)) return delimiter;
  }
}

/** The text between two equal lines, each of its lines prefixed, hidden characters shown; tabs stay. */
export function fence(text: string, delimiter: string): string {
  const rule = `--- ${delimiter}`;
  return [rule, ...text.split(LINE_END).map(fencedLine), rule].join('\n');
}

/** The characters that a text, or a part of one, takes between the rules of its fence. */
export function fencedSize(text: string): number {
  return text.split(LINE_END).map(fencedLine).join('\n').length - PREFIX.length;
}

function fencedLine(line: string): string {
  return PREFIX + line.split('\t').map(oneLine).join('\t');
}
