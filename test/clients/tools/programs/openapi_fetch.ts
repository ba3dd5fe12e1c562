import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi_typescript';
import { lineOf, type Place, type Report } from './place';

export async function run({ url, key, list }: Place): Promise<Report> {
  const client = createClient<paths, `application/${string}`>({
    baseUrl: url,
    headers: { authorization: `Bearer ${key}` },
  });
  const path = { list, id: '1' };
  const TASK = '/v1/lists/{list}/tasks/{id}';
  const created = await client.POST('/v1/lists/{list}/tasks', {
    params: { path: { list } },
    body: { subject: 'Write the parser', priority: 'high' },
  });
  const page = await client.GET('/v1/lists/{list}/tasks', {
    params: { path: { list }, query: { status: 'open' } },
  });
  const got = await client.GET(TASK, { params: { path } });
  const header = { 'If-Match': '"1"' };
  const patched = await client.PATCH(TASK, {
    params: { path, header },
    body: { status: 'in_progress', description: null },
  });
  const stale = await client.PATCH(TASK, { params: { path, header }, body: { status: 'done' } });
  const called = await client.POST('/v1/lists/{list}/tools/{tool}', {
    params: { path: { list, tool: 'task_update' } },
    body: { id: '1', expectedVersion: 2, patch: { status: 'done' } },
  });
  const query = { expectedVersion: 3, reason: 'It was a trial.' };
  const deleted = await client.DELETE(TASK, { params: { path, query } });
  if (stale.error?.code !== 'STALE_VERSION') throw new Error('The write on an old version was not refused.');
  return {
    created: created.data ? lineOf(created.data.task) : '',
    listed: page.data?.tasks.map(lineOf) ?? [],
    got: got.data ? lineOf(got.data.task) : '',
    patched: patched.data ? lineOf(patched.data.task) : '',
    stale: [stale.error.status, stale.error.code, stale.error.current?.version],
    called: called.data?.text ?? '',
    deleted: deleted.data ? lineOf(deleted.data.task) : '',
  };
}
