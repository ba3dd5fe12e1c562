import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { helpText } from '../src/config/variables.js';
import type { Engine, Statement } from '../src/database/database.js';
import { connectEngine } from '../src/database/engine.js';
import { createTestDatabase } from './support/database.js';
import { startPickyPooler } from './support/picky_pooler.js';
import { ServiceProcess } from './support/service_process.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let engine: Engine;
const processes: ServiceProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  // The server's own timeouts, which let a test hold a list for as long as it needs.
  engine = connectEngine({ url: database.url, connections: 5, statementTimeoutMs: 0, onError: () => {} });
});

afterEach(async () => {
  for (const service of processes.splice(0)) await service.kill();
});

afterAll(async () => {
  await engine.close();
  await database.drop();
});

function run(...parameters: ConstructorParameters<typeof ServiceProcess>): ServiceProcess {
  const service = new ServiceProcess(...parameters);
  processes.push(service);
  return service;
}

function onDatabase(environment: Record<string, string> = {}): ServiceProcess {
  return run({ DATABASE_URL: database.url, ...environment });
}

function create(url: string, list: string, subject: string): Promise<Response> {
  return fetch(`${url}/v1/lists/${list}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subject }),
  });
}

test('the command that the banner shows creates a task when it is copied', async () => {
  const service = onDatabase();
  const url = await service.listens();
  const [, command = ''] = await service.says(/Try +(curl .*)\n/);
  // The shell takes the line apart, and a function in place of curl shows what it would get.
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    encoding: 'utf8',
  });
  const [silent, target = '', h, header, d, body = ''] = words.split('\n');
  expect([silent, target, h, header, d]).toEqual([
    '-s',
    `${url}/v1/lists/home/tasks`,
    '-H',
    'Content-Type: application/json',
    '-d',
  ]);
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(201);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/docs`)).status).toBe(200);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('process_cpu_seconds_total');
  expect(service.stdout + service.stderr).not.toContain(new URL(database.url).password || 'no password');
});

test('every line on the standard output is JSON, so that a collector can read it', async () => {
  const service = onDatabase();
  const url = await service.listens();
  await create(url, 'lines', 'Write a line');
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
  const lines = service.stdout.trimEnd().split('\n');
  const messages = lines.map((line) => JSON.parse(line).msg);
  expect(messages).toContain('request');
  expect(messages.at(-1)).toBe('closed');
});

test('SIGTERM under load: every call that was stored was answered, and the exit is 0', async () => {
  const service = onDatabase({ LOG_LEVEL: 'error' });
  const url = await service.listens();
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const callers = Array.from({ length: 8 }, async () => {
    for (;;) {
      const answer = await create(url, 'load', 'Carry on').catch(() => null);
      if (answer === null) return; // the connection was refused or closed before the call was taken
      statuses.add(answer.status);
      const { task } = (await answer.json()) as { task?: { id: string } }; // a problem has no task
      if (task) acknowledged.push(task.id);
    }
  });
  while (acknowledged.length < 200) await sleep(5);
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
  await Promise.all(callers);
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  const stored = await engine.query<{ number: number }>(TASKS, ['load']);
  expect(new Set(stored.map(({ number }) => String(number)))).toEqual(new Set(acknowledged));
});

test('SIGTERM lets a call finish that waits for the database, with an idle connection open', async () => {
  const service = onDatabase();
  const url = await service.listens();
  expect((await create(url, 'held', 'Be first')).status).toBe(201);
  let answer: Promise<Response> | undefined;
  await engine.hold(async (held) => {
    await held.query(HOLD_LIST, ['held']);
    answer = create(url, 'held', 'Wait');
    while ((await engine.query(WAITING, [])).length === 0) await sleep(5);
    await (await fetch(`${url}/livez`)).text(); // on a second connection, which stays open
    service.signal('SIGTERM');
    await service.says(/SIGTERM: closing/);
    return true;
  });
  expect((await answer)?.status).toBe(201);
  expect(await service.ended).toBe(0);
});

test('a second signal ends it at once', async () => {
  const service = onDatabase();
  const url = await service.listens();
  expect((await create(url, 'stuck', 'Be first')).status).toBe(201);
  await engine.hold(async (held) => {
    await held.query(HOLD_LIST, ['stuck']);
    const lost = create(url, 'stuck', 'Never mind').catch(() => null);
    while ((await engine.query(WAITING, [])).length === 0) await sleep(5);
    service.signal('SIGINT');
    service.signal('SIGINT'); // what npm passes on of one Ctrl-C
    await service.says(/SIGINT: closing/);
    await sleep(600);
    service.signal('SIGTERM');
    expect(await service.ended).toBe(1);
    expect(await lost).toBe(null);
    return true;
  });
  expect(service.stdout).toContain('second SIGTERM: ending at once');
});

test('an error that nobody caught is logged, and the service closes with exit 1', async () => {
  const fault = 'data:text/javascript,process.on("SIGWINCH",()=>{throw new Error("boom")})';
  const service = run({ DATABASE_URL: database.url }, [], [fault]);
  await service.listens();
  service.signal('SIGWINCH');
  expect(await service.ended).toBe(1);
  const lines = service.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.find(({ level }) => level === 'fatal')).toMatchObject({ err: { message: 'boom' } });
  expect(lines.at(-1)).toMatchObject({ msg: 'closed' });
});

