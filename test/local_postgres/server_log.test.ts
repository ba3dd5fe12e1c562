import { expect, test } from 'vitest';
import { lastMessages } from '../../src/local_postgres/server_log.js';

const line = (text: string) => `2026-11-30 09:00:00.123 UTC [4711] ${text}\n`;

test('what the server said last is whole messages without their times, of bounded length', () => {
  expect(lastMessages(line('LOG:  one') + line('FATAL:  two'))).toBe('LOG:  one\nFATAL:  two');
  expect(lastMessages(line('a'.repeat(300)) + line('b'.repeat(300)) + line('c'.repeat(100)))).toBe(
    `…\n${'b'.repeat(300)}\n${'c'.repeat(100)}`,
  );
  const long = `FATAL:  ${'b'.repeat(1_000)}`;
  expect(lastMessages(line('LOG:  a') + line(long))).toBe(`…\n${long.slice(0, 600)}…`);
  expect(lastMessages('')).toBe('');
});

test('a hint stands behind its own message or not at all', () => {
  const said = [
    line('LOG:  interrupted while in recovery'),
    line(`HINT:  This probably means that some data is corrupted.`),
    line(`ERROR:  ${'x'.repeat(400)}`),
    line('STATEMENT:  SELECT 1\n\tFROM t'),
    line(`FATAL:  ${'y'.repeat(140)}`),
  ];
  expect(lastMessages(said.join(''))).toBe(
    `…\nERROR:  ${'x'.repeat(400)}\nSTATEMENT:  SELECT 1\n\tFROM t\nFATAL:  ${'y'.repeat(140)}`,
  );
  expect(
    lastMessages(said.slice(0, 3).join('')).startsWith('LOG:  interrupted while in recovery\nHINT: '),
  ).toBe(true);
  expect(lastMessages(said.slice(0, 4).join('')).startsWith('LOG:')).toBe(true);
});
