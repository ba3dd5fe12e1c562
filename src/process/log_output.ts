import { write, writeSync } from 'node:fs';
import { type LevelWithSilent, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';

const STDOUT = 1;

export interface Log {
  readonly log: Logger;
  /** Resolves when the lines so far are out; to be waited for before the process exits. */
  readonly drained: () => Promise<void>;
}

/** JSON lines on the standard output; what is meant for a person goes to the standard error. */
export function createLog(level: LevelWithSilent): Log {
  const output = new LogOutput({
    fileDescriptor: STDOUT,
    onLoss: (reason) => process.stderr.write(`tasklatch: Lines of the log are lost: ${reason}.\n`),
  });
  process.on('exit', () => output.flushSync());
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
  };
  return { log: pino(options, output), drained: () => output.drained() };
}

/**
 * The driver hangs its whole connection on an error, with statements and keys: only what explains it is
 * logged.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  // The stack holds those of its causes.
  const { type, message, stack, code, sqlState } = stdSerializers.err(error);
  return { type, message, code, sqlState, stack };
}

/** Some thousand lines: beyond it a reader has stopped, and the service must not fill its memory for it. */
const WAITING_MAX_LENGTH = 4 * 1024 * 1024;
/** A pipe that is full for now. */
const FULL_PIPE_PAUSE_MS = 50;
/** Together a second: at the end a reader that is merely slow gets the last lines. */
const FLUSH_MAX_PAUSES = 20;
const DRAIN_MAX_MS = FLUSH_MAX_PAUSES * FULL_PIPE_PAUSE_MS;

export interface LogOutputOptions {
  readonly fileDescriptor: number;
  /** Called once for each time that lines begin to be lost, with the reason. */
  readonly onLoss: (reason: string) => void;
}

/**
 * Where the lines of the log go. Lines that cannot be written, because the disk is full or the reader is
 * gone, are lost; nothing here throws, repeats a write that failed, or holds up the process. Logging goes on
 * as soon as there is room again.
 */
export class LogOutput {
  #waiting = '';
  /** From the first line that waits until nothing does. */
  #isWriting = false;
  #onDrained: (() => void)[] = [];
  #isLosing = false;
  /** A line stands there in part, so that the next one must begin with a line break. */
  #isTorn = false;

  constructor(private readonly options: LogOutputOptions) {}

  write(text: string): void {
    if (this.#waiting.length + text.length > WAITING_MAX_LENGTH) {
      this.#lose('their reader has stopped');
      return;
    }
    this.#waiting += text;
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Lines of one turn go together, and what is flushed in the same turn has not been begun.
    setImmediate(() => this.#writeWaiting());
  }

  /** Resolves when every line so far is written or lost, after a second at most; for an end in order. */
  drained(): Promise<void> {
    if (!this.#isWriting) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, DRAIN_MAX_MS);
      this.#onDrained.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  /**
   * For the end of the process and for fatal lines: writes what waits, in a second at most. A write that is
   * under way is not waited for.
   */
  flushSync(): void {
    let rest = this.#takeWaiting();
    for (let pauses = 0; rest.length > 0; ) {
      try {
        rest = rest.subarray(writeSync(this.options.fileDescriptor, rest));
      } catch (error) {
        if (!isFullPipe(error) || pauses === FLUSH_MAX_PAUSES) {
          this.#lose(reasonOf(error));
          return;
        }
        pauses += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_PAUSE_MS);
      }
    }
  }

  #takeWaiting(): Buffer {
    const taken = Buffer.from(this.#isTorn && this.#waiting !== '' ? `\n${this.#waiting}` : this.#waiting);
    this.#waiting = '';
    return taken;
  }

  #writeWaiting(): void {
    const chunk = this.#takeWaiting();
    if (chunk.length > 0) {
      this.#writeAll(chunk, 0);
      return;
    }
    this.#isWriting = false;
    for (const resolve of this.#onDrained.splice(0)) resolve();
  }

  #writeAll(chunk: Buffer, from: number): void {
    write(this.options.fileDescriptor, chunk, from, chunk.length - from, null, (error, written) => {
      if (error && isFullPipe(error)) {
        setTimeout(() => this.#writeAll(chunk, from), FULL_PIPE_PAUSE_MS).unref();
        return;
      }
      if (!error && from + written < chunk.length) return this.#writeAll(chunk, from + written);
      if (error) {
        this.#isTorn ||= from > 0;
        this.#lose(reasonOf(error));
      } else {
        this.#isTorn = false;
        this.#isLosing = false;
      }
      this.#writeWaiting();
    });
  }

  #lose(reason: string): void {
    if (this.#isLosing) return;
    this.#isLosing = true;
    this.options.onLoss(reason);
  }
}

function isFullPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
