import fc from 'fast-check';
import type { Caller } from '../../../src/log/caller.js';
import type { Service } from '../../../src/service.js';
import { CALLER } from '../../support/caller.js';
import { call, type Result } from '../../support/service.js';

/** A call of a batch. Calls with one key are the same call sent again. */
export interface Planned {
  readonly tool: 'task_create' | 'task_update';
  readonly key: string | null;
  readonly expectedVersion: number;
}

const key = fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { nil: null, freq: 2 });
const planned: fc.Arbitrary<Planned> = fc.oneof(
  {
    arbitrary: key.map((name): Planned => ({ tool: 'task_create', key: name, expectedVersion: 0 })),
    weight: 4,
  },
  {
    arbitrary: fc
      .integer({ min: 1, max: 3 })
      .map((expectedVersion): Planned => ({ tool: 'task_update', key: null, expectedVersion })),
    weight: 1,
  },
);

/** Batches of 1 to 64 calls; most are small, since each size of batch meets the same faults. */
export const batches: fc.Arbitrary<Planned[]> = fc.oneof(
  { arbitrary: fc.array(planned, { minLength: 1, maxLength: 4 }), weight: 6 },
  { arbitrary: fc.array(planned, { minLength: 5, maxLength: 12 }), weight: 2 },
  { arbitrary: fc.array(planned, { minLength: 13, maxLength: 65 }), weight: 1 },
);

export interface Sent {
  readonly planned: Planned;
  readonly requestId: string;
  readonly result: Result;
}

/** Sends the calls of a batch at once; each has a request id of its own, which its audit row keeps. */
export function sendAll(
  service: Service,
  list: string,
  plan: readonly Planned[],
  prefix: string,
): Promise<Sent[]> {
  return Promise.all(
    plan.map(async (one, index) => {
      const requestId = `${prefix}-${index}`;
      const caller: Caller = { ...CALLER, requestId };
      return {
        planned: one,
        requestId,
        result: await call(service, list, one.tool, argumentsOf(one, requestId), caller),
      };
    }),
  );
}

function argumentsOf({ tool, key: idempotencyKey, expectedVersion }: Planned, requestId: string) {
  if (tool === 'task_update')
    return { id: '1', expectedVersion, patch: { subject: `Changed by ${requestId}` } };
  return idempotencyKey === null ? { subject: requestId } : { subject: idempotencyKey, idempotencyKey };
}

const saysUnknown = (result: Result): boolean => !result.ok && result.refusal.message.includes('not known');

/**
 * What was said against what is stored: acknowledged once = stored once, refused = absent, "not known" = either;
 * and one key is stored at most once. `stored` has the request id of each row of the audit log.
 */
export function brokenPromises(sent: readonly Sent[], stored: readonly string[]): string[] {
  const rowsOf = (requestId: string) => stored.filter((id) => id === requestId).length;
  const broken = sent.flatMap(({ requestId, result }) => {
    const rows = rowsOf(requestId);
    const allowed = saysUnknown(result) ? [0, 1] : [result.ok && !result.replayed ? 1 : 0];
    if (allowed.includes(rows)) return [];
    const said = result.ok ? (result.replayed ? 'replayed' : 'acknowledged') : result.refusal.message;
    return [`${requestId} (${said}) is stored ${rows} times`];
  });
  const keys = new Set(sent.flatMap(({ planned: { key: name } }) => name ?? []));
  for (const name of keys) {
    const same = sent.filter(({ planned: { key: other } }) => other === name);
    const rows = same.reduce((sum, { requestId }) => sum + rowsOf(requestId), 0);
    const isAcknowledged = same.some(({ result }) => result.ok);
    if (rows > 1 || (isAcknowledged && rows === 0)) broken.push(`the key ${name} is stored ${rows} times`);
  }
  return broken;
}
