import { change, created, type Kind, listed, meant, open } from '../wrong_call.js';

const parameter = (name: string, value: string) => `</parameter>\n<parameter name="${name}">${value}`;

/** What the syntax of calls, and the runtimes between model and service, make of a call that was meant well. */
export const RUNTIMES: readonly Kind[] = [
  [
    'texts that swallowed arguments',
    [
      created(
        { subject: 'X', description: `Do it.${parameter('priority', 'high')}` },
        { description: 'Do it.', priority: 'high' },
      ),
      created(
        { subject: 'X', description: `Do it.${parameter('blockedBy', '["1"]')}${parameter('owner', 'ann')}` },
        { description: 'Do it.', blockedBy: ['1'], owner: 'ann' },
      ),
      created({ subject: `X${parameter('labels', '["api"]')}` }, { labels: ['api'] }),
      created({ title: `X${parameter('labels', '["api"]')}` }, { labels: ['api'] }),
      created({ subject: 'X</arg_value><arg_key>owner</arg_key><arg_value>ann' }, { owner: 'ann' }),
      created({ subject: 'X", "owner": "ann"}' }, { owner: 'ann' }),
      meant(
        'task_update',
        { id: '1', patch: { description: `Long.${parameter('expectedVersion', '1')}` } },
        change('1', 1, { description: 'Long.' }),
      ),
      meant(
        'task_update',
        { id: '1', expectedVersion: 1, patch: { description: 'Long.</description>\n<status>done</status>' } },
        change('1', 1, { description: 'Long.', status: 'done' }),
      ),
      meant(
        'task_delete',
        { id: '6', reason: `Twice.${parameter('expectedVersion', '2')}` },
        { id: '6', expectedVersion: 2, reason: 'Twice.' },
      ),
      listed({ owner: `ann${parameter('status', 'open')}` }, { owner: 'ann', status: 'open' }),
    ],
  ],
  [
    'words for nobody, and names as texts show them',
    [
      created({ subject: 'X', owner: '@ann' }, { owner: 'ann' }),
      created({ subject: 'X', owner: '@"ann lee"' }, { owner: 'ann lee' }),
      created({ subject: 'X', owner: 'none' }),
      created({ subject: 'X', owner: 'unassigned' }),
      created({ subject: 'X', owner: '', description: '' }),
      created({ subject: 'X', description: 'N/A', owner: 'TBD', labels: ['none'] }),
      meant(
        'task_update',
        change('3', 2, { description: 'null' }),
        change('3', 2, {}, { clear: ['description'] }),
      ),
      meant('task_update', change('3', 2, { labels: ['n/a'] }), change('3', 2, {}, { clear: ['labels'] })),
      listed({ owner: 'all', status: 'open' }, { status: 'open' }),
      listed({ label: '*' }, {}),
      open(
        'task_create',
        { subject: 'X', description: '[object Object]' },
        'INVALID_INPUT',
        'lost the value',
      ),
      open('task_list', { owner: 'me' }, 'INVALID_INPUT', 'by which others know'),
      open('task_create', { subject: 'X', idempotencyKey: '<uuid>' }, 'INVALID_INPUT', 'a value of its own'),
      meant('task_update', change('3', 2, { owner: 'nobody' }), change('3', 2, {}, { clear: ['owner'] })),
      meant(
        'task_update',
        change('3', 2, { owner: '-' }, { clear: ['labels'] }),
        change('3', 2, {}, { clear: ['labels', 'owner'] }),
      ),
      listed({ owner: '@ann' }, { owner: 'ann' }),
      listed({ owner: 'none', status: 'open' }, { unowned: true, status: 'open' }),
      open(
        'task_update',
        change('3', 2, { description: '' }),
        'INVALID_INPUT',
        'to empty it name it in clear',
      ),
    ],
  ],
];
