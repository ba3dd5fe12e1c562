import { createTasklatchClient } from '../typed-client/client.ts';
import type { components } from '../typed-client/schema.d.ts';

type Body = components['schemas']['TaskCreateBody'];
type Status = NonNullable<components['schemas']['TaskUpdateBody']['status']>;

const list = 'typed-client';
const tasklatch = createTasklatchClient({ agent: 'typed-client' });

function create(body: Body) {
  return tasklatch.POST('/v1/lists/{list}/tasks', { params: { path: { list } }, body });
}

function setStatus(status: Status, expectedVersion: number) {
  const path = { list, id: '1' };
  const body = { status, expectedVersion };
  return tasklatch.PATCH('/v1/lists/{list}/tasks/{id}', { params: { path }, body });
}

await create({ subject: 'Write the parser', priority: 'high' });
await create({ subject: 'Write its tests', blockedBy: ['1'] });
// @ts-expect-error The compiler refuses the misspelt argument as the service does.
const misspelt = await create({ subject: 'Publish it', blocked_by: ['2'] });
const key = misspelt.error?.issues?.[0]?.suggestion;
await create({ subject: 'Publish it', [String(key)]: ['2'] });
await setStatus('in_progress', 1);
const stale = await setStatus('done', 1);
const seen = stale.error && 'current' in stale.error ? stale.error.current?.version : undefined;
const done = await setStatus('done', seen ?? 0);
const page = await tasklatch.GET('/v1/lists/{list}/tasks', { params: { path: { list } } });

console.log(
  JSON.stringify({
    refusals: [misspelt, stale].map(({ response, error }) => [response.status, error?.code]),
    unblocked: done.data?.unblocked,
    tasks: page.data?.tasks.map(
      ({ id, status, version, subject }) => `#${id} v${version} [${status}] ${subject}`,
    ),
  }),
);
