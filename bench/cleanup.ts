/** What has to be stopped at the end, the newest first. */
export class Cleanup {
  #running: Promise<void> | undefined;
  readonly #steps: (() => Promise<unknown> | undefined)[] = [];

  add(step: () => Promise<unknown> | undefined): void {
    this.#steps.push(step);
  }

  get begun(): boolean {
    return this.#running !== undefined;
  }

  /** Takes every step, whatever becomes of the others. Safe to call again. */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await Promise.resolve(step()).catch((error: unknown) => console.error(`At the end: ${error}`));
    }
  }
}
