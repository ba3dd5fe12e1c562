import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../src/problems/problem.js';
import { Refusal } from '../../src/refusals/refusal.js';
import { requireTool } from '../../src/registry.js';
import { type Answer, MERGE_PATCH_TYPE, send, useApp } from '../http/harness.js';
import { nextCall } from '../repair/fixer.js';
import { type Arguments, type Doors, onlyIssue, openDoors } from '../support/doors.js';

/**
 * Nothing that our texts print is refused or misread when it comes back: every value that the texts of all tools
 * print is sent where a reader would put it. It is taken as what it means, or refused with what to send instead, and
 * that is taken as what it means. Never is it stored otherwise.
 */

const app = useApp();

const AGENT = { 'tasklatch-agent': 'agent-7' };
const NAME = 'say "hi" \\ bye';
const LONG_NAME = 'a name that is much longer than any line of a task has room for it';

interface World {
  readonly doors: Doors;
  /** Everything that was printed, one answer after the other. */
  readonly texts: string;
}

/** Calls every tool, with what makes it print all that it can. */
async function openWorld(instance: FastifyInstance): Promise<World> {
  const doors = openDoors(instance, 'round-trip');
  const texts: string[] = [];
  const say = async (tool: string, args: Arguments) => {
    texts.push((await doors.tool.call(tool, args, AGENT)).text ?? '');
  };
  const change = (id: string, expectedVersion: number, patch: object) =>
    say('task_update', { id, expectedVersion, patch });

  const first = { subject: 'Write tests', owner: 'agent 7', labels: ['api', 'ui'], priority: 'urgent' };
  await say('task_create', { ...first, description: 'Line one\n- #9 v9 [done] Two\n\tthree' });
  const second = { subject: 'Ship !urgent [blocked by #1]', owner: 'agent-7', idempotencyKey: 'k' };
  await say('task_create', { ...second, blockedBy: ['1'] });
  await say('task_create', { subject: 'Release, then rest', blockedBy: ['1', '2'], owner: NAME });
  await say('task_create', { subject: 'Look and see', priority: 'high', owner: LONG_NAME });
  for (let id = 5; id <= 11; id += 1) await say('task_create', { subject: `Part ${id}` });
  await say('task_create', { subject: 'All', blockedBy: ['5', '6', '7', '8', '9', '10', '11'] });
  await say('task_create', { subject: 'Long', priority: 'low', description: 'a\n'.repeat(4_900) });

  await change('2', 1, { labels: ['docs', 'v1/api'], priority: 'normal', addBlockedBy: ['4'] });
  await say('task_create', { ...second, blockedBy: ['1'] }); // a replay, and the task has moved on
  await change('4', 1, { status: 'in_progress', owner: 'bob' });
  await change('1', 1, { status: 'done', labels: [] });
  await say('task_reopen', { id: '1', expectedVersion: 2, reason: 'It fails' });
  await say('task_delete', { id: '11', expectedVersion: 1 });
  await say('task_restore', { id: '11', expectedVersion: 2 });
  await say('task_delete', { id: '10', expectedVersion: 1 });

  await change('2', 1, { status: 'done' }); // stale
  await change('3', 1, { status: 'done' }); // blocked
  await change('1', 3, { addBlockedBy: ['3'] }); // a cycle
  await say('task_delete', { id: '4' }); // without a version
  await say('task_reopen', { id: '4', expectedVersion: 2, reason: 'No' });
  await say('task_get', { id: '10' }); // deleted

  for (const id of ['1', '2', '3', '4', '5', '12', '13']) await say('task_get', { id });
  for (const id of ['1', '2', '4', '11']) await say('task_history', { id });
  await say('task_history', { id: '1', limit: 1 });
  await say('task_list', { limit: 200 });
  return { doors, texts: texts.join('\n') };
}

let opened: Promise<World> | undefined;
const world = () => {
  opened ??= openWorld(app());
  return opened;
};

/** A call with a value as it was printed, and the call that is meant by it. */
type Way = readonly [tool: string, sent: Arguments, meant: Arguments];

const CHANGE = { id: '5', expectedVersion: 1 };
const inPatch = (key: string, sent: unknown, meant: Arguments): Way => [
  'task_update',
  { ...CHANGE, patch: { subject: 'x', [key]: sent } },
  { ...CHANGE, ...meant, patch: { subject: 'x', ...(meant.patch as object) } },
];
const asFilter = (key: string, sent: unknown, meant: unknown): Way => [
  'task_list',
  { [key]: sent },
  { [key]: meant },
];
const atCreation = (key: string, sent: unknown, meant: unknown): Way => [
  'task_create',
  { subject: 'x', [key]: sent },
  { subject: 'x', [key]: meant },
];
const everywhere = (key: string, sent: unknown, meant: unknown): Way[] => [
  atCreation(key, sent, meant),
  inPatch(key, sent, { patch: { [key]: meant } }),
];

