import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RunAs } from './user.js';

const run = promisify(execFile);
/** A program that only prints its version answers in milliseconds; a cold disk may take seconds. */
const VERSION_LIMIT_MS = 20_000;

/** How the programs of Postgres are started. */
export interface ChildContext {
  /** Undefined: as the user of the service itself. */
  readonly runAs: RunAs | undefined;
  /** The whole environment that a program gets. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Only the variables that a Postgres program needs are passed on: the others may hold secrets or
 * redirect it.
 */
export function childContext(runAs: RunAs | undefined, environment: NodeJS.ProcessEnv): ChildContext {
  const path = environment.PATH ?? '/usr/local/bin:/usr/bin:/bin';
  const libraries = environment.LD_LIBRARY_PATH;
  return {
    runAs,
    env: { PATH: path, LC_ALL: 'C', TZ: 'UTC', ...(libraries && { LD_LIBRARY_PATH: libraries }) },
  };
}

/**
 * How a program that is started in `folder` must name that folder. The user that stands in for root may not
 * be able to walk down to it (a parent that only its owner can enter), but every process may use its working
 * directory, and that is entered before the user changes. So no right beyond that user's own is needed.
 */
export function nameOfWorkingDirectory(folder: string, { runAs }: ChildContext): string {
  return runAs && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** Runs `program --version` as Postgres will run: rejects where it cannot. */
export async function tryProgram(program: string, { runAs, env }: ChildContext): Promise<void> {
  await run(program, ['--version'], { ...runAs, env, cwd: '/', timeout: VERSION_LIMIT_MS });
}
