import { expect, test } from 'vitest';
import { AUDIT_PAGE_MAX_BYTES } from '../../../src/log/audit.js';
import { call, freshList, pick, useInstances } from '../../support/service.js';

const world = useInstances(1);
/** 10,000 code points, 40,000 bytes. */
const LONG = '😀'.repeat(10_000);
const CHANGES = 60;

async function rewrite(list: string): Promise<void> {
  const { service } = pick(world.instances, 0);
  await call(service, list, 'task_create', { subject: 'A' });
  for (let version = 1; version < CHANGES; version += 1) {
    const patch = { description: version % 2 ? LONG : `${version}${LONG.slice(4)}` };
    await call(service, list, 'task_update', { id: '1', expectedVersion: version, patch });
  }
}

test('pages of large changes end at a number of bytes, and the walk still meets each change once', async () => {
  const list = freshList('large');
  await rewrite(list);
  const { service } = pick(world.instances, 0);

  const versions: number[] = [];
  for (let after = 0; after < CHANGES; after = versions.at(-1) ?? CHANGES) {
    const { events, version } = await service.events(list, {
      after: { version: after, mark: null },
      limit: 1_000,
    });
    expect(version).toBe(CHANGES);
    expect(Buffer.byteLength(JSON.stringify(events))).toBeLessThan(AUDIT_PAGE_MAX_BYTES + 200_000);
    versions.push(...events.map((event) => event.version));
  }
  expect(versions).toEqual(Array.from({ length: CHANGES }, (_, index) => index + 1));

  const seen: number[] = [];
  let pages = 0;
  for (let cursor: unknown = null, more = true; more; more = cursor !== null) {
    const page = await call(service, list, 'task_history', { id: '1', limit: 200, cursor });
    if (!page.ok) throw page.refusal;
    // The output schema of task_history has checked both.
    seen.push(...(page.value.entries as { taskVersion: number }[]).map(({ taskVersion }) => taskVersion));
    cursor = page.value.nextCursor;
    pages += 1;
  }
  expect(pages).toBeGreaterThan(3);
  expect(seen).toEqual(Array.from({ length: CHANGES }, (_, index) => CHANGES - index));
});

test('a stale write is told where changedSince begins when it does not reach back', async () => {
  const list = freshList('gap');
  const { service } = pick(world.instances, 0);
  await call(service, list, 'task_create', { subject: 'A' });
  for (let version = 1; version < 30; version += 1) {
    await call(service, list, 'task_update', {
      id: '1',
      expectedVersion: version,
      patch: { owner: `o${version}` },
    });
  }
  const stale = (expectedVersion: number) =>
    call(service, list, 'task_update', { id: '1', expectedVersion, patch: { status: 'done' } });
  expect(await stale(9)).toMatchObject({
    refusal: {
      message:
        '#1 is at version 30; the write was decided on version 9. changedSince begins at version 11; task_history has what came before.',
    },
  });
  expect(await stale(10)).toMatchObject({
    refusal: { message: '#1 is at version 30; the write was decided on version 10.' },
  });
});
