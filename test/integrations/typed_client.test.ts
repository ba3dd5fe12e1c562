import { expect, it } from 'vitest';
import { checkTypes, useIntegrations } from '../support/integrations.js';
import { call } from '../support/service.js';

const LIST = 'typed-client';

const server = useIntegrations();

it('every file of the integrations fits the types of its runtime and of openapi.yaml', async () => {
  expect(await checkTypes()).toBe('');
});

it('a program repairs its mistakes by the fields of the refusals', async () => {
  expect(await server().runScript('typed_client')).toEqual({
    refusals: [
      [400, 'INVALID_INPUT'],
      [409, 'STALE_VERSION'],
    ],
    unblocked: ['2'],
    tasks: ['#1 v3 [done] Write the parser', '#2 v1 [pending] Write its tests', '#3 v1 [pending] Publish it'],
  });
  const stored = await call(server().instance.service, LIST, 'task_list', {});
  expect(stored.ok && stored.value.counts).toEqual({
    pending: 2,
    in_progress: 0,
    blocked: 0,
    done: 1,
    cancelled: 0,
  });
});

it('the example prints what its README says', async () => {
  expect(await server().run('typed-client/example.ts')).toBe('#2 [pending] Write its tests\n');
});
