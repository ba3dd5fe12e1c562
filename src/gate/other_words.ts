/**
 * Words that are one or two letters away from a word of this service and mean something else, so that they
 * are no slips of the pen. Behind each known word stand those of a large English dictionary, without its
 * rare ones and without the word's own inflections.
 */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  pending: 'penning ponding',
  blocked: 'blacked blocker',
  done: 'dine doe doge dole dome don dona donee dong dons dont dope dose dote dove doze drone dune',
  cancelled: 'catcalled channelled concealed',
  open: 'omen oven oxen',
  closed: 'cloned closer closet cloyed',
  normal: 'norma norman',
  number: 'numbed',
  priority: 'priories priory privity probity',
  description: 'decryption desorption',
  owner: 'owned',
  label: 'lapel libel',
  labels: 'lapels libels',
  // A status is no list of ids, and "add blocked" may go either way.
  blockedBy: 'blocked',
  addBlockedBy: 'addblocked',
  status: 'stats statue statues stratus',
  ready: 'read reads reedy',
  order: 'odder older',
  limit: 'licit',
  cursor: 'cursory',
  patch: 'parch patchy path pitch',
  clear: 'clean cleat',
  // verbs and the noun of the tools' names
  create: 'crate crease cremate',
  list: 'last lest lift lilt lint lisp lit lost lust',
  delete: 'deplete',
  restore: 'rescore',
  task: 'tack talk tank tsk tusk',
};

export const OTHER_WORDS: ReadonlySet<string> = new Set(
  Object.values(NEIGHBOURS).flatMap((words) => words.split(' ')),
);
