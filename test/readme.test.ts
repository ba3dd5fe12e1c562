import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { ServiceProcess } from './support/service_process.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

let database: TestDatabase;
let service: ServiceProcess;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  service = new ServiceProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });
  url = await service.listens();
});

afterAll(async () => {
  await service?.kill();
  await database?.drop();
});

/** Each command block of the README that is followed by a block of what it prints. */
function conversations(): { commands: string; output: string }[] {
  const pairs = README.matchAll(/```sh\n([^`]*)```\n\n```text\n([\s\S]*?)```/g);
  return [...pairs].map(([, commands = '', output = '']) => ({ commands, output }));
}

test('every command of the README prints what stands below it', async () => {
  expect(conversations()).toHaveLength(5);
  for (const { commands, output } of conversations()) {
    const here = commands.replaceAll('http://127.0.0.1:3000', url);
    const { stdout } = await run('sh', ['-c', here], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, TASKLATCH_LIST: `${url}/v1/lists/agent-demo` },
    });
    expect(stdout).toBe(output);
  }
});

test('every file that the README links to is there', () => {
  const links = [...README.matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links.filter((target) => !target.startsWith('http'))) {
    expect(() => readFileSync(new URL(`../${link}`, import.meta.url)), link).not.toThrow();
  }
});
