import { callTool, taskCreate, taskDelete, taskGet, taskList, taskUpdate } from '../generated/orval';
import { lineOf, type Place, type Report } from './place';

export async function run({ key, list }: Place): Promise<Report> {
  const options = { headers: { authorization: `Bearer ${key}` } };
  const created = await taskCreate(list, { subject: 'Write the parser', priority: 'high' }, {}, options);
  const page = await taskList(list, { status: 'open' }, {}, options);
  const got = await taskGet(list, '1', {}, {}, options);
  const started = { status: 'in_progress', description: null } as const;
  const patched = await taskUpdate(list, '1', started, { 'If-Match': '"1"' }, options);
  const stale = await taskUpdate(list, '1', { status: 'done' }, { 'If-Match': '"1"' }, options);
  const finished = { id: '1', expectedVersion: 2, patch: { status: 'done' } } as const;
  const called = await callTool(list, 'task_update', finished, {}, options);
  const params = { expectedVersion: 3, reason: 'It was a trial.' };
  const deleted = await taskDelete(list, '1', params, {}, options);
  if (stale.status !== 412) throw new Error('The write on an old version was not refused.');
  // It has a type for each media type of a status, so that text has to be ruled out.
  const isValue = <Data>(data: Data): data is Exclude<Data, string> => typeof data !== 'string';
  return {
    created: created.status === 201 && isValue(created.data) ? lineOf(created.data.task) : '',
    listed: page.status === 200 && isValue(page.data) ? page.data.tasks.map(lineOf) : [],
    got: got.status === 200 && isValue(got.data) ? lineOf(got.data.task) : '',
    patched: patched.status === 200 && isValue(patched.data) ? lineOf(patched.data.task) : '',
    stale: [stale.status, stale.data.code, stale.data.current?.version],
    called: called.status === 200 && isValue(called.data) ? called.data.text : '',
    deleted: deleted.status === 200 && isValue(deleted.data) ? lineOf(deleted.data.task) : '',
  };
}
