import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemText } from '../../src/problems/problem_text.js';
import { invalidInput, Refusal } from '../../src/refusals/refusal.js';
import { anyTask, ids, isOneLine, nastyText, task } from '../tasks/views/samples.js';

/** What a refusal says, whatever there is to say. */
const TEXT_MAX_CHARACTERS = 2_000;

test('says what is wrong and what to do next', () => {
  expect(problemText(new Refusal('TASK_NOT_FOUND', 'There is no task #9 in home.'))).toBe(
    'TASK_NOT_FOUND: There is no task #9 in home.\nNext: Call task_list to see the ids there are.',
  );
});

test('names every issue with its place', () => {
  const refusal = invalidInput([
    { path: 'patch.status', code: 'enum', message: '"Done" is no status; send "done".' },
    { path: '', code: 'type', message: 'Send one JSON object.' },
  ]);
  expect(problemText(refusal)).toBe(
    [
      'INVALID_INPUT: 2 arguments are not valid.',
      '- patch.status: "Done" is no status; send "done".',
      '- Send one JSON object.',
      'Next: Correct each issue as its message says and send the call again. This call stored nothing.',
    ].join('\n'),
  );
});

test('F18: shows the issues that there is room for and counts the others', () => {
  const issues = ids(32).map((id) => ({ path: `k${id}`, code: 'unknown_key', message: 'm'.repeat(100) }));
  const lines = problemText(invalidInput(issues)).split('\n');
  expect(lines.at(-3)).toBe(`- k${lines.length - 3}: ${'m'.repeat(100)}`);
  expect(lines.at(-2)).toBe(`… and ${32 - (lines.length - 3)} more; they are named when these are corrected`);
  expect(lines.length).toBeGreaterThan(15);
  const long = invalidInput(issues.map((issue) => ({ ...issue, message: 'm'.repeat(900) })));
  expect(problemText(long).split('\n')).toHaveLength(5);
});

test('shows what changed since a stale version, and the task as it is now', () => {
  const at = '2026-11-30T09:00:00.000Z';
  const refusal = new Refusal('STALE_VERSION', '#3 is at version 4, not 2.', {
    current: task({ version: 4, status: 'done' }),
    changedSince: [
      { field: 'status', to: 'done', by: 'agent-7', at, taskVersion: 3 },
      { field: 'description', to: 'x'.repeat(512), by: 'agent 8', at, taskVersion: 4 },
      { field: 'owner', to: null, by: 'agent-7', at, taskVersion: 4 },
    ],
  });
  expect(problemText(refusal)).toBe(
    [
      'STALE_VERSION: #3 is at version 4, not 2.',
      '- status → done by agent-7 (v3)',
      '- description → 512 characters by "agent 8" (v4)',
      '- owner → none by agent-7 (v4)',
      'Now: #3 v4 [done] Write tests',
      'Next: Read current and changedSince, decide again, and send current.version as expectedVersion.',
    ].join('\n'),
  );
});

test('names each blocker with its status and subject', () => {
  const blockers = [
    { id: '1', status: 'pending', subject: 'Set up CI' },
    { id: '2', status: 'in_progress', subject: 'می‌خواهم' },
  ];
  expect(problemText(new Refusal('BLOCKED', '#3 waits for 2 open tasks.', { blockers }))).toBe(
    [
      'BLOCKED: #3 waits for 2 open tasks.',
      '- #1 [pending] Set up CI',
      '- #2 [in_progress] می‌خواهم',
      'Next: Complete or cancel each task in blockers first, or take it away with removeBlockedBy.',
    ].join('\n'),
  );
});

test('shows the way of a cycle', () => {
  const refusal = new Refusal('DEPENDENCY_CYCLE', 'They would wait for each other.', {
    path: ['1', '4', '1'],
  });
  expect(problemText(refusal).split('\n')[1]).toBe('Path: #1 → #4 → #1');
});

test('leaves out the middle of a long way and says how much', () => {
  const whole = problemText(new Refusal('DEPENDENCY_CYCLE', 'A cycle.', { path: ids(20) })).split('\n')[1];
  expect(whole).toBe(
    `Path: ${ids(20)
      .map((id) => `#${id}`)
      .join(' → ')}`,
  );
  const long = problemText(new Refusal('DEPENDENCY_CYCLE', 'A cycle.', { path: [...ids(5000), '1'] }));
  expect(long.split('\n')[1]).toBe(
    'Path: #1 → #2 → #3 → #4 → #5 → #6 → #7 → #8 → #9 → #10 → … 4981 more … → #4992 → #4993 → #4994 → #4995 → #4996 → #4997 → #4998 → #4999 → #5000 → #1',
  );
});

test('lists the tools there are, and takes the hint of the case', () => {
  const refusal = new Refusal('UNKNOWN_TOOL', 'There is no tool "taskUpdate".', {
    tools: ['task_get', 'task_update'],
    hint: 'Did you mean task_update?',
  });
  expect(problemText(refusal)).toBe(
    'UNKNOWN_TOOL: There is no tool "taskUpdate".\nTools: task_get, task_update\nNext: Did you mean task_update?',
  );
});

test('keeps what a caller sent on one bounded line', () => {
  const refusal = new Refusal('INVALID_INPUT', 'One\nargument.', {
    issues: [{ path: `a\n${'k'.repeat(300)}`, code: 'unknown_key', message: `No\u2028${'m'.repeat(5000)}` }],
  });
  const lines = problemText(refusal).split('\n');
  expect(lines[0]).toBe('INVALID_INPUT: One\\u{a}argument.');
  expect(lines[1]).toBe(`- a\\u{a}${'k'.repeat(91)}…: No\\u{2028}${'m'.repeat(587)}…`);
  expect(lines).toHaveLength(3);
});

test('is bounded and well-formed, and every line has its mark, whatever was refused', () => {
  const changed = fc.record({
    field: nastyText,
    to: fc.oneof(nastyText, fc.jsonValue()),
    by: nastyText,
    at: fc.constant(''),
    taskVersion: fc.constant(3),
  });
  const extras = fc.record(
    {
      issues: fc.array(fc.record({ path: nastyText, code: nastyText, message: nastyText }), {
        maxLength: 40,
      }),
      current: anyTask,
      changedSince: fc.array(changed),
      blockers: fc.array(
        fc.record({ id: fc.constant('1'), status: fc.constant('pending'), subject: nastyText }),
      ),
      path: fc.nat({ max: 60 }).map(ids),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(nastyText, extras, (detail, any) => {
      const text = problemText(new Refusal('BLOCKED', detail, any));
      const lines = text.split('\n');
      expect(text.length).toBeLessThanOrEqual(TEXT_MAX_CHARACTERS);
      expect(lines.every(isOneLine)).toBe(true);
      expect(
        lines.every((line) => /^(BLOCKED: |- |… and \d+ more(?:$|; )|Now: |Path: |Next: )/.test(line)),
      ).toBe(true);
    }),
  );
});
