import { invert } from '../text/words.js';

const BLOCKERS = 'dependson depends dependencies dependency deps requires prerequisites blockers waitsfor';
const ADDED_BLOCKERS = 'addblockers addblocker adddependencies adddependency setblockedby';

/**
 * What models and other tools call the arguments and words of this service. Only those that a schema has are
 * ever suggested, in the order given, so one table serves keys and enum words.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  // status
  done: 'complete completed completion finished finish closed close resolved fixed success succeeded accomplished',
  in_progress:
    'wip started start active doing working ongoing running current inwork inprog progress underway workingon workingonit',
  pending:
    'todo open new notstarted notyetstarted unstarted backlog queued planned ready unblocked notblocked',
  blocked: 'block onhold hold paused waiting stuck',
  cancelled: 'canceled cancel wontfix wontdo abandoned dropped rejected obsolete skipped aborted',
  open: 'opened undone unfinished incomplete uncompleted unresolved unclosed notdone notfinished notcomplete notcompleted notclosed',
  closed: 'complete completed finished resolved notopen',
  // priority and order
  urgent: 'critical p0 highest asap immediate emergency blocker veryhigh highestpriority',
  high: 'higher important p1 major highpriority',
  normal: 'normalpriority medium med mid p2 default standard regular moderate',
  low: 'lower lowest p3 p4 minor trivial lowpriority',
  priority: 'prio importance severity urgency',
  number: 'id created createdat oldest age',
  // keys
  id: 'ids taskid taskids task tasknumber number ticket ticketid issueid itemid todoid',
  description: 'desc descr notes note body content details detail text comment comments',
  subject: 'title name summary task heading content text todo',
  status: 'state states statuses stage newstatus column',
  owner: 'assignee assignedto assigned assign user who responsible',
  labels:
    'tags tag label categories category addlabels addlabel addtags addtag setlabels setlabel settags settag',
  label: 'tag tags labels category',
  blockedBy: `${BLOCKERS} ${ADDED_BLOCKERS} after addblockedby`,
  addBlockedBy: `${BLOCKERS} ${ADDED_BLOCKERS} blockedby`,
  removeBlockedBy:
    'unblock removedependencies removedependency removedeps removeblockers removeblocker deleteblockedby deleteblockers',
  expectedVersion: 'version ifmatch etag taskversion currentversion baseversion revision rev',
  idempotencyKey: 'key idempotency requestid dedupekey clienttoken nonce',
  patch: 'changes change fields update updates set data task',
  clear: 'unset remove reset empty',
  reason: 'why note comment message cause explanation justification',
  ready: 'isready available unblocked notblocked actionable',
  order: 'sort orderby sortby sortorder',
  limit: 'pagesize perpage size count max maxresults take first top',
  cursor: 'nextcursor next pagetoken nextpagetoken after',
};

/** From each folded word to the words that it may mean, the likeliest first. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = invert(MEANINGS);