test.runIf(process.platform === 'linux')(
  'with its log on a full disk it serves, says once that lines are lost, and closes with exit 0',
  async () => {
    const full = await open('/dev/full', 'w');
    const service = run({ DATABASE_URL: database.url, LOG_LEVEL: 'trace' }, [], [], full.fd);
    const url = await service.listens();
    for (let call = 0; call < 20; call += 1) {
      expect((await create(url, 'full', 'Carry on')).status).toBe(201);
    }
    service.signal('SIGTERM');
    expect(await service.ended).toBe(0);
    await full.close();
    expect(service.stderr.match(/^tasklatch: Lines of the log are lost: .*ENOSPC.*$/gm)).toHaveLength(1);
  },
);

test.runIf(process.platform === 'linux')(
  'with its log on a full disk an error that nobody caught ends it with exit 1',
  async () => {
    const full = await open('/dev/full', 'w');
    const fault = 'data:text/javascript,process.on("SIGWINCH",()=>{throw new Error("boom")})';
    const service = run({ DATABASE_URL: database.url }, [], [fault], full.fd);
    await service.listens();
    service.signal('SIGWINCH');
    expect(await service.ended).toBe(1);
    await full.close();
  },
);

test('bad variables are refused on the standard error, without a stack, with exit 1', async () => {
  const service = run({ PORT: 'abc', LOG_LEVEL: 'loud' });
  expect(await service.ended).toBe(1);
  expect(service.stdout).toBe('');
  expect(service.stderr).toBe(
    [
      'tasklatch: PORT is "abc"; it must be an integer from 0 to 65535',
      'tasklatch: LOG_LEVEL is "loud"; it must be one of trace, debug, info, warn, error, fatal, silent',
      '',
    ].join('\n'),
  );
});

test('a port that is taken is refused with one sentence and exit 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const service = onDatabase({ PORT: String(port) });
  expect(await service.ended).toBe(1);
  expect(service.stderr).toBe(
    `tasklatch: Port ${port} of 127.0.0.1 is taken by another program, maybe by another tasklatch; set PORT to a free one.\n`,
  );
  other.close();
});

test('a database that is not there is refused with one sentence, exit 1 and no password', async () => {
  const service = run({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/tasks', DATABASE_WAIT_MS: '0' });
  expect(await service.ended).toBe(1);
  expect(service.stderr).toMatch(/^tasklatch: [^\n]+\n$/);
  expect(service.stderr).toContain('127.0.0.1:1');
  expect(service.stdout + service.stderr).not.toMatch(/hunter2|\n {4}at /);
});

test.each([
  [
    'a HOST that is not of this machine',
    { HOST: '192.0.2.1' },
    'HOST 192.0.2.1 is not an address that this machine',
  ],
  ['a HOST that needs an interface', { HOST: 'fe80::1' }, 'HOST fe80::1 is not an address that this machine'],
])('%s is refused with one sentence and exit 1', async (_, environment, sentence) => {
  const service = onDatabase(environment);
  expect(await service.ended).toBe(1);
  expect(service.stderr).toMatch(/^tasklatch: [^\n]+\n$/);
  expect(service.stderr).toContain(sentence);
});

test('a pooler that takes no startup parameters is refused with what to set, and served with it', async () => {
  const pooler = await startPickyPooler(database.url);
  const refused = run({ DATABASE_URL: pooler.url });
  expect(await refused.ended).toBe(1);
  expect(refused.stderr).toMatch(/^tasklatch: The Postgres [^\n]+STATEMENT_TIMEOUT_MS=0[^\n]+\n$/);
  const served = run({ DATABASE_URL: pooler.url, STATEMENT_TIMEOUT_MS: '0' });
  expect((await fetch(`${await served.listens()}/readyz`)).status).toBe(200);
  await served.kill();
  await pooler.close();
});

test('--help and -h show every variable, --version the version, and another option is refused', async () => {
  const [help, short] = [run({}, ['--help']), run({}, ['-h'])];
  const [version, other] = [run({}, ['--version']), run({}, ['--port=1'])];
  const ends = [help.ended, short.ended, version.ended, other.ended];
  expect(await Promise.all(ends)).toEqual([0, 0, 0, 1]);
  expect(help.stdout).toContain(helpText());
  expect(short.stdout).toBe(help.stdout);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(other.stderr).toBe('tasklatch: "--port=1" is not an option; --help shows what there is.\n');
});

test('with a Postgres of its own it keeps what was acknowledged when that Postgres is killed, and stops it at the end', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tasklatch-main-'));
  const service = run({ DATA_DIR: dataDir });
  const url = await service.listens();
  expect((await create(url, 'home', 'Survive')).status).toBe(201);
  const killed = await postgresPid(dataDir);
  process.kill(killed, 'SIGKILL');
  await service.says(/ended by itself/);
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(50);
  expect((await fetch(`${url}/v1/lists/home/tasks/1`)).status).toBe(200);
  expect((await create(url, 'home', 'Go on')).status).toBe(201);
  const second = await postgresPid(dataDir);
  expect(second).not.toBe(killed);
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(() => process.kill(second, 0)).toThrow('ESRCH');
  await rm(dataDir, { recursive: true });
});

async function postgresPid(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

const TASKS: Statement = {
  name: 'test_tasks',
  lane: 'slow',
  text: 'SELECT number FROM tasks WHERE list = $1::text',
};

const HOLD_LIST: Statement = {
  name: '',
  lane: 'write',
  text: 'SELECT version FROM lists WHERE list = $1::text FOR UPDATE',
};

const WAITING: Statement = {
  name: 'test_waiting',
  lane: 'quick',
  text: `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
};
