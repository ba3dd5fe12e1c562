import { Api } from '../generated/swagger_typescript_api/client';
import { lineOf, type Place, type Report } from './place';

export async function run({ key, list }: Place): Promise<Report> {
  const { v1 } = new Api({
    securityWorker: () => ({ headers: { authorization: `Bearer ${key}` } }),
  });
  // It has no arguments for the headers of an operation; they go with the request.
  const seen = { headers: { 'If-Match': '"1"' } };
  const created = await v1.taskCreate(list, { subject: 'Write the parser', priority: 'high' });
  const page = await v1.taskList(list, { status: 'open' });
  const got = await v1.taskGet(list, '1');
  const patched = await v1.taskUpdate(list, '1', { status: 'in_progress', description: null }, seen);
  // It throws the answer that refuses a call, whose type is that of the operation.
  const stale = await v1
    .taskUpdate(list, '1', { status: 'done' }, seen)
    .catch((answer: Awaited<ReturnType<typeof v1.taskUpdate>>) => answer);
  const finished = { id: '1', expectedVersion: 2, patch: { status: 'done' } } as const;
  const called = await v1.callTool(list, 'task_update', finished);
  const deleted = await v1.taskDelete(list, '1', { expectedVersion: 3, reason: 'It was a trial.' });
  const { error } = stale;
  if (error?.code !== 'STALE_VERSION') throw new Error('The write on an old version was not refused.');
  return {
    created: lineOf(created.data.task),
    listed: page.data.tasks.map(lineOf),
    got: lineOf(got.data.task),
    patched: lineOf(patched.data.task),
    stale: [error.status, error.code, error.current?.version],
    called: called.data.text,
    deleted: lineOf(deleted.data.task),
  };
}
