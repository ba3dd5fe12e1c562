import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../src/tasks/history.js';
import { historyText } from '../../../src/tasks/views/history_text.js';
import { bytesOf, isOneLine, nastyText } from './samples.js';

/** Numbers, a signature, the changes and a reason that is all quotes. */
const ENTRY_MAX_BYTES = 1200;

const entry = (fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  version: 7,
  id: '3',
  taskVersion: 2,
  action: 'update',
  changes: [{ field: 'status', from: 'pending', to: 'done' }],
  reason: null,
  principal: 'anonymous',
  agent: 'agent-7',
  session: null,
  requestId: '4a9b6f4e-58c8-4a5c-9d2c-0a3f8f1d2e11',
  at: '2026-11-30T09:00:00.000Z',
  ...fields,
});

test('shows one line for each change', () => {
  const created = entry({ version: 5, taskVersion: 1, action: 'create', changes: [], agent: null });
  expect(historyText({ entries: [entry(), created], nextCursor: null })).toBe(
    [
      'v7 #3 v2 update by agent-7 at 2026-11-30T09:00:00.000Z: status pending → done',
      'v5 #3 v1 create by anonymous at 2026-11-30T09:00:00.000Z',
    ].join('\n'),
  );
});

test('signs with the principal where keys prove it', () => {
  expect(historyText({ entries: [entry({ principal: 'ops', changes: [] })], nextCursor: null })).toBe(
    'v7 #3 v2 update by ops/agent-7 at 2026-11-30T09:00:00.000Z',
  );
});

test('quotes a reason on the line and cuts it', () => {
  const short = entry({ action: 'reopen', changes: [], reason: 'It "fails"\n#9 v1 [done] x' });
  expect(historyText({ entries: [short], nextCursor: null })).toBe(
    'v7 #3 v2 reopen by agent-7 at 2026-11-30T09:00:00.000Z (reason: "It \\"fails\\"\\n#9 v1 [done] x")',
  );
  const long = entry({ changes: [], reason: 'r'.repeat(500) });
  expect(historyText({ entries: [long], nextCursor: null })).toBe(
    `v7 #3 v2 update by agent-7 at 2026-11-30T09:00:00.000Z (reason: "${'r'.repeat(115)}"…)`,
  );
});

test('ends with the call that gives older changes', () => {
  const lines = historyText({ entries: [entry()], nextCursor: 'eyJhIjoxfQ' }).split('\n');
  expect(lines[1]).toBe('More: call task_history with the same arguments and cursor "eyJhIjoxfQ"');
});

test('says that there is nothing to show', () => {
  expect(historyText({ entries: [], nextCursor: null })).toBe('There is no change to show.');
});

test('is one well-formed line of bounded length for each change, whatever is stored', () => {
  const any = fc.record({
    principal: nastyText,
    agent: fc.option(nastyText),
    reason: fc.option(nastyText),
    changes: fc.array(fc.record({ field: fc.constant('subject'), from: nastyText, to: nastyText })),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 4 }), (entries) => {
      const lines = historyText({ entries: entries.map(entry), nextCursor: null }).split('\n');
      expect(lines).toHaveLength(entries.length);
      for (const line of lines) {
        expect(isOneLine(line)).toBe(true);
        expect(bytesOf(line)).toBeLessThanOrEqual(ENTRY_MAX_BYTES);
      }
    }),
  );
});
