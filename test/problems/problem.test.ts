import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProblemSchema, toProblem } from '../../src/problems/problem.js';
import { CATALOG, type ErrorCode } from '../../src/refusals/catalog.js';
import { invalidInput, Refusal } from '../../src/refusals/refusal.js';
import { anyTask, ids, nastyText, task } from '../tasks/views/samples.js';

const requestId = '4a9b6f4e-58c8-4a5c-9d2c-0a3f8f1d2e11';
// Object.keys gives the keys of a literal that has no others.
const codes = Object.keys(CATALOG) as ErrorCode[];

test('has exactly the members of the wire', () => {
  const refusal = new Refusal('CONTENTION', 'Four writers were first.', { cause: new Error('secret') });
  expect(toProblem(refusal, requestId)).toEqual({
    type: 'urn:tasklatch:error:CONTENTION',
    title: 'Too many writers are at this list',
    status: 503,
    detail: 'Four writers were first.',
    instance: 'urn:uuid:4a9b6f4e-58c8-4a5c-9d2c-0a3f8f1d2e11',
    code: 'CONTENTION',
    hint: 'Wait a few seconds, or those that Retry-After gives, then send the same call again. This call stored nothing.',
    retryable: true,
    text: 'CONTENTION: Four writers were first.\nNext: Wait a few seconds, or those that Retry-After gives, then send the same call again. This call stored nothing.',
    card: {
      card: 'problem',
      code: 'CONTENTION',
      title: 'Too many writers are at this list',
      detail: 'Four writers were first.',
      hint: 'Wait a few seconds, or those that Retry-After gives, then send the same call again. This call stored nothing.',
      retryable: true,
    },
  });
});

test('carries what the refusal carries, and the status of the way it came', () => {
  const changedSince = [
    { field: 'status', to: 'done', by: 'agent-7', at: '2026-11-30T09:00:00.000Z', taskVersion: 3 },
  ];
  const extras = { current: task({ version: 3 }), changedSince, status: 412 };
  const problem = toProblem(new Refusal('STALE_VERSION', '#3 is at version 3.', extras), requestId);
  expect(problem.status).toBe(412);
  expect(problem.current).toEqual(task({ version: 3 }));
  expect(problem.changedSince).toEqual(changedSince);
  expect(problem).not.toHaveProperty('blockers');
});

test('keeps the suggestion of an issue, whatever JSON it is', () => {
  const issue = { path: 'id', code: 'type', message: 'id must be a string.', suggestion: { a: ['1', null] } };
  const problem = toProblem(invalidInput([issue]), requestId);
  expect(problem.issues).toEqual([issue]);
  expect(Value.Check(ProblemSchema, problem)).toBe(true);
});

test('does not admit a member that the schema does not name', () => {
  const problem = toProblem(new Refusal('INTERNAL', 'It failed.'), requestId);
  expect(Value.Check(ProblemSchema, problem)).toBe(true);
  expect(Value.Check(ProblemSchema, { ...problem, stack: 'at …' })).toBe(false);
});

test('satisfies its schema after JSON, whatever was refused', () => {
  const at = '2026-11-30T09:00:00.000Z' as const;
  const text = fc.option(nastyText, { nil: undefined });
  const issue = fc.record(
    { path: nastyText, code: nastyText, message: nastyText, expected: nastyText, suggestion: fc.jsonValue() },
    { requiredKeys: ['path', 'code', 'message'] },
  );
  const changed = fc.record({
    field: nastyText,
    to: fc.jsonValue(),
    by: nastyText,
    at: fc.constant(at),
    taskVersion: fc.integer({ min: 1, max: 9 }),
  });
  const withoutText = { field: 'labels', to: [[{ toString: null }]], by: 'agent-7', at, taskVersion: 3 };
  const blocker = fc.record({ id: fc.constant('1'), status: fc.constant('pending'), subject: nastyText });
  const extras = fc.record(
    {
      issues: fc.array(issue),
      current: anyTask.map((any) => ({ ...any, labels: ['api'] })),
      changedSince: fc.array(changed),
      blockers: fc.array(blocker),
      path: fc.nat({ max: 40 }).map(ids),
      tools: fc.array(fc.constantFrom('task_get', 'task_list')),
      hint: nastyText,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.constantFrom(...codes), text, extras, (code, detail = '', any) => {
      const problem = toProblem(new Refusal(code, detail, any), requestId);
      expect([...Value.Errors(ProblemSchema, JSON.parse(JSON.stringify(problem)))]).toEqual([]);
      expect(problem.status).toBe(CATALOG[code].status);
    }),
    { examples: [['STALE_VERSION', '', { changedSince: [withoutText] }]] },
  );
});
