import { afterAll, beforeAll } from 'vitest';
import type { Engine } from '../../src/database/database.js';
import { connectEngine } from '../../src/database/engine.js';
import type { Caller } from '../../src/log/caller.js';
import { Refusal } from '../../src/refusals/refusal.js';
import { createService, type Service } from '../../src/service.js';
import { createStore } from '../../src/store.js';
import type { Store } from '../../src/tasks/queries.js';
import type { Task } from '../../src/tasks/task.js';
import { CALLER } from './caller.js';
import { createTestDatabase } from './database.js';

export { CALLER } from './caller.js';

/** One service with connections of its own, as one process has it. */
export interface Instance {
  readonly engine: Engine;
  readonly store: Store;
  readonly service: Service;
}

export function openInstance(url: string): Instance {
  const engine = connectEngine({ url, connections: 10, statementTimeoutMs: 3_000, onError: () => {} });
  const store = createStore(engine, { idempotencyTtlHours: 24 });
  return { engine, store, service: createService(store) };
}

/** A database of this test file, with as many service instances on it as asked for. */
export function useInstances(count: number): {
  readonly url: string;
  readonly instances: readonly Instance[];
} {
  const instances: Instance[] = [];
  const world = { url: '', instances };
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    world.url = database.url;
    drop = database.drop;
    for (let index = 0; index < count; index += 1) instances.push(openInstance(database.url));
  });
  afterAll(async () => {
    await Promise.all(instances.map(({ engine }) => engine.close()));
    await drop();
  });
  return world;
}

/** The instance at an index, counted round. */
export function pick(instances: readonly Instance[], index: number): Instance {
  const instance = instances[index % instances.length];
  if (!instance) throw new Error('There is no instance.');
  return instance;
}

let lists = 0;
/** A list that no other test of this file uses. */
export function freshList(name = 'list'): string {
  lists += 1;
  return `${name}-${lists}`;
}

export type Result =
  | {
      readonly ok: true;
      readonly value: Record<string, unknown>;
      readonly replayed: boolean;
      readonly text: string;
    }
  | { readonly ok: false; readonly refusal: Refusal; readonly code: string };

/** Calls a tool; a refusal is a result, anything else that is thrown fails the test. */
export async function call(
  service: Service,
  list: string,
  tool: string,
  args: unknown,
  caller: Caller = CALLER,
): Promise<Result> {
  try {
    const reply = await service.call(tool, list, caller, args);
    // Every output schema is an object.
    const value = reply.value as Record<string, unknown>;
    return { ok: true, value, replayed: reply.replayed, text: reply.text() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, refusal: error, code: error.code };
  }
}

/** The task of a call that must succeed. */
export async function taskOf(result: Promise<Result>): Promise<Task> {
  const settled = await result;
  if (!settled.ok) throw settled.refusal;
  // Every write and task_get answer a task, which their output schema checked.
  return settled.value.task as Task;
}

/** "ok" or the code of each result, counted. */
export function tally(results: readonly Result[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const name = result.ok ? 'ok' : result.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
