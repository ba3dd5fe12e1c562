import {
  callTool,
  defaults,
  taskCreate,
  taskDelete,
  taskGet,
  taskList,
  taskUpdate,
} from '../generated/oazapfts';
import { lineOf, type Place, type Report } from './place';

export async function run({ key, list }: Place): Promise<Report> {
  defaults.headers = { authorization: `Bearer ${key}` };
  const created = await taskCreate(list, { subject: 'Write the parser', priority: 'high' });
  const page = await taskList(list, { status: 'open' });
  const got = await taskGet(list, '1');
  const started = { status: 'in_progress', description: null } as const;
  const patched = await taskUpdate(list, '1', started, { ifMatch: '"1"' });
  const stale = await taskUpdate(list, '1', { status: 'done' }, { ifMatch: '"1"' });
  const finished = { id: '1', expectedVersion: 2, patch: { status: 'done' } } as const;
  const called = await callTool(list, 'task_update', finished);
  const deleted = await taskDelete(list, '1', { expectedVersion: 3, reason: 'It was a trial.' });
  if (stale.status !== 412) throw new Error('The write on an old version was not refused.');
  return {
    created: created.status === 201 ? lineOf(created.data.task) : '',
    listed: page.status === 200 ? page.data.tasks.map(lineOf) : [],
    got: got.status === 200 ? lineOf(got.data.task) : '',
    patched: patched.status === 200 ? lineOf(patched.data.task) : '',
    stale: [stale.status, stale.data.code, stale.data.current?.version],
    called: called.status === 200 ? called.data.text : '',
    deleted: deleted.status === 200 ? lineOf(deleted.data.task) : '',
  };
}
