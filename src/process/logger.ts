import { type LevelWithSilent, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { LogOutput } from './log_output.js';

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
