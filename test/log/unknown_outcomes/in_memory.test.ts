import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createService } from '../../../src/service.js';
import { createStore } from '../../../src/store.js';
import { runs } from '../../support/property_runs.js';
import { call } from '../../support/service.js';
import { FaultyEngine, type Harms, harms } from './faulty_engine.js';
import { MemoryEngine } from './memory_engine.js';
import { batches, brokenPromises, type Planned, sendAll } from './promises.js';
import { VirtualClock } from './virtual_clock.js';

const LIST = 'faults';

async function run(plan: readonly Planned[], harmsToCome: Harms): Promise<string[]> {
  const clock = new VirtualClock();
  const engine = new MemoryEngine(clock);
  const options = { idempotencyTtlHours: 24, clock };
  await call(createService(createStore(engine, options)), LIST, 'task_create', { subject: 'Seed' });

  const faulty = new FaultyEngine(engine, harmsToCome, {
    pass: (milliseconds) => clock.pass(milliseconds),
    overtake: async () => engine.overtake(),
  });
  const service = createService(createStore(faulty, options));
  const sent = await sendAll(service, LIST, plan, 'first');
  await faulty.settle();
  // Whoever was refused or told that it is not known sends the same again, now that nothing fails.
  const again = await sendAll(service, LIST, plan, 'again');

  const versions = engine.log.map(({ version }) => version);
  const holes = versions
    .filter((version, index) => version !== index + 1)
    .map((version) => `v${version} is out of order`);
  return [
    ...brokenPromises(
      [...sent, ...again],
      engine.log.map(({ request_id }) => request_id),
    ),
    ...holes,
  ];
}

test('F23, F24: whatever fails at whichever statement, what was said of a write is what is stored', async () => {
  await fc.assert(
    fc.asyncProperty(batches, harms, async (plan, harmsToCome) => {
      expect(await run(plan, harmsToCome)).toEqual([]);
    }),
    { numRuns: runs(2_000) },
  );
});
