import { startEmbeddedPostgres } from '../../src/local_postgres/embedded.js';

/**
 * A service reduced to its embedded Postgres, for tests that kill it: starts one on the folder that its
 * argument names, prints one line of JSON (`{url, pid}`, or `{refused}`), and stays until it is killed.
 */
const [, , dataDir = ''] = process.argv;
try {
  const options = { dataDir, log: () => undefined, environment: process.env };
  const { url, pid } = await startEmbeddedPostgres(options);
  process.stdout.write(`${JSON.stringify({ url, pid })}\n`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stdout.write(
    `${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`,
  );
}
