import { createTasklatchClient } from './client.ts';

const tasklatch = createTasklatchClient();
const list = 'first-program';
const tasks = { params: { path: { list } } };

const { data: parser } = await tasklatch.POST('/v1/lists/{list}/tasks', {
  ...tasks,
  body: { subject: 'Write the parser' },
});
const { id = '', version = 1 } = parser?.task ?? {};
await tasklatch.POST('/v1/lists/{list}/tasks', {
  ...tasks,
  body: { subject: 'Write its tests', blockedBy: [id] },
});
await tasklatch.PATCH('/v1/lists/{list}/tasks/{id}', {
  params: { path: { list, id }, header: { 'If-Match': `"${version}"` } },
  body: { status: 'done' },
});
const { data } = await tasklatch.GET('/v1/lists/{list}/tasks', {
  params: { path: { list }, query: { ready: true } },
});
for (const { id, subject, status } of data?.tasks ?? []) console.log(`#${id} [${status}] ${subject}`);
