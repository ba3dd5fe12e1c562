import { reasonOf } from './failure.js';

/** Short for a caller that retries: most reasons are gone at once. */
const FIRST_PAUSE_MS = 1_000;
/** A cause that an operator has removed holds the service up for so long at most. */
const MAX_PAUSE_MS = 30_000;
/** Often enough that whoever follows the log sees what is wrong, without filling a disk that is full. */
const SAY_AGAIN_MS = 60_000;

export interface Persistence {
  /** Resolves after so many milliseconds, or at once when `stopping` is aborted. */
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly stopping: AbortSignal;
  /** Gets why an attempt failed: a new reason at once, the same one at most once a minute. */
  readonly warn: (message: string) => void;
}

/** Tries with growing pauses until it succeeds; null when it is not wanted any more. */
export async function persist<T>(attempt: () => Promise<T>, persistence: Persistence): Promise<T | null> {
  const { pause, stopping, warn } = persistence;
  let said: string | undefined;
  let silentMs = 0;
  for (let pauseMs = FIRST_PAUSE_MS; !stopping.aborted; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const kind = withoutNumbers(reasonOf(error));
      if (kind !== said || silentMs >= SAY_AGAIN_MS) {
        warn(reasonOf(error));
        said = kind;
        silentMs = 0;
      }
    }
    await pause(pauseMs);
    silentMs += pauseMs;
  }
  return null;
}

/** Process ids, ports and times differ from one failure to the next, though the reason is the same. */
function withoutNumbers(reason: string): string {
  return reason.replace(/\d+/g, '0');
}
