import { type Baseline, isWrite } from './baseline.js';
import type { Child } from './child.js';
import type { BenchDatabase, Databases } from './databases.js';
import type { FileJob, FileResult, LoadJob, LoadResult } from './jobs.js';
import { type Lists, listsOf } from './lists.js';
import { FILE_TASKS_COUNT, MOST_CLIENTS, type Pace, SIZES, type Size } from './plan.js';
import type { Place, Samples } from './samples.js';
import { seedLists } from './seed.js';
import { placesOf } from './table.js';
import type { Tally } from './truth.js';

/** Everything that a run measures with. */
export interface Bench {
  readonly pace: Pace;
  readonly databases: Databases;
  readonly servicePort: number;
  readonly emptyRoutePort: number;
  readonly load: Child<LoadJob, LoadResult>;
  readonly file: Child<FileJob, FileResult>;
  readonly baseline: Baseline;
}

/** Measures round after round, what is compared right after each other. */
export class Rounds {
  #freshLists = 0;

  constructor(
    private readonly bench: Bench,
    private readonly samples: Samples,
    /** Starts as what the service's database holds, and counts every write that the service acknowledges. */
    private readonly acknowledged: Tally,
  ) {}

  /** Lets the code of both servers get hot. */
  async warmUp(): Promise<void> {
    const { warmUpMs, operations } = this.bench.pace;
    await this.#callEmptyRoute(MOST_CLIENTS, warmUpMs);
    for (const place of placesOf({ operations, clients: [MOST_CLIENTS] }))
      await this.#callService(place, 'small', warmUpMs);
  }

  async measure(): Promise<void> {
    const { pace } = this.bench;
    for (const place of placesOf(pace)) {
      for (const size of SIZES) {
        this.samples.add(place, size, await this.#callService(place, size, pace.serviceMs));
      }
      if (isWrite(place.operation)) await this.#measureBaseline(place, place.operation);
      else
        this.samples.add(place, 'empty route', await this.#callEmptyRoute(place.clients, pace.emptyRouteMs));
      if (place.operation === 'update' && place.spread === 'hot') await this.#measureFile(place);
    }
  }

  async #callService(place: Place, size: Size, durationMs: number): Promise<number> {
    const { operation, clients } = place;
    const { load, servicePort: port, databases } = this.bench;
    const lists = await this.#listsFor(databases.service, place, size);
    if (lists.isFresh) this.acknowledged.tasks += lists.count * lists.tasksEach;
    const result = await load.run({ operation, port, lists, clients, durationMs });
    if (operation === 'create') this.acknowledged.tasks += result.acknowledged;
    if (operation === 'update') this.acknowledged.updates += result.acknowledged;
    return result.callsPerSecond;
  }

  async #callEmptyRoute(clients: number, durationMs: number): Promise<number> {
    const { load, emptyRoutePort: port } = this.bench;
    const lists = listsOf('none', 'small', 'hot');
    return (await load.run({ operation: 'empty route', port, lists, clients, durationMs })).callsPerSecond;
  }

  async #measureBaseline(place: Place, operation: 'create' | 'update'): Promise<void> {
    const { baseline, databases, pace } = this.bench;
    const lists = await this.#listsFor(databases.baseline, place, 'small');
    const rate = await baseline.measure(operation, lists, place.clients, pace.pgbenchSeconds);
    this.samples.add(place, 'baseline', rate);
  }

  async #measureFile(place: Place): Promise<void> {
    const { file, pace } = this.bench;
    const job = { tasks: FILE_TASKS_COUNT, clients: place.clients, durationMs: pace.fileMs };
    const { callsPerSecond, acknowledged, lost } = await file.run(job);
    this.samples.add(place, 'file', callsPerSecond);
    this.samples.add(place, 'file lost', lost / acknowledged);
  }

  /** Creates make a small list large: they get fresh ones each time. */
  async #listsFor(
    database: BenchDatabase,
    { operation, spread }: Place,
    size: Size,
  ): Promise<Lists & { isFresh: boolean }> {
    if (operation !== 'create' || size === 'large') {
      return { ...listsOf(`${size}-${spread}`, size, spread), isFresh: false };
    }
    this.#freshLists += 1;
    const lists = listsOf(`fresh-${this.#freshLists}`, size, spread);
    await seedLists(database.client, lists);
    return { ...lists, isFresh: true };
  }
}
