import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import type { PageQuery, PageRows, TaskQuery, TaskRows } from '../queries.js';
import { findPage } from './page.js';
import { type FoundTask, findTasks } from './reads.js';

/**
 * Read combining, beside the write combining of the Writer: reads that arrive in one turn of the event loop
 * share a statement. It runs after the last of them arrived, so each sees every write that was acknowledged
 * before it was sent. Every method @throws DatabaseFault
 */
export class CombinedReads {
  readonly #tasks = new Map<
    string,
    { numbers: Set<number>; found: Promise<ReadonlyMap<number, FoundTask>> }
  >();
  readonly #pages = new Map<string, Promise<PageRows>>();

  constructor(private readonly database: Database) {}

  /** Tasks of one list are looked up together. */
  async task(list: string, { number }: TaskQuery): Promise<TaskRows> {
    let batch = this.#tasks.get(list);
    if (!batch) {
      const numbers = new Set<number>();
      batch = { numbers, found: this.#findTogether(list, numbers) };
      this.#tasks.set(list, batch);
    }
    batch.numbers.add(number);
    return (await batch.found).get(number) ?? null;
  }

  /** Equal queries share one page; nobody changes it. */
  page(list: string, query: PageQuery): Promise<PageRows> {
    const name = JSON.stringify([list, query]);
    const known = this.#pages.get(name);
    if (known) return known;
    const page = endOfTurn().then(() => {
      this.#pages.delete(name);
      return findPage(this.database, list, query);
    });
    this.#pages.set(name, page);
    return page;
  }

  async #findTogether(list: string, numbers: ReadonlySet<number>): Promise<ReadonlyMap<number, FoundTask>> {
    await endOfTurn();
    this.#tasks.delete(list);
    return findTasks(this.database, list, [...numbers]);
  }
}