const asId = (sent: string, id: string): Way[] =>
  ['task_get', 'task_history'].map((tool) => [tool, { id: sent }, { id }]);
const asBlockers = (sent: string, ids: string[]): Way[] =>
  [sent, [sent]].flatMap((value) => [
    atCreation('blockedBy', value, ids),
    ...['addBlockedBy', 'removeBlockedBy'].map((key) => inPatch(key, value, { patch: { [key]: ids } })),
  ]);
/** A line about a task has the version of that one and of no other. */
const asVersion = (sent: string, version: number): Way[] => {
  const id = /#(\d+)/.exec(sent)?.[1] ?? '5';
  return [
    ['task_delete', { id, expectedVersion: sent }, { id, expectedVersion: version }],
    ['task_restore', { id, expectedVersion: sent }, { id, expectedVersion: version }],
  ];
};
const asOwner = (sent: string, name: string): Way[] => [
  ...everywhere('owner', sent, name),
  asFilter('owner', sent, name),
];
const asLabels = (sent: string, labels: string[]): Way[] => [
  ...everywhere('labels', sent, labels),
  ...(labels.length > 1 ? [] : [...everywhere('labels', [sent], labels), asFilter('label', sent, labels[0])]),
];
const asStatus = (sent: string, status: string): Way[] => [
  asFilter('status', sent, status),
  inPatch('status', sent, { patch: { status } }),
];

