import { setTimeout as sleep } from 'node:timers/promises';

/** The time of this process, for budgets and pauses; nothing that is stored comes from it. */
export interface Clock {
  /** Milliseconds that only go forward. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const PROCESS_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => sleep(milliseconds),
};
