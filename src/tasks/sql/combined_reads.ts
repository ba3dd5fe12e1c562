import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import type { TaskQuery, TaskRows } from '../queries.js';
import { type FoundTask, findTasks } from './reads.js';

/**
 * Read combining, beside the write combining of the Writer: tasks of one list that are asked for in one turn
 * of the event loop are looked up together. The statement runs after the last of them was asked for, so each
 * sees every write that was acknowledged before. @throws DatabaseFault
 */
export class CombinedReads {
  readonly #open = new Map<
    string,
    { numbers: Set<number>; found: Promise<ReadonlyMap<number, FoundTask>> }
  >();

  constructor(private readonly database: Database) {}

  async task(list: string, { number }: TaskQuery): Promise<TaskRows> {
    let batch = this.#open.get(list);
    if (!batch) {
      const numbers = new Set<number>();
      batch = { numbers, found: this.#findTogether(list, numbers) };
      this.#open.set(list, batch);
    }
    batch.numbers.add(number);
    return (await batch.found).get(number) ?? null;
  }

  async #findTogether(list: string, numbers: ReadonlySet<number>): Promise<ReadonlyMap<number, FoundTask>> {
    await endOfTurn();
    this.#open.delete(list);
    return findTasks(this.database, list, [...numbers]);
  }
}
