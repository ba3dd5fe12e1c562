import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TASK } from '../contents.js';
import type { FileJob, FileResult } from '../jobs.js';
import { loopFor } from '../loop.js';
import { serveJobs } from './serve.js';

interface FileTask {
  id: number;
  version: number;
  status: string;
}

/**
 * Tasks kept the way an agent keeps them by itself: for each change the file is read, changed and written
 * whole. The file is replaced in one step (rename), so that no reader meets half a file: what is lost is
 * lost by the way itself.
 */
serveJobs<FileJob, FileResult>(async ({ tasks, clients, durationMs }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tasklatch-bench-file-'));
  const file = join(folder, 'tasks.json');
  try {
    const seed = Array.from({ length: tasks }, (_, index) => ({
      id: index + 1,
      version: 1,
      status: 'pending',
      ...TASK,
    }));
    await writeFile(file, JSON.stringify(seed, null, 2));
    const { callsPerSecond, acknowledged } = await loopFor(durationMs, clients, (client, step) =>
      changeTask(file, client, (client + clients * step) % tasks),
    );
    const updates = (await readTasks(file)).reduce((sum, { version }) => sum + version - 1, 0);
    return { callsPerSecond, acknowledged, lost: acknowledged - updates };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function changeTask(file: string, client: number, index: number): Promise<void> {
  const tasks = await readTasks(file);
  const task = tasks[index];
  if (!task) throw new Error(`The file has no task at ${index}.`);
  task.status = task.status === 'pending' ? 'in_progress' : 'pending';
  task.version += 1;
  await writeFile(`${file}.${client}`, JSON.stringify(tasks, null, 2));
  await rename(`${file}.${client}`, file);
}

async function readTasks(file: string): Promise<FileTask[]> {
  return JSON.parse(await readFile(file, 'utf8'));
}
