import type { Clock } from '../../../src/database/database.js';

const BASE_MS = Date.UTC(2026, 10, 30);

/** A clock that stands still but for what is said to take time: a pause of seconds costs a test nothing. */
export class VirtualClock implements Clock {
  #now = 0;

  now(): number {
    return this.#now;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  sleep(milliseconds: number): Promise<void> {
    this.pass(milliseconds);
    return Promise.resolve();
  }

  /** As a Postgres of this clock prints its time. */
  timestamp(): string {
    return new Date(BASE_MS + this.#now).toISOString().replace('Z', '');
  }
}
