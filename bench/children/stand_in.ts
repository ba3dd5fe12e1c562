import pg from 'pg';
import { createStatement, updateStatement } from '../baseline_sql.js';
import type { StandInJob } from '../jobs.js';
import { listName, slotOf } from '../lists.js';
import { loopFor } from '../loop.js';
import { serveJobs } from './serve.js';

const STATEMENTS = {
  create: { name: 'create', text: createStatement('$1::text') },
  update: { name: 'update', text: updateStatement('$1::text', '$2::int') },
};

/**
 * What pgbench does, where there is none: each client sends its prepared statement over and over on a
 * connection.
 */
serveJobs<StandInJob, number>(async ({ url, operation, lists, clients, durationMs }) => {
  const connections = Array.from({ length: clients }, () => new pg.Client({ connectionString: url }));
  await Promise.all(connections.map((connection) => connection.connect()));
  const { callsPerSecond } = await loopFor(durationMs, clients, async (client, step) => {
    const { index, number } = slotOf(lists, client, clients, step);
    const values = [listName(lists, index), number].slice(0, operation === 'create' ? 1 : 2);
    await connections[client]?.query({ ...STATEMENTS[operation], values });
  });
  await Promise.all(connections.map((connection) => connection.end()));
  return callsPerSecond;
});
