/**
 * What JSON Schema cannot say, by the code of its issue: the words that say it in the description of the
 * argument.
 */
export const SAID: Readonly<Record<string, RegExp>> = {
  // Characters that hide something are refused on any number of lines, and no pattern says so.
  characters: /one line|not blank/i,
  // A line has to show something; a lone combining mark shows nothing, and no pattern says so.
  pattern: /one line|not blank/i,
  owner: /without @/,
  // A word for nothing has the form of a text, and says none.
  echo: /not none|not blank|one line/,
  lost: /not none|not blank|one line/,
  // A key that only stands for one is not new for each call.
  placeholder: /else new/,
  all: /without @|not none/,
  implied: /to empty|no owner/,
  duplicate: /none twice/,
  empty: /only with clear/,
  conflict: /none in patch|wait for no more|not beside owner/i,
};
