import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogOutput } from '../../src/process/log_output.js';

let folder: string;
let file: string;
let descriptors: number[];
let losses: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tasklatch-log-'));
  file = join(folder, 'log');
  descriptors = [];
  losses = [];
});

afterEach(async () => {
  for (const descriptor of descriptors) closeSync(descriptor);
  await rm(folder, { recursive: true });
});

function outputTo(path: string): LogOutput {
  const fileDescriptor = openSync(path, 'a');
  descriptors.push(fileDescriptor);
  return new LogOutput({ fileDescriptor, onLoss: (reason) => losses.push(reason) });
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

test('lines arrive in order, those that waited at the end included', async () => {
  const output = outputTo(file);
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index} ü\n`);
  for (const line of lines) output.write(line);
  await until(async () => (await readFile(file, 'utf8')).length === lines.join('').length);
  output.write('last\n');
  output.write('of all\n');
  await until(async () => (await readFile(file, 'utf8')).endsWith('of all\n'));
  expect(await readFile(file, 'utf8')).toBe(`${lines.join('')}last\nof all\n`);
  expect(losses).toEqual([]);
});

test('a line is out once its end was waited for, and one that is flushed in the turn it was said', async () => {
  const output = outputTo(file);
  await output.drained();
  for (let round = 1; round <= 50; round += 1) {
    output.write(`waited for ${round}\n`);
    await output.drained();
    output.write(`flushed ${round}\n`);
    output.flushSync();
    expect(await readFile(file, 'utf8')).toMatch(new RegExp(`waited for ${round}\nflushed ${round}\n$`));
  }
});

test.runIf(process.platform === 'linux')(
  'what a full disk loses is told once, and a flush ends',
  async () => {
    const output = outputTo('/dev/full');
    for (let line = 0; line < 10; line += 1) {
      output.write('{}\n');
      output.write('{}\n');
      output.flushSync();
    }
    await until(() => losses.length > 0);
    expect(losses).toEqual([expect.stringContaining('ENOSPC')]);
  },
);

test('lines beyond what may wait are lost, and those before it arrive', async () => {
  const output = outputTo(file);
  const line = `${'x'.repeat(1024 * 1024)}\n`;
  for (let count = 0; count < 10; count += 1) output.write(line);
  expect(losses).toEqual(['their reader has stopped']);
  await until(async () => (await readFile(file, 'utf8')).length === 3 * line.length);
});