const without = (key: string, sent: unknown): Way => [
  'task_create',
  { subject: 'x', [key]: sent },
  { subject: 'x' },
];
const idsIn = (text: string) => [...text.matchAll(/#(\d+)/g)].map(([, id = '']) => id);
/** The name that a text shows bare or as a JSON string. */
const nameIn = (shown: string): string => (shown.startsWith('"') ? JSON.parse(shown) : shown);
const SHOWN = '"(?:[^"\\\\]|\\\\.)*"|[^\\s",;:[\\]()]+';
const STATUS = 'pending|in_progress|blocked|done|cancelled';

/** What a text prints, by how it is found there; the groups are what a reader may take. */
const PRINTED: readonly (readonly [
  name: string,
  find: RegExp,
  ways: (all: string, ...groups: string[]) => Way[],
])[] = [
  ['an id', /#(\d+)/g, (all, id = '') => [...asId(all, id), ...asBlockers(all, [id])]],
  [
    'the line of a task',
    /^(?:- |Now: |[A-Z][a-z]+ )?#(\d+) v(\d+) \[[^\]]+\] .*$/gm,
    (all, id = '', version = '') => [
      ...asId(all, id),
      ...asBlockers(all, [id]),
      ...asVersion(all, Number(version)),
    ],
  ],
  [
    'the line of a blocker',
    /^- #(\d+) \[[a-z_]+\] .*$/gm,
    (all, id = '') => [...asId(all, id), ...asBlockers(all, [id])],
  ],
  [
    'a line of a history',
    /^v\d+ #(\d+) v(\d+) [a-z]+ by .*$/gm,
    (all, id = '', version = '') => [...asId(all, id), ...asVersion(all, Number(version))],
  ],
  [
    'a replay',
    /^Replay of .*#(\d+) is now at version (\d+)\.$/gm,
    (all, id = '', version = '') => [...asId(all, id), ...asVersion(all, Number(version))],
  ],
  [
    'the lines of two tasks',
    /^#\d+ v\d+ \[.*\n#\d+ v\d+ \[.*$/gm,
    (all) =>
      asBlockers(
        all,
        all.split('\n').map((line) => idsIn(line)[0] ?? ''),
      ),
  ],
  [
    'open blockers',
    /(?<=[^"]* )\[(blocked by ([#\d, ]+))\](?=$|:)/gm,
    (all, bare = '', ids = '') => [all, bare, ids].flatMap((sent) => asBlockers(sent, idsIn(ids))),
  ],
  [
    'blockers',
    /^Blocked by: (#.*)$/gm,
    (all, ids = '') => [all, ids].flatMap((sent) => asBlockers(sent, idsIn(ids))),
  ],
  [
    'a blocker that is open',
    /#(\d+) \(open\)/g,
    (all, id = '') => [...asId(all, id), ...asBlockers(all, [id])],
  ],
  ['blockers of a change', /blockedBy .*→ (\[[#\d, ]+\])/g, (_, ids = '') => asBlockers(ids, idsIn(ids))],
  ['a version', /\bv(\d+)\b/g, (all, version = '') => asVersion(all, Number(version))],
  [
    'a version in words',
    /(?:expectedV|v)ersion (\d+)/g,
    (all, version = '') => asVersion(all, Number(version)),
  ],
  [
    'a status',
    new RegExp(`\\[(${STATUS})\\]`, 'g'),
    (all, status = '') => [all, status].flatMap((sent) => asStatus(sent, status)),
  ],
  [
    'a status of a change',
    new RegExp(`status \\w+ → (${STATUS})`, 'g'),
    (_, status = '') => [status, `status ${status}`].flatMap((sent) => asStatus(sent, status)),
  ],
  ['a count', new RegExp(`\\d+ (${STATUS})(?=,|$)`, 'gm'), (all, status = '') => asStatus(all, status)],
  [
    'a priority',
    /(?<= )!(urgent|high|low)(?= @| \[|$)/gm,
    (all, priority) => everywhere('priority', all, priority),
  ],
  [
    'the line of a priority',
    /^Priority: (\w+)$/gm,
    (all, priority) => [all, priority].flatMap((sent) => everywhere('priority', sent, priority)),
  ],
  [
    'an owner',
    new RegExp(`(?<= )@(${SHOWN})(?= \\[|$|:)`, 'gm'),
    (all, shown = '') => [all, shown].flatMap((sent) => asOwner(sent, nameIn(shown))),
  ],
  [
    'the line of an owner',
    new RegExp(`^Owner: (?!none$)(${SHOWN})$`, 'gm'),
    (all, shown = '') => [all, shown].flatMap((sent) => asOwner(sent, nameIn(shown))),
  ],
  ['who did it', new RegExp(`\\bby (${SHOWN}) at `, 'g'), (_, shown = '') => asOwner(shown, nameIn(shown))],
  [
    'nobody',
    /^Owner: (none)$|owner (none) →/gm,
    (all, none = 'none') =>
      [none, `@${none}`, `"${none}"`, ...(all.startsWith('Owner') ? [all] : [])].flatMap((sent) => [
        without('owner', sent),
        ['task_list', { owner: sent }, { unowned: true }] as const,
        inPatch('owner', sent, { clear: ['owner'] }),
      ]),
  ],
  [
    'labels',
    /^Labels: (?!none$)(.+)$/gm,
    (all, labels = '') => [all, labels].flatMap((sent) => asLabels(sent, labels.split(', '))),
  ],
  [
    'labels of a change',
    /labels .*?→ (\[[a-z0-9., /-]+\])/g,
    (_, labels = '') => asLabels(labels, labels.slice(1, -1).split(', ')),
  ],
  [
    'no labels',
    /^Labels: none$/gm,
    (all) =>
      [all, 'none', '"none"'].flatMap((sent) =>
        [sent, [sent]].flatMap((value) => [
          without('labels', value),
          inPatch('labels', value, { clear: ['labels'] }),
        ]),
      ),
  ],
  [
    'no blockers',
    /^Blocked by: none$/gm,
    (all) =>
      [all, 'none'].flatMap((sent) =>
        [sent, [sent]].flatMap((value) => [
          ['task_create', { subject: 'x', blockedBy: value }, { subject: 'x', ...leftOf(value) }] as const,
          inPatch('removeBlockedBy', value, { patch: leftOf(value, 'removeBlockedBy') }),
        ]),
      ),
  ],
  [
    'whether it is ready',
    /^Ready: (yes|no)$/gm,
    (all, word) => [all, word].map((sent) => asFilter('ready', sent, word === 'yes')),
  ],
  [
    'where to read on',
    /"from":(\d+)/g,
    (all, from = '') =>
      [all, from, `from ${from}`].map(
        (sent) => ['task_get', { id: '13', from: sent }, { id: '13', from: Number(from) }] as const,
      ),
  ],
  [
    'a description in its fence',
    /^--- ([0-9a-f]{12})\n(?:\| Line.*\n|\| - #9.*\n|\| \t.*\n)+--- \1$/gm,
    (all) => everywhere('description', all, 'Line one\n- #9 v9 [done] Two\n\tthree'),
  ],
  [
    'no description',
    /^No description\.$/gm,
    (all) => [without('description', all), inPatch('description', all, { clear: ['description'] })],
  ],
];

/** An item that is left out leaves an array. */
function leftOf(value: unknown, key = 'blockedBy'): object {
  return Array.isArray(value) ? { [key]: [] } : {};
}

/** What the gate makes of arguments; its refusal where it makes nothing of them. */
function judged(tool: string, args: unknown): unknown {
  try {
    return requireTool(tool).admit(args);
  } catch (error) {
    return error;
  }
}

/** The value is taken as what is meant, or refused so that one correction gives the call that is meant. */
async function expectMeant(doors: Doors, [tool, sent, meant]: Way): Promise<void> {
  const right = requireTool(tool).admit(meant);
  const taken = judged(tool, sent);
  if (!(taken instanceof Refusal)) {
    expect(taken, JSON.stringify([tool, sent])).toEqual(right);
    return;
  }
  const problem = await doors.refusedByName(tool, sent);
  const next = nextCall({ tool, arguments: sent }, problem);
  expect(next, `${JSON.stringify(sent)}\n${problem.text}`).not.toBeNull();
  expect(judged(tool, next?.arguments), `${JSON.stringify([tool, sent])}\n${problem.text}`).toEqual(right);
}

describe('F2: what a text prints comes back as what it means', () => {
  test.each(PRINTED)('%s', async (_, find, waysOf) => {
    const { doors, texts } = await world();
    const found = new Map([...texts.matchAll(find)].map((match) => [match[0], match] as const));
    expect(found.size).toBeGreaterThan(0);
    for (const [all, ...groups] of found.values()) {
      for (const way of waysOf(all, ...groups)) await expectMeant(doors, way);
    }
  });
});

/** The problem's way on, at whichever place of a request it names. */
const wayOn = (problem: Problem) => onlyIssue(problem).suggestion;

describe('F2: a cursor as a text prints it', () => {
  const LINE = /^More: call (task_\w+) with the same arguments and (cursor ("([^"]+)"))$/m;

  test.each<[string, Arguments]>([
    ['task_list', { limit: 2 }],
    ['task_list', { limit: 2, order: 'priority', status: 'open' }],
    ['task_history', { id: '2', limit: 1 }],
  ])('%s %j', async (tool, args) => {
    const { doors } = await world();
    const [line = '', , words = '', quoted = '', cursor = ''] =
      LINE.exec(await doors.tool.text(tool, args)) ?? [];
    const next = await doors.tool.value(tool, { ...args, cursor });
    for (const sent of [line, words, quoted, `nextCursor: ${quoted}`]) {
      const problem = await doors.refused(tool, { ...args, cursor: sent });
      expect(onlyIssue(problem)).toMatchObject({ path: 'cursor', suggestion: cursor });
      expect(await doors.rest.value(tool, { ...args, cursor: cursor })).toEqual(next);
    }
    const elsewhere = await doors.refused(tool, { ...args, limit: 5, cursor: `"${cursor.slice(0, -1)}"` });
    expect(onlyIssue(elsewhere)).not.toHaveProperty('suggestion');
  });

  test('of the lists and of the events of one', async () => {
    const { doors } = await world();
    await openDoors(app(), 'round-trip-2').tool.create('One');
    const { nextCursor } = (await get('/v1/lists?limit=1')).json<{ nextCursor: string }>();
    const lists = await get(`/v1/lists?limit=1&cursor=${encodeURIComponent(`"${nextCursor}"`)}`);
    expect(wayOn(lists.problem())).toBe(nextCursor);

    const head = await get(`/v1/lists/${doors.list}`);
    const { cursor, version } = head.json<{ cursor: string; version: number }>();
    for (const [sent, meant] of [
      [String(head.headers.etag), cursor],
      [`W/"${cursor}"`, cursor],
      [`cursor "${cursor}"`, cursor],
      [`v${version}`, String(version)],
      [`version ${version}`, String(version)],
    ] as const) {
      const answer = await get(`/v1/lists/${doors.list}/events?after=${encodeURIComponent(sent)}`);
      expect([sent, wayOn(answer.problem())]).toEqual([sent, meant]);
      expect((await get(`/v1/lists/${doors.list}/events?after=${meant}`)).json()).toMatchObject({
        events: [],
      });
    }
  });
});

describe('F2: in the address and in the headers', () => {
  test.each([
    ['home v12: 3 pending, 1 in_progress', 'home'],
    ['"home"', 'home'],
  ])('the list %j', async (sent, meant) => {
    const answer = await get(`/v1/lists/${encodeURIComponent(sent)}/tasks`);
    expect(wayOn(answer.problem())).toBe(meant);
  });

  test.each([
    ['v1', 1],
    ['version 1', 1],
    ['W/"1"', 1],
  ])('If-Match: %s', async (sent, meant) => {
    const { doors } = await world();
    for (const door of [doors.tool, doors.rest]) {
      const problem = await door.problem('task_delete', { id: '5' }, { 'if-match': sent });
      expect(onlyIssue(problem)).toMatchObject({ path: 'expectedVersion', suggestion: meant });
    }
  });

  test.each([
    ['@agent-7', 'agent-7'],
    ['"agent 7"', 'agent 7'],
    ['@"say \\"hi\\""', 'say "hi"'],
    ['none', null],
    ['@nobody', null],
  ])('the agent %s', async (sent, meant) => {
    const { doors } = await world();
    const problem = await doors.refused('task_create', { subject: 'x' }, { 'tasklatch-agent': sent });
    expect(onlyIssue(problem)).toMatchObject({ path: 'Tasklatch-Agent', suggestion: meant });
  });
});

describe('F2: at every door alike', () => {
  test.each<[string, Arguments]>([
    ['task_get', { id: '#1 (open)' }],
    ['task_get', { id: '#3 v1 [pending] Release, then rest @"a b" [blocked by #1, #2]' }],
    ['task_history', { id: 'v7 #3 v2 update by agent-7' }],
    ['task_create', { subject: 'x', blockedBy: '[blocked by #1, #2]' }],
    ['task_create', { subject: 'x', owner: '@"say \\"hi\\""', labels: ['none'] }],
    ['task_create', { subject: 'x', description: '--- 0123456789ab\n| a\n--- 0123456789ab' }],
    ['task_update', { id: '5', expectedVersion: 1, patch: { addBlockedBy: ['none'], priority: '!low' } }],
    ['task_list', { label: 'none' }],
    ['task_list', { label: 'Labels: api', status: '3 pending' }],
  ])('%s %j', async (tool, args) => {
    const { doors } = await world();
    expect((await doors.refused(tool, args)).code).toBe('INVALID_INPUT');
  });

  test('a merge patch says null where it means that there is none', async () => {
    const { doors } = await world();
    for (const body of [{ labels: 'none' }, { labels: ['none'] }, { description: 'No description.' }]) {
      const answer = await send(app(), 'PATCH', `/v1/lists/${doors.list}/tasks/5`, {
        headers: { ...MERGE_PATCH_TYPE, 'if-match': '"1"' },
        raw: JSON.stringify(body),
      });
      const issue = onlyIssue(answer.problem());
      expect(issue).toMatchObject({ path: `patch.${Object.keys(body)[0]}`, suggestion: null });
      expect(issue.message).toMatch(/to empty it send it as null\.$/);
    }
  });
});

describe('F2: what a text does not show whole', () => {
  test.each<[string, Arguments, string]>([
    ['task_create', { subject: 'x', blockedBy: '[blocked by #5, #6, #7 and 2 more]' }, 'task_get shows all'],
    ['task_create', { subject: 'x', blockedBy: '#5, #6 and 2 more' }, 'task_get shows all'],
    ['task_create', { subject: 'x', blockedBy: '#1 → #3 → #1' }, 'each a task id'],
    ['task_create', { subject: 'x', blockedBy: 'Blocks: #4, #5' }, 'each a task id'],
    ['task_create', { subject: 'x', labels: 'api, ui and 3 more' }, 'task_get shows all'],
    ['task_create', { subject: 'x', labels: ['a-label-that-is-lo…'] }, 'task_get shows all'],
    ['task_create', { subject: 'x', labels: 'labels [api] → none' }, 'each a label'],
    ['task_create', { subject: 'x', owner: '@"a name that is"…' }, 'task_get shows the whole name'],
    ['task_list', { status: '[done, deleted]' }, 'one of pending'],
    ['task_list', { status: 'status pending → done' }, 'one of pending'],
    ['task_list', { label: 'none' }, 'no filter finds the tasks without labels'],
    ['task_delete', { id: '5', expectedVersion: '12-9f3a1c2e' }, 'an integer'],
  ])('%s %j is refused without a guess', async (tool, args, says) => {
    const { doors } = await world();
    const problem = await doors.refusedByName(tool, args);
    for (const issue of problem.issues ?? []) expect(issue).not.toHaveProperty('suggestion');
    expect(problem.text).toContain(says);
  });
});

function get(url: string): Promise<Answer> {
  return send(app(), 'GET', url);
}
