import { type Calls, callsOf } from '../calls.js';
import { HttpConnection } from '../http_connection.js';
import type { LoadJob, LoadResult } from '../jobs.js';
import { serveJobs } from './serve.js';

/**
 * Calls an HTTP server from a number of connections, each of which waits for its answer before it calls
 * again.
 */
serveJobs<LoadJob, LoadResult>((job) => {
  const calls = callsOf(job.operation, job.lists, job.clients);
  return new Promise((resolve, reject) => {
    const opening = Array.from({ length: job.clients }, () => HttpConnection.open(job.port, reject));
    Promise.all(opening)
      .then((connections) => drive(connections, calls, job.durationMs))
      .then(resolve, reject);
  });
});

/** Written with callbacks, because a promise for each call costs the client a tenth more. */
function drive(
  connections: readonly HttpConnection[],
  calls: Calls,
  durationMs: number,
): Promise<LoadResult> {
  const cpu = process.cpuUsage();
  const endMs = performance.now() + durationMs;
  let [inTime, acknowledged, open] = [0, 0, connections.length];
  return new Promise((resolve) => {
    const finish = () => {
      for (const connection of connections) connection.close();
      const { user, system } = process.cpuUsage(cpu);
      const clientCpuMicrosecondsPerCall = (user + system) / acknowledged;
      resolve({
        callsPerSecond: (inTime / durationMs) * 1_000,
        acknowledged,
        clientCpuMicrosecondsPerCall,
      });
    };
    connections.forEach((connection, client) => {
      const next = (step: number) =>
        connection.send(calls.request(client, step), (answer) => {
          calls.receive(client, step, answer);
          acknowledged += 1;
          if (performance.now() < endMs) {
            inTime += 1;
            next(step + 1);
          } else if (--open === 0) finish();
        });
      next(0);
    });
  });
}
