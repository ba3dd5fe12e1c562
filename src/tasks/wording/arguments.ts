import type { Advice, Kept } from '../../schema/advice.js';
import { EXCLUSION, fold, wholeIn } from '../../text/words.js';
import { labelsIn, NO_EXCLUSION, ofOtherTask, versionIn } from './meant.js';
import {
  AFTER_A_TIME,
  BLOCKED_TASKS,
  CHANGES_OF_BLOCKERS,
  FIRST_STATUS,
  ID_OF_ONES_OWN,
  MORE_BLOCKED_TASKS,
  NO_CURSOR,
  OTHER_FILTERS,
  PAGE_NUMBER,
  PARENTS,
  RESTRICTED_BY_VERSION,
} from './not_for.js';
import { bareWord, markedPriority, withoutField } from './printed.js';
import { CLOSED_STATUSES, OPEN_STATUSES } from './values.js';

/** What callers mean by the names and words that they send in place of those of the tools. */

const OF_STATUSES: Advice = {
  words: 'state states statuses stage newstatus column',
  values: {
    done: 'complete completed completion finished finish closed close resolved fixed success succeeded accomplished',
    in_progress:
      'wip started start active doing working ongoing running current inwork inprog progress underway workingon workingonit',
    pending:
      'todo open new notstarted notyetstarted unstarted backlog queued planned ready unblocked notblocked',
    blocked: 'block onhold hold paused waiting stuck',
    cancelled: 'canceled cancel wontfix wontdo abandoned dropped rejected obsolete skipped aborted',
    open: 'opened undone unfinished incomplete uncompleted unresolved unclosed notclosed',
    closed: 'complete completed finished resolved notopen',
  },
  unlike: `stats statue statues stratus penning ponding blacked blocker catcalled channelled concealed
    dine doe doge dole dome don dona donee dong dons dont dope dose dote dove doze drone dune
    omen oven oxen cloned closer closet cloyed`,
  bare: bareWord,
};

export const STATUS_ADVICE: Advice = {
  ...OF_STATUSES,
  flags: {
    one: {
      done: 'done isdone completed iscompleted complete iscomplete finished isfinished',
      cancelled: 'cancelled iscancelled canceled iscanceled',
      in_progress: 'inprogress isinprogress started isstarted',
      blocked: 'blocked isblocked',
      pending: 'pending ispending',
    },
    several: {
      open: 'pending, in_progress or blocked',
      isopen: 'pending, in_progress or blocked',
      closed: 'done or cancelled',
      isclosed: 'done or cancelled',
    },
    otherwise: 'a task has one status: send as status the one that is meant',
  },
};

export const STATUS_FILTER_ADVICE: Advice = {
  ...OF_STATUSES,
  groups: { open: OPEN_STATUSES, closed: CLOSED_STATUSES },
  hint: (value) => (typeof value === 'string' && EXCLUDES.test(value) ? NO_EXCLUSION : undefined),
};
/** By a sign, or in words: "not done", "all but done". What is not done may be cancelled. */
const EXCLUDES = new RegExp(
  `${EXCLUSION.source}|^\\W*(?:not(?=[\\s_-]|[A-Z])|NOT\\W|(?:all|any) but |except )`,
);

const PRIORITY_WORDS = 'prio importance severity urgency';
const UNLIKE_PRIORITY = 'priories priory privity probity';

export const PRIORITY_ADVICE: Advice = {
  words: PRIORITY_WORDS,
  values: {
    urgent: 'critical p0 highest asap immediate emergency blocker veryhigh highestpriority',
    high: 'higher important p1 major highpriority',
    normal: 'normalpriority medium med mid p2 default standard regular moderate',
    low: 'lower lowest p3 p4 minor trivial lowpriority',
  },
  unlike: `${UNLIKE_PRIORITY} norma norman`,
  bare: bareWord,
  meant: markedPriority,
};

export const LIMIT_ADVICE: Advice = {
  words: 'pagesize perpage size count max maxresults take first top',
  unlike: 'licit',
  notFor: [PARENTS, OTHER_FILTERS],
};

