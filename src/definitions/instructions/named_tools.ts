import { TOOLS } from '../../registry.js';

const NAMES: readonly string[] = TOOLS.map(({ name }) => name);
const WORD = /\w+/g;
const PARENTHESIS = / \([^()]*\)/g;
const SENTENCE_END = /(?<=\.) /;
const CLAUSE_END = '; ';

/**
 * The text without what it says of tools that the reader does not have: a parenthesis, else a clause, else
 * the sentence that names one goes. Empty when nothing is left.
 */
export function keepToTools(text: string, known: readonly string[]): string {
  const absent = new Set(NAMES.filter((name) => !known.includes(name)));
  const isFree = (part: string): boolean => !(part.match(WORD) ?? []).some((word) => absent.has(word));
  return text
    .replace(PARENTHESIS, (part) => (isFree(part) ? part : ''))
    .split(SENTENCE_END)
    .map((sentence) => keepClauses(sentence, isFree))
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function keepClauses(sentence: string, isFree: (part: string) => boolean): string {
  const kept = sentence.split(CLAUSE_END).filter(isFree).join(CLAUSE_END);
  return kept === '' || kept.endsWith('.') ? kept : `${kept}.`;
}
