import { Type } from '@sinclair/typebox';
import { VERSION_MAX } from '../../log/marked_version.js';
import { NullableText } from '../../schema/kinds.js';
import { makeCursor, readCursor } from '../../tools/cursor.js';
import { defineReadTool } from '../../tools/tool.js';
import { HistoryEntry, toHistoryEntry } from '../changes.js';
import { READS } from '../queries.js';
import { taskNotFound } from '../rules.js';
import { timelineCard } from '../views/cards.js';
import { entriesThatFit, historyText } from '../views/page.js';
import * as argument from './arguments.js';

const scopeOf = (list: string, id: string): readonly string[] => ['task_history', list, id];

const isTaskVersion = (position: string): boolean =>
  /^[1-9][0-9]*$/.test(position) && Number(position) <= VERSION_MAX;

export const taskHistory = defineReadTool({
  name: 'task_history',
  title: 'Read the history of a task',
  tier: 'more',
  does: 'Returns what happened to one task, newest first: each change with the fields from and to, who made it, when and why.',
  use: 'Use it to find out who changed a task, what a field held before, or who deleted it; deleted tasks answer too.',
  avoid: 'Not to see how the task is now (task_get).',
  input: Type.Object(
    { id: argument.id, limit: Type.Optional(argument.limit), cursor: Type.Optional(argument.cursor) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      entries: Type.Array(HistoryEntry, { description: 'Newest first.' }),
      nextCursor: NullableText({
        description: 'Send it as cursor for older entries; null on the last page.',
      }),
    },
    { additionalProperties: false },
  ),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  http: { method: 'GET', path: '/tasks/:id/history', status: 200, body: 'none', etag: 'none' },
  examples: [{ title: 'The newest changes of task 1', arguments: { id: '1', limit: 10 } }],
  refusals: ['TASK_NOT_FOUND'],
  reads: READS.history,
  query({ list, arguments: { id, limit = argument.PAGE_DEFAULT_ENTRIES, cursor } }) {
    const position = cursor && readCursor(scopeOf(list, id), cursor, isTaskVersion);
    return { number: Number(id), limit, beforeTaskVersion: position ? Number(position) : null };
  },
  decide(rows, { list, arguments: { id } }) {
    if (!rows) throw taskNotFound(list, id);
    const found = rows.entries.map(toHistoryEntry);
    const entries = entriesThatFit(found);
    const last = entries.at(-1);
    const isCut = rows.hasMore || entries.length < found.length;
    const nextCursor = isCut && last ? makeCursor(scopeOf(list, id), String(last.taskVersion)) : null;
    return { entries, nextCursor };
  },
  text: ({ value }) => historyText(value),
  card: ({ value }) => timelineCard(value),
});
