import { call, change, created, type Kind, meant, open, patched, type WrongCall } from '../wrong_call.js';

const DONE = change('1', 1, { status: 'done' });
const updated = (args: unknown): WrongCall => meant('task_update', args, DONE);
const cleared = (clear: unknown, right: readonly string[]): WrongCall =>
  meant('task_update', change('3', 2, {}, { clear }), change('3', 2, {}, { clear: right }));
const X = call('task_create', { subject: 'X' });
const body = (raw: string): WrongCall => ({ tool: 'task_create', arguments: undefined, raw, right: X });
const broken = (raw: string, says: string): WrongCall => ({
  tool: 'task_create',
  arguments: undefined,
  raw,
  right: null,
  code: 'MALFORMED_BODY',
  says,
});

/** Cases 12, 15 and 16 of test/cases: arrays and objects in another shape, wrapped arguments, bodies that are none. */
export const SHAPES: readonly Kind[] = [
  [
    'labels in another form',
    [
      created({ subject: 'X', labels: 'api' }, { labels: ['api'] }),
      created({ subject: 'X', labels: 'api, db' }, { labels: ['api', 'db'] }),
      created({ subject: 'X', labels: '["api","db"]' }, { labels: ['api', 'db'] }),
      created({ subject: 'X', labels: "['api', 'db']" }, { labels: ['api', 'db'] }),
      created({ subject: 'X', labels: ['api,db'] }, { labels: ['api', 'db'] }),
      created({ subject: 'X', labels: ['API'] }, { labels: ['api'] }),
      created({ subject: 'X', labels: ['Needs Review', '#Bug'] }, { labels: ['needs-review', 'bug'] }),
      created({ subject: 'X', labels: ['API', 'api'] }, { labels: ['api'] }),
      created({ subject: 'X', labels: [' api '] }, { labels: ['api'] }),
      created({ subject: 'X', labels: [2026] }, { labels: ['2026'] }),
      created({ subject: 'X', labels: [{ name: 'api' }] }, { labels: ['api'] }),
      created({ subject: 'X', labels: { '0': 'api', '1': 'db' } }, { labels: ['api', 'db'] }),
      created({ subject: 'X', labels: 'Front End' }, { labels: ['front-end'] }),
      created({ subject: 'X', labels: '' }),
      created({ subject: 'X', labels: [''] }),
      created({ subject: 'X', labels: ['api', null] }, { labels: ['api'] }),
      created({ subject: 'X', labels: ['api', ''] }, { labels: ['api'] }),
      patched({ labels: 'api' }, { labels: ['api'] }),
      patched({ labels: ['QA', 'qa', 'Qa'] }, { labels: ['qa'] }),
      open('task_create', { subject: 'X', labels: ['🔥'] }, 'INVALID_INPUT', 'a label ('),
      open('task_create', { subject: 'X', labels: ['x'.repeat(51)] }, 'INVALID_INPUT', 'labels[0]'),
      open(
        'task_create',
        { subject: 'X', labels: Array.from({ length: 21 }, (_, at) => `l${at}`) },
        'INVALID_INPUT',
        'at most 20 items',
      ),
    ],
  ],
  [
    'clear in another form',
    [
      cleared('owner', ['owner']),
      cleared('owner, labels', ['owner', 'labels']),
      cleared('["owner"]', ['owner']),
      cleared(['Owner'], ['owner']),
      cleared(['assignee'], ['owner']),
      cleared(['owner', 'owner'], ['owner']),
      cleared(['patch.owner'], ['owner']),
      cleared({ '0': 'labels' }, ['labels']),
      open(
        'task_update',
        change('3', 2, {}, { clear: ['priority'] }),
        'INVALID_INPUT',
        'one of description, owner, labels',
      ),
      open(
        'task_update',
        change('3', 2, {}, { clear: true }),
        'INVALID_INPUT',
        'one of description, owner, labels',
      ),
      open(
        'task_update',
        change('3', 2, { owner: 'bob' }, { clear: ['owner'] }),
        'INVALID_INPUT',
        'name it in one of them',
      ),
      open('task_update', change('3', 2, { owner: null }), 'INVALID_INPUT', 'name one to empty in clear'),
      open('task_update', change('3', 2, { owner: '' }), 'INVALID_INPUT', 'to empty it name it in clear'),
    ],
  ],
  [
    'a patch in another shape',
    [
      updated({ id: '1', expectedVersion: 1, patch: '{"status":"done"}' }),
      updated({ id: '1', expectedVersion: 1, patch: '{"status":"Done","createdAt":"x"}' }),
      updated({ id: '1', expectedVersion: 1, patch: "{'status': 'done'}" }),
      updated({ id: '1', expectedVersion: 1, patch: [{ status: 'done' }] }),
      updated({ id: '1', expectedVersion: 1, patch: [{ op: 'replace', path: '/status', value: 'done' }] }),
      updated({ id: '1', expectedVersion: 1, patch: { op: 'replace', path: '/status', value: 'done' } }),
      updated({ id: '1', expectedVersion: 1, patch: { field: 'status', value: 'done' } }),
      updated({ id: '1', expectedVersion: 1, patch: { status: { value: 'done' } } }),
      updated({ id: '1', expectedVersion: 1, patch: [], status: 'done' }),
      open(
        'task_update',
        { id: '1', expectedVersion: 1, patch: 'done' },
        'INVALID_INPUT',
        'an object with keys among status',
      ),
      open(
        'task_update',
        { id: '1', expectedVersion: 1, patch: null },
        'INVALID_INPUT',
        'an object with keys among status',
      ),
    ],
  ],
  [
    'wrapped arguments',
    [
      created({ arguments: { subject: 'X' } }),
      created({ input: { subject: 'X' } }),
      created({ params: '{"subject":"X"}' }),
      created({ name: 'task_create', arguments: { subject: 'X' } }),
      created({ type: 'tool_use', id: 'toolu_1', name: 'task_create', input: { subject: 'X' } }),
      created({ type: 'function', function: { name: 'task_create', arguments: '{"subject":"X"}' } }),
      created({ functionCall: { name: 'task_create', args: { subject: 'X' } } }),
      created({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'task_create', arguments: { subject: 'X' } },
      }),
      created({ task: { subject: 'X' } }),
      created({ task: { title: 'X' } }),
      created({ task: { subject: 'X' }, idempotencyKey: 'k-3' }, { idempotencyKey: 'k-3' }),
      created({ tasks: [{ subject: 'X' }] }),
      created({ task: '{"subject":"X"}' }),
      created({ new_task: { subject: 'X' } }),
      created({ title: '{"title":"X"}' }),
      created({ data: { subject: 'X', priority: 'high' } }, { priority: 'high' }),
      meant('task_get', { arguments: { id: '1' } }, { id: '1' }),
      updated({ arguments: { id: '1', expectedVersion: 1, patch: { status: 'done' } } }),
      updated({ arguments: { id: 1, status: 'Done' } }),
      created([{ subject: 'X' }]),
      created('{"subject":"X"}'),
      open(
        'task_create',
        { tasks: [{ subject: 'X' }, { subject: 'Y' }] },
        'INVALID_INPUT',
        'make one call for each',
      ),
      open('task_create', [{ subject: 'X' }, { subject: 'Y' }], 'INVALID_INPUT', 'must be an object'),
    ],
  ],
  [
    'bodies',
    [
      body('"{\\"subject\\":\\"X\\"}"'),
      body('[{"subject":"X"}]'),
      body(
        '{"subject":"X","priority":null,"owner":null,"labels":null,"blockedBy":null,"idempotencyKey":null,"status":null}',
      ),
      broken("{'subject': 'X'}", 'Send one JSON object'),
      broken('{"subject":"X"', 'Send one JSON object'),
      broken('{"subject":"X","subject":"Y"}', 'each key once'),
      broken('{"subject":"X",}', 'Send one JSON object'),
      broken('```json\n{"subject":"X"}\n```', 'Send one JSON object'),
      broken('subject: X', 'Send one JSON object'),
      { ...broken('', 'subject is missing'), code: 'INVALID_INPUT' },
      { ...broken('null', 'must be an object'), code: 'INVALID_INPUT' },
      { ...broken('[]', 'must be an object'), code: 'INVALID_INPUT' },
      { ...broken('"write tests"', 'must be an object'), code: 'INVALID_INPUT' },
    ],
  ],
];
