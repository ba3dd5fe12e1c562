import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_INTERVAL_MS = 100;

/**
 * Does work that several processes may ask for at the same time, in one of them, while the others wait until it
 * is done. `file` names who works; a claim of a process that is gone is taken over at the next look.
 */
export async function once(
  file: string,
  isDone: () => Promise<boolean>,
  work: () => Promise<void>,
): Promise<void> {
  while (!(await isDone())) {
    if (await claim(file)) await doUnlessDone(isDone, work).finally(() => rm(file, { force: true }));
    else await sleep(LOOK_INTERVAL_MS);
  }
}

async function doUnlessDone(isDone: () => Promise<boolean>, work: () => Promise<void>): Promise<void> {
  if (!(await isDone())) await work();
}

async function claim(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const pid = Number(await readFile(file, 'utf8').catch(() => ''));
    if (pid > 0 && !isAlive(pid)) await rm(file, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
