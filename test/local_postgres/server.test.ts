import { expect, test } from 'vitest';
import { lastLines } from '../../src/local_postgres/server.js';

test('what the server said last is whole lines without their times, of bounded length', () => {
  const line = (text: string) => `2026-11-30 09:00:00.123 UTC [4711] ${text}\n`;

  expect(lastLines(line('LOG:  one') + line('FATAL:  two'))).toBe('LOG:  one\nFATAL:  two');
  expect(lastLines(line('a'.repeat(300)) + line('b'.repeat(300)) + line('c'.repeat(100)))).toBe(
    `${'b'.repeat(300)}\n${'c'.repeat(100)}`,
  );
  expect(lastLines(line('a') + line(`FATAL: ${'b'.repeat(1_000)}`))).toBe(`FATAL: ${'b'.repeat(593)}`);
});
