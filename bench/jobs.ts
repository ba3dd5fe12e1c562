import type { Lists } from './lists.js';
import type { Operation } from './plan.js';

/** What the processes of a run are asked, and what they answer. */

export interface LoadJob {
  readonly operation: Operation | 'empty route';
  readonly port: number;
  readonly lists: Lists;
  readonly clients: number;
  readonly durationMs: number;
}

export interface LoadResult {
  readonly callsPerSecond: number;
  /** Every call that was answered well, those after the time too. */
  readonly acknowledged: number;
  /** What the client itself took, in all threads. */
  readonly clientCpuMicrosecondsPerCall: number;
}

export interface FileJob {
  readonly tasks: number;
  readonly clients: number;
  readonly durationMs: number;
}

export interface FileResult {
  readonly callsPerSecond: number;
  readonly acknowledged: number;
  /** Updates that were acknowledged and are not in the file. */
  readonly lost: number;
}

export interface StandInJob {
  readonly url: string;
  readonly operation: 'create' | 'update';
  readonly lists: Lists;
  readonly clients: number;
  readonly durationMs: number;
}
