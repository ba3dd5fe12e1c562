import { isOneOf } from './no_value.js';
import { bareName, isNobody, type OwnerFault, ownerFault } from './owner.js';

/** What callers write into a filter that takes one exact value. */
export type FilterFault = 'all' | 'excluded' | 'several';

/** Longer than any word for all with what may stand around it. */
const WORD_MAX_UNITS = 40;
const ALL_OWNERS: ReadonlySet<string> = new Set(
  '* all any every everything everyone everybody anyone anybody allowners anyowner allagents anyagent'.split(
    ' ',
  ),
);
const ALL_LABELS: ReadonlySet<string> = new Set('* all any every everything alllabels anylabel'.split(' '));
/** "!ann", "-ann", "not ann", "owner != ann". */
const EXCLUDED = /^\s*(?:[!¬~^]|-(?=[^\s-])|(?:not|NOT)[ :]\s*\S)|!=|<>|≠/u;
/** "ann OR bob", "ann|bob", '["ann","bob"]', "ann*". */
const SEVERAL = /\s(?:OR|AND)\s|\||^\s*\[.*\]\s*$|^[\w.@/-]+[*%]$/u;
/** Between names as machines have them; "Smith, John" is one name of a person. */
const SEPARATOR = /\s*[,;]\s*|\s+(?:or|and)\s+/u;
const MACHINE_NAME = /^@?[a-z0-9][a-z0-9._/-]*$/u;

/** What keeps a text from being one exact owner to look for. */
export function ownerFilterFault(text: string): FilterFault | OwnerFault | undefined {
  if (text.length <= WORD_MAX_UNITS && isOneOf(ALL_OWNERS, bareName(text))) return 'all';
  if (isNobody(text)) return 'nobody';
  if (EXCLUDED.test(text)) return 'excluded';
  return isSeveral(text) ? 'several' : ownerFault(text);
}

function isSeveral(text: string): boolean {
  if (SEVERAL.test(text)) return true;
  const parts = text.trim().split(SEPARATOR);
  return parts.length > 1 && parts.every((part) => MACHINE_NAME.test(part));
}

/** True for a word by which a caller says that the label does not matter. */
export function isEveryLabel(text: string): boolean {
  return isOneOf(ALL_LABELS, text);
}
