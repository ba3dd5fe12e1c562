import { client } from '../generated/hey_api/client.gen';
import {
  callTool,
  taskCreate,
  taskDelete,
  taskGet,
  taskList,
  taskUpdate,
} from '../generated/hey_api/sdk.gen';
import { lineOf, type Place, type Report } from './place';

export async function run({ key, list }: Place): Promise<Report> {
  client.setConfig({ auth: key });
  const path = { list, id: '1' };
  const body = { subject: 'Write the parser', priority: 'high' } as const;
  const { data: created } = await taskCreate({ path: { list }, body, throwOnError: true });
  const { data: page } = await taskList({ path: { list }, query: { status: 'open' }, throwOnError: true });
  const { data: got } = await taskGet({ path, throwOnError: true });
  const started = { status: 'in_progress', description: null } as const;
  const { data: patched } = await taskUpdate({
    path,
    body: started,
    headers: { 'If-Match': '"1"' },
    throwOnError: true,
  });
  const stale = await taskUpdate({ path, body: { status: 'done' }, headers: { 'If-Match': '"1"' } });
  const { data: called } = await callTool({
    path: { list, tool: 'task_update' },
    body: { id: '1', expectedVersion: 2, patch: { status: 'done' } },
    throwOnError: true,
  });
  const { data: deleted } = await taskDelete({
    path,
    query: { expectedVersion: 3, reason: 'It was a trial.' },
    throwOnError: true,
  });
  if (stale.error?.code !== 'STALE_VERSION') throw new Error('The write on an old version was not refused.');
  return {
    created: lineOf(created.task),
    listed: page.tasks.map(lineOf),
    got: lineOf(got.task),
    patched: lineOf(patched.task),
    stale: [stale.error.status, stale.error.code, stale.error.current?.version],
    called: called.text,
    deleted: lineOf(deleted.task),
  };
}
