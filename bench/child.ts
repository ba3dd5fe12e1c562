import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type Message<Result> = { readonly result: Result } | { readonly failure: string };

/** A process of the run that does jobs, one at a time; it ends with its parent. */
export class Child<Job extends object, Result> {
  readonly #process: ChildProcess;

  /** `script` is the name of a file of bench/children. */
  constructor(private readonly script: string) {
    this.#process = fork(new URL(`./children/${script}.ts`, import.meta.url));
  }

  /** @throws Error when the job fails or the process ends */
  run(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      const onExit = () => reject(new Error(`The process ${this.script} ended in a job.`));
      this.#process.once('exit', onExit);
      this.#process.once('message', (message) => {
        this.#process.off('exit', onExit);
        const answer = message as Message<Result>; // what serveJobs sends
        if ('result' in answer) resolve(answer.result);
        else reject(new Error(answer.failure));
      });
      this.#process.send(job);
    });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
