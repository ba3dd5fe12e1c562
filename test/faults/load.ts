import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../../src/service.js';
import type { Task } from '../../src/tasks/task.js';
import { call, type Result } from '../support/service.js';

/** A create whose subject no other call has, and what came of it. */
export interface Sent {
  readonly subject: string;
  readonly key: string | null;
  readonly result: Result;
}

/** Writers that create one task after the other until they are told to stop. */
export class Load {
  readonly sent: Sent[] = [];
  #stopped = false;
  readonly #writers: Promise<void>[];

  constructor(
    service: Service,
    list: string,
    options: { readonly writers: number; readonly keyed: boolean },
  ) {
    this.#writers = Array.from({ length: options.writers }, async (_, writer) => {
      for (let index = 0; !this.#stopped; index += 1) {
        const subject = `Task ${writer}.${index}`;
        const key = options.keyed ? subject.replace(' ', '-') : null;
        const result = await call(service, list, 'task_create', { subject, idempotencyKey: key });
        this.sent.push({ subject, key, result });
        if (!result.ok) await sleep(20);
      }
    });
  }

  acknowledged(): number {
    return this.sent.filter(({ result }) => result.ok).length;
  }

  refused(): readonly Sent[] {
    return this.sent.filter(({ result }) => !result.ok);
  }

  /** Waits until so many more calls were acknowledged. */
  async progress(count: number): Promise<void> {
    const goal = this.acknowledged() + count;
    while (this.acknowledged() < goal) await sleep(10);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#writers);
  }
}

/** How often each subject stands in the list. */
export async function countSubjects(service: Service, list: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor: unknown = null;
  do {
    const page = await call(service, list, 'task_list', { limit: 200, cursor });
    if (!page.ok) throw page.refusal;
    // The output schema of task_list has checked both.
    for (const { subject } of page.value.tasks as Task[]) counts.set(subject, (counts.get(subject) ?? 0) + 1);
    cursor = page.value.nextCursor;
  } while (cursor !== null);
  return counts;
}

/** Subjects that break the promise: acknowledged but not there once, refused for certain but there, or there twice. */
export async function brokenPromises(
  service: Service,
  list: string,
  sent: readonly Sent[],
): Promise<string[]> {
  const counts = await countSubjects(service, list);
  return sent.flatMap(({ subject, result }) => {
    const count = counts.get(subject) ?? 0;
    if (result.ok) return count === 1 ? [] : [`${subject} was acknowledged and is there ${count} times`];
    const isUnknown = /not known yet/.test(result.refusal.message);
    if (count > (isUnknown ? 1 : 0))
      return [`${subject} was refused (${result.refusal.message}) and is there ${count} times`];
    return [];
  });
}

/** Sends every refused call again with its key: afterwards each subject is there once. */
export async function retryAll(service: Service, list: string, sent: readonly Sent[]): Promise<void> {
  for (const { subject, key, result } of sent) {
    if (result.ok) continue;
    const again = await call(service, list, 'task_create', { subject, idempotencyKey: key });
    if (!again.ok) throw again.refusal;
  }
}
