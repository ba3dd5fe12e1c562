import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Short beside the half second that a start takes. */
const LOOK_INTERVAL_MS = 20;

/** The real process, as `npm start` runs it, on a port that it chooses itself unless the environment says otherwise. */
export class ServiceProcess {
  stdout = '';
  stderr = '';
  /** Resolves with the exit code, or with the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
  readonly #child: ChildProcess;

  constructor(
    environment: Record<string, string>,
    options: readonly string[] = [],
    imports: readonly string[] = [],
    /** A file descriptor in place of the pipe. */
    stdout: 'pipe' | number = 'pipe',
  ) {
    const flags = imports.flatMap((name) => ['--import', name]);
    this.#child = spawn(process.execPath, [...flags, 'scripts/run.mjs', 'main', ...options], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, PORT: '0', ...environment },
      stdio: ['ignore', stdout, 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = once(this.#child, 'close').then(([code, signal]) => code ?? signal);
  }

  /** Waits until it listens; gives the URL that its banner shows. */
  async listens(): Promise<string> {
    const [, url] = await this.says(/Tasklatch listens on (\S+)\n[\s\S]*\n {2}Try .*\n/);
    if (url === undefined) throw new Error('The banner has no URL.');
    return url;
  }

  /** Waits until what it wrote, on either stream, matches. Rejects when it ends before. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    let code: number | string | undefined;
    void this.ended.then((ended) => {
      code = ended;
    });
    for (;;) {
      const over = code;
      const found = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
      if (found) return found;
      if (over !== undefined) {
        throw new Error(`It ended (${over}) without saying ${pattern}:\n${this.stdout}${this.stderr}`);
      }
      await sleep(LOOK_INTERVAL_MS);
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Ends it whatever it does: for the end of a test. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}
