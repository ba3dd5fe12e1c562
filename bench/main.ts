import { openBaseline } from './baseline.js';
import { ensureBuilt } from './build.js';
import { Child } from './child.js';
import { Cleanup } from './cleanup.js';
import { openDatabases } from './databases.js';
import type { FileJob, FileResult, LoadJob, LoadResult } from './jobs.js';
import { describeMachine, describeOtherWork } from './machine.js';
import { FULL_PACE, MCP_PACE, OPERATIONS, type Pace, QUICK_PACE } from './plan.js';
import { type Bench, Rounds } from './rounds.js';
import { Samples } from './samples.js';
import { type BenchServer, serversOf } from './servers.js';
import { LOG_LEVEL, startService } from './service.js';
import { tableOf } from './table.js';
import { type Facts, targetLines } from './targets.js';
import { countLost, countStored, requireTruth } from './truth.js';

const USAGE = `Usage: npm run bench [-- --quick | --mcp]

Measures the service beside pgbench, an empty Fastify route and a JSON file, in calls per second. Starts everything by
itself, on 127.0.0.1: on the embedded Postgres, and then on the newest that Debian's packages installed, if there is one.
--quick takes each measurement once, for less time: for a look, not for a comparison.
--mcp measures a get at the MCP door beside the one of the resource route, and nothing else.

Variables of the environment: BENCH_DATABASE_URL, a Postgres where databases may be made and dropped, to measure on that
one alone; PGBENCH, the path of pgbench.
`;
const PACES: Readonly<Record<string, Pace>> = { '': FULL_PACE, '--quick': QUICK_PACE, '--mcp': MCP_PACE };
const SIGINT_EXIT_CODE = 130;

async function main(): Promise<void> {
  const [option] = process.argv.slice(2);
  const pace = PACES[option ?? ''];
  if (!pace) {
    process.stdout.write(USAGE);
    process.exitCode = option === '--help' ? 0 : 1;
    return;
  }
  const busy = describeOtherWork();
  if (busy) tell(busy);
  await ensureBuilt();
  for (const server of await serversOf(process.env.BENCH_DATABASE_URL)) {
    if (!(await measureOn(server, pace))) return;
  }
}

/** Whether it came to an end; whatever it started is stopped. */
async function measureOn(server: BenchServer, pace: Pace): Promise<boolean> {
  const cleanup = new Cleanup();
  const leave = () => void cleanup.run().then(() => process.exit(SIGINT_EXIT_CODE));
  process.on('SIGINT', leave).on('SIGTERM', leave);
  try {
    await run(server, pace, cleanup);
    return true;
  } catch (error) {
    if (cleanup.begun) return false; // it fails because everything is being stopped
    console.error(error);
    process.exitCode = 1;
    return false;
  } finally {
    await cleanup.run();
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

async function run(server: BenchServer, pace: Pace, cleanup: Cleanup): Promise<void> {
  tell(`On ${server.name}: seeding two databases …`);
  const databases = await openDatabases(await server.open(cleanup), cleanup);
  const service = await startService(databases.service.url);
  cleanup.add(() => service.stop());
  const bench = {
    pace,
    databases,
    servicePort: service.port,
    ...(await openOthers(databases.baseline.url, cleanup)),
  };

  const samples = new Samples();
  const acknowledged = await countStored(databases.service);
  const rounds = new Rounds(bench, samples, acknowledged);
  await rounds.warmUp();
  for (let round = 1; round <= pace.rounds; round += 1) {
    tell(`Round ${round} of ${pace.rounds} …`);
    await rounds.measure();
  }
  const residentBytes = await service.residentBytes();
  tell('Rebuilding every list from its audit log …');
  await requireTruth(databases.service);
  const lost = countLost(await countStored(databases.service), acknowledged);
  report(bench, samples, { residentBytes, lost });
}

/** What the service is compared with, and the client that calls both. */
async function openOthers(baselineUrl: string, cleanup: Cleanup) {
  const load = open(new Child<LoadJob, LoadResult>('load'), cleanup);
  const file = open(new Child<FileJob, FileResult>('json_file'), cleanup);
  const emptyRoute = open(new Child<object, number>('empty_route'), cleanup);
  const command = process.env.PGBENCH ?? 'pgbench';
  const baseline = await openBaseline(command, baselineUrl, cleanup);
  return { load, file, baseline, emptyRoutePort: await emptyRoute.run({}) };
}

function open<Job extends object, Result>(child: Child<Job, Result>, cleanup: Cleanup): Child<Job, Result> {
  cleanup.add(() => child.stop());
  return child;
}

function report({ pace, databases, baseline }: Bench, samples: Samples, facts: Facts): void {
  const lines = [
    '',
    `${describeMachine(databases.serverVersion)}. Calls per second, the median of ${pace.rounds} round(s); LOG_LEVEL=${LOG_LEVEL}.`,
    '',
    tableOf(samples, pace, baseline.name),
    '',
    ...(pace.operations === OPERATIONS ? targetLines(samples, pace, facts, baseline.name) : []),
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

/** Progress goes to the standard error, so that the standard output is the result alone. */
function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

await main();
