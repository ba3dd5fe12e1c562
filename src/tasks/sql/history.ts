import type { Database, Statement } from '../../database/database.js';
import { entryPages } from '../../log/audit.js';
import { VERSION_MAX } from '../../log/marked_version.js';
import { tasks } from '../log.js';
import type { HistoryQuery, HistoryRows } from '../queries.js';

const historyPages = entryPages(tasks, {
  name: 'find_history',
  rows: 'number = $2 AND task_version < $3',
  order: 'task_version DESC',
  limit: '$4',
});

const FIND_NUMBER: Statement = {
  name: 'find_number',
  lane: 'quick',
  text: 'SELECT number FROM tasks WHERE list = $1 AND number = $2',
};

/** What happened to one task, newest first. @throws DatabaseFault */
export async function findHistory(
  database: Database,
  list: string,
  { number, limit, beforeTaskVersion }: HistoryQuery,
): Promise<HistoryRows> {
  const before = beforeTaskVersion ?? VERSION_MAX;
  const page = await historyPages(database, [list, number, before, limit + 1]);
  if (page.found === 0 && (await database.query(FIND_NUMBER, [list, number])).length === 0) return null;
  const entries = page.entries.slice(0, limit);
  return { entries, hasMore: page.found > entries.length };
}
