/** The side of a child process: answers one job after the other until its parent is gone. */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  // Ctrl-C reaches every process of the terminal; the parent ends its children in order.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (job) => {
    // Whoever sends a job is the parent, which knows this script by the types of its job.
    work(job as Job).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
    );
  });
}