export const CURSOR_ADVICE: Advice = {
  words: 'nextcursor next pagetoken nextpagetoken after',
  unlike: 'cursory',
  notFor: [NO_CURSOR, PAGE_NUMBER],
};

const BLOCKERS = 'dependson depends dependencies dependency deps requires prerequisites blockers waitsfor';
const ADDED_BLOCKERS = 'addblockers addblocker adddependencies adddependency setblockedby';

export const BLOCKED_BY_ADVICE: Advice = {
  words: `${BLOCKERS} ${ADDED_BLOCKERS} after addblockedby`,
  // A status is no list of ids.
  unlike: 'blocked',
  notFor: [BLOCKED_TASKS, AFTER_A_TIME, FIRST_STATUS, ID_OF_ONES_OWN],
};

const ADDS_OR_TAKES_AWAY = 'addBlockedBy adds, removeBlockedBy takes away';

export const ADD_BLOCKED_BY_ADVICE: Advice = {
  words: `${BLOCKERS} ${ADDED_BLOCKERS} blockedby`,
  // "add blocked" may go either way.
  unlike: 'addblocked blocked',
  whole: 'blockedby setblockedby updateblockedby replaceblockedby setblockers setdependencies',
  inside: ADDS_OR_TAKES_AWAY,
  notFor: [CHANGES_OF_BLOCKERS, MORE_BLOCKED_TASKS],
};

export const REMOVE_BLOCKED_BY_ADVICE: Advice = {
  words:
    'unblock removedependencies removedependency removedeps removeblockers removeblocker deleteblockedby deleteblockers',
  inside: ADDS_OR_TAKES_AWAY,
};

export const ORDER_ADVICE: Advice = {
  words: 'sort orderby sortby sortorder',
  values: { number: 'id created createdat oldest age', priority: PRIORITY_WORDS },
  unlike: `odder older numbed ${UNLIKE_PRIORITY}`,
  bare: bareWord,
};

/** Of a flag that a text shows by its name: "Ready: yes". */
export const FLAG_ADVICE: Advice = { bare: withoutField };

export const READY_ADVICE: Advice = {
  ...FLAG_ADVICE,
  words: 'isready available unblocked notblocked actionable',
  unlike: 'read reads reedy',
};

export const EXPECTED_VERSION_ADVICE: Advice = {
  words: 'version ifmatch etag taskversion currentversion baseversion revision rev',
  notFor: [RESTRICTED_BY_VERSION],
  meantBy: versionIn,
  against: ofOtherTask,
  ifEmpty: 'send the version of the task that you saw last (task_get shows it)',
};

export const CLEAR_ADVICE: Advice = { bare: bareWord, split: labelsIn, hint: clearHint };

function clearHint(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (OF_BLOCKERS.test(fold(value))) return NO_BLOCKERS;
  return wholeIn(value) === undefined ? undefined : CLEARS_WHOLE;
}
const OF_BLOCKERS = /^(?:add|remove)?(?:blockedby|blockers?|dependson|dependenc(?:y|ies)|deps)$/;
const NO_BLOCKERS =
  'for the task to wait for none name each of its blockers in patch.removeBlockedBy (task_get shows them)';
const CLEARS_WHOLE =
  'clear empties a field whole and takes no part of it: to take one label away send labels with those that stay';

const COMPLETION = /^(?:completed|closed|finished|done)at$/;

/** What a task shows and nobody sets. */
export const KEPT: Kept = {
  shown: 'createdat createdby updatedat updatedby completedat openblockers ready blockscount',
  marks: ['openBlockers', 'createdAt'],
  set: [
    { names: COMPLETION, says: 'the service sets completedAt itself, when status becomes done' },
    { names: /^(?:created|updated)(?:at|by|on)$/, says: 'the service sets it, and no call changes it' },
    {
      names: /^(?:from|descriptionlength)$/,
      says: 'it says which part of a description task_get showed, and a description is sent whole',
    },
    {
      names: /^(?:ready|openblockers|blockscount)$/,
      says: 'it follows from the status of the task and of its blockers',
    },
  ],
  // Without it the task would stay open.
  asks: { names: COMPLETION, field: 'status', says: 'to complete the task send status done' },
};
