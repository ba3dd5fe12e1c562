import closeWithGrace from 'close-with-grace';
import type { Log } from './log_output.js';

/**
 * Ctrl-C reaches this process from the terminal and once more from npm, at the same moment: that is one
 * signal.
 */
const SAME_SIGNAL_MS = 500;

/** What has to be released at the end, the newest first. */
export class Cleanup {
  begun = false;
  /** Runs at once, without waiting for anything: when the process has to end now. */
  abandon: () => void = () => {};
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Every step is taken, whatever became of those before. */
  async run(): Promise<void> {
    this.begun = true;
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
  }
}

/** Does a job at once and then at every interval, until the end. */
export function repeat(job: () => Promise<void>, intervalMs: number, cleanup: Cleanup): void {
  void job();
  const timer = setInterval(job, intervalMs).unref();
  cleanup.add(async () => clearInterval(timer));
}

interface ClosingOptions extends Log {
  /** How long calls under way may take to finish, in milliseconds. */
  readonly graceMs: number;
}

/**
 * The first signal, or an error that nobody caught, closes everything in order; a second one ends it at once.
 */
export function closeOnSignals(cleanup: Cleanup, { log, drained, graceMs }: ClosingOptions): void {
  const leave = () => cleanup.abandon();
  let begunAtMs: number | null = null;
  const { close } = closeWithGrace(
    {
      delay: graceMs,
      logger: { error: (problem: unknown) => log.error({ err: problem }, 'the close went wrong') },
      // The first two are handled below. A process that got one of the others is broken and must not run on.
      skip: ['SIGTERM', 'SIGINT', 'SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGABRT', 'SIGTRAP'],
      onSecondError: leave,
      onSecondSignal: leave,
      onTimeout: (delayMs) => {
        log.error(`not closed within ${delayMs} ms: ending at once`);
        leave();
      },
    },
    async ({ err }) => {
      begunAtMs ??= performance.now();
      if (err) log.fatal({ err }, 'an error that nobody caught; closing');
      await cleanup.run();
      log.info('closed');
      await drained();
    },
  );
  const onSignal = (signal: NodeJS.Signals) => {
    const nowMs = performance.now();
    if (begunAtMs === null) {
      begunAtMs = nowMs;
      log.info(`${signal}: closing; calls under way may finish`);
      close();
    } else if (nowMs - begunAtMs > SAME_SIGNAL_MS) {
      log.error(`second ${signal}: ending at once`);
      leave();
      process.exit(1);
    }
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
