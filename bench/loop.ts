/**
 * Runs a loop for each client until the time is over, and waits for what is under way. `call` sends one
 * call and answers when it is acknowledged.
 * @returns the calls that were answered in time, per second, and all that were acknowledged
 */
export async function loopFor(
  durationMs: number,
  clients: number,
  call: (client: number, step: number) => Promise<unknown>,
): Promise<{ callsPerSecond: number; acknowledged: number }> {
  const endMs = performance.now() + durationMs;
  let inTime = 0;
  let acknowledged = 0;
  const loop = async (client: number) => {
    for (let step = 0; performance.now() < endMs; step += 1) {
      await call(client, step);
      acknowledged += 1;
      if (performance.now() < endMs) inTime += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return { callsPerSecond: (inTime / durationMs) * 1_000, acknowledged };
}
