import { type Static, Type } from '@sinclair/typebox';
import type { Issue } from '../../refusals/refusal.js';
import { advised } from '../../schema/advice.js';
import { NullableText, StringEnum, Text } from '../../schema/kinds.js';
import { makeCursor, readCursor } from '../../tools/cursor.js';
import { defineReadTool } from '../../tools/tool.js';
import { type PageOrder, type PagePosition, READS } from '../queries.js';
import { Counts, isClosed, TaskSummary, toTaskSummary } from '../task.js';
import { tasksCard } from '../views/cards.js';
import { pageText, tasksThatFit } from '../views/page.js';
import { FLAG_ADVICE, ORDER_ADVICE, READY_ADVICE, STATUS_FILTER_ADVICE } from '../wording/arguments.js';
import { LIST_PATTERN, PRIORITIES, STATUSES, type Status } from '../wording/values.js';
import * as argument from './arguments.js';

const STATUS_FILTERS = [...STATUSES, 'open', 'closed'] as const;

const Input = Type.Object(
  {
    status: Type.Optional(
      advised(
        StringEnum(STATUS_FILTERS, { description: 'closed: done or cancelled; open: the rest.' }),
        STATUS_FILTER_ADVICE,
      ),
    ),
    owner: Type.Optional(argument.ownerFilter),
    unowned: Type.Optional(
      advised(
        Type.Boolean({ description: 'true: no owner; false: the others. Not beside owner.' }),
        FLAG_ADVICE,
      ),
    ),
    label: Type.Optional(argument.labelFilter),
    ready: Type.Optional(
      advised(Type.Boolean({ description: 'true: can start now; false: the others.' }), READY_ADVICE),
    ),
    order: Type.Optional(
      advised(
        StringEnum(['number', 'priority'], { description: 'number when not given: oldest first.' }),
        ORDER_ADVICE,
      ),
    ),
    limit: Type.Optional(argument.limit),
    cursor: Type.Optional(argument.cursor),
  },
  { additionalProperties: false },
);

type Arguments = Static<typeof Input>;

function toStatuses(filter: Arguments['status']): readonly Status[] | null {
  if (filter === undefined) return null;
  if (filter === 'open') return STATUSES.filter((status) => !isClosed(status));
  if (filter === 'closed') return STATUSES.filter(isClosed);
  return [filter];
}

/** What must stay the same from page to page. */
function scopeOf(
  list: string,
  { status, owner, unowned, label, ready, order = 'number' }: Arguments,
): readonly unknown[] {
  const scope = ['task_list', list, status ?? null, owner ?? null, label ?? null, ready ?? null, order];
  // Only where it is given, so that a cursor of before there was such an argument still goes on.
  return unowned === undefined ? scope : [...scope, unowned];
}

/** What toPosition makes: an id, and the rank of a priority where that comes first. */
const POSITIONS: Readonly<Record<PageOrder, RegExp>> = {
  number: /^[1-9][0-9]{0,8}$/,
  priority: /^[1-9][0-9]{0,8}\.[0-3]$/,
};

function toPosition(order: PageOrder, task: Pick<TaskSummary, 'id' | 'priority'>): string {
  return order === 'number' ? task.id : `${task.id}.${PRIORITIES.indexOf(task.priority)}`;
}

function readPosition(list: string, args: Arguments): PagePosition | null {
  if (args.cursor === undefined) return null;
  const form = POSITIONS[args.order ?? 'number'];
  const position = readCursor(scopeOf(list, args), args.cursor, (text) => form.test(text));
  const [number, rank = '0'] = position.split('.');
  return { number: Number(number), priority: PRIORITIES[Number(rank)] ?? 'low' };
}

const BOTH: Issue = {
  path: 'unowned',
  code: 'conflict',
  message: 'unowned stands beside owner, which says already whose tasks are meant; send one of them.',
};

export const taskList = defineReadTool({
  name: 'task_list',
  title: 'List tasks',
  tier: 'core',
  does: 'Returns a page of tasks and how many have each status.',
  use: 'Use it to see where the work stands; ready true with order priority is what to do next.',
  avoid: 'Not to read descriptions (task_get).',
  input: Input,
  output: Type.Object(
    {
      list: Text({ pattern: LIST_PATTERN, description: 'The list.' }),
      version: Type.Integer({
        minimum: 0,
        description: 'List version that the page was read at; 0 before the first write.',
      }),
      counts: Counts,
      tasks: Type.Array(TaskSummary),
      nextCursor: NullableText({
        description: 'Send it as cursor for the next page; null on the last page.',
      }),
    },
    { additionalProperties: false },
  ),
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  http: { method: 'GET', path: '/tasks', status: 200, body: 'none', etag: 'list' },
  examples: [
    { title: 'Everything, oldest first', arguments: {} },
    {
      title: 'What can start now, most urgent first',
      arguments: { ready: true, order: 'priority', limit: 10 },
    },
  ],
  refusals: [],
  check: ({ owner, unowned }) => (owner !== undefined && unowned !== undefined ? [BOTH] : []),
  reads: READS.page,
  markOf: ({ mark }) => mark,
  query({ list, arguments: args }) {
    const {
      owner = null,
      unowned = null,
      label = null,
      ready = null,
      order = 'number',
      limit = argument.PAGE_DEFAULT_ENTRIES,
    } = args;
    return {
      statuses: toStatuses(args.status),
      owner,
      unowned,
      label,
      ready,
      order,
      limit,
      after: readPosition(list, args),
    };
  },
  decide({ version, counts, tasks, hasMore }, { list, arguments: args }) {
    const summaries = tasks.map(({ record, edges }) => toTaskSummary(list, record, edges));
    const shown = tasksThatFit(summaries);
    const last = shown.at(-1);
    const { order = 'number' } = args;
    const isCut = hasMore || shown.length < summaries.length;
    const nextCursor = isCut && last ? makeCursor(scopeOf(list, args), toPosition(order, last)) : null;
    return { list, version, counts, tasks: [...shown], nextCursor };
  },
  text: ({ value }) => pageText(value),
  card: ({ value }) => tasksCard(value),
});
