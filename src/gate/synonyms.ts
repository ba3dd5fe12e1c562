/**
 * What models and other tools call the arguments and words of this service. Only those that a schema has are
 * ever suggested, in the order given, so one table serves keys and enum words.
 */
const MEANINGS: Readonly<Record<string, string>> = {
  // status
  done: 'complete completed completion finished finish closed close resolved fixed success succeeded accomplished',
  in_progress: 'wip started start active doing working ongoing running current inwork progress',
  pending: 'todo open new notstarted unstarted backlog queued planned ready',
  blocked: 'onhold hold paused waiting stuck',
  cancelled: 'canceled cancel wontfix wontdo abandoned dropped rejected obsolete skipped aborted',
  open: 'unfinished incomplete notdone',
  closed: 'complete completed finished resolved',
  // priority and order
  urgent: 'critical p0 highest asap immediate emergency blocker veryhigh',
  high: 'important p1 major',
  normal: 'medium med mid p2 default standard regular moderate',
  low: 'p3 p4 minor lowest trivial',
  priority: 'prio importance severity urgency',
  number: 'id created createdat oldest age',
  // keys
  id: 'taskid taskids task tasknumber number ticket ticketid issueid itemid todoid',
  subject: 'title name summary task heading',
  description: 'desc notes note body content details detail text comment comments',
  status: 'state stage newstatus column',
  owner: 'assignee assignedto assigned assign user who responsible',
  labels: 'tags tag label categories category',
  label: 'tag tags labels category',
  blockedBy:
    'dependson depends dependencies dependency deps requires prerequisites blockers waitsfor after parents',
  addBlockedBy:
    'blockedby dependson depends dependencies dependency deps requires prerequisites blockers waitsfor adddependencies addblockers',
  removeBlockedBy: 'unblock removedependencies removedependency removedeps removeblockers deleteblockedby',
  expectedVersion: 'version ifmatch etag taskversion currentversion baseversion revision rev',
  idempotencyKey: 'key idempotency requestid dedupekey clienttoken nonce',
  patch: 'changes change fields update updates set data task',
  clear: 'unset remove reset empty',
  reason: 'why note comment message cause explanation justification',
  ready: 'isready available unblocked actionable',
  order: 'sort orderby sortby sortorder',
  limit: 'pagesize perpage size count max maxresults take first top',
  cursor: 'nextcursor next pagetoken nextpagetoken after page offset',
};

export const SYNONYMS: ReadonlyMap<string, readonly string[]> = invert();

function invert(): Map<string, string[]> {
  const targets = new Map<string, string[]>();
  for (const [word, meanings] of Object.entries(MEANINGS)) {
    for (const meaning of meanings.split(' ')) targets.set(meaning, [...(targets.get(meaning) ?? []), word]);
  }
  return targets;
}
