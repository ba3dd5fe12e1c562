import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Engine } from '../../../src/database/database.js';
import { connectEngine } from '../../../src/database/engine.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { appends, distinct, namesInSources, reads, type Sample } from './every_statement.js';
import { type FilledList, fill } from './filled_lists.js';

/** Of the server's settings: a plan that costs more is compiled where the server can and the session lets it. */
const JIT_ABOVE_COST = 100_000;
/** The largest page, and the task that shows that there is another one. */
const PAGE_MAX_ROWS = 201;

const WORLDS: Readonly<Record<string, readonly FilledList[]>> = {
  'one large list': [{ list: 'large', size: 30_000 }],
  'one hot blocker of 30,000 tasks': [{ list: 'hub', size: 30_000, isHub: true }],
  'many lists': Array.from({ length: 300 }, (_, index) => ({ list: `small-${index}`, size: 20 })),
  'a few tasks': [{ list: 'small', size: 5 }],
};

/** Named in the sources, and not planned by key: they read every list, or plan nothing. */
const READ_EVERYTHING = ['verify_edges', 'verify_head', 'verify_keys', 'verify_snapshot', 'verify_tasks'];
/** By the key of a list alone, or from the catalogs. */
const BY_THEIR_TEXT = ['ensure_head', 'hold_head', 'readiness'];
/** A longer name would be cut by Postgres. */
const NAME_MAX_BYTES = 63;

const TABLES = ['lists', 'tasks', 'dependencies', 'audit_log', 'idempotency_keys'];

interface Node {
  readonly 'Node Type': string;
  readonly 'Total Cost': number;
  readonly 'Plan Rows': number;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** What the scan looks up: a bitmap is made by a scan of its own below. */
function conditionOf(node: Node): string {
  return (
    node['Index Cond'] ??
    (node['Node Type'] === 'Bitmap Heap Scan' ? (node.Plans ?? []).map(conditionOf).join() : '')
  );
}

function literal(value: unknown): string {
  if (value === null) return 'NULL';
  const text = Array.isArray(value) ? `{${value.join(',')}}` : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}

/** The plan that the sessions of the engine make of a statement. */
async function planOf(database: Database, { statement, parameters }: Sample): Promise<Node> {
  const run = <Row>(text: string) => database.query<Row>({ name: '', text, lane: 'slow' }, []);
  await run(`PREPARE sample AS ${statement.text}`);
  const given = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : '';
  const [row] = await run<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (FORMAT JSON) EXECUTE sample${given}`);
  await run('DEALLOCATE sample');
  if (!row) throw new Error('EXPLAIN answers a row.');
  return row['QUERY PLAN'][0].Plan;
}

/** Without the sections of a composed statement, and without its log. */
const withoutForm = (name: string) => name.replace(/@.*/, '').replace(/^(page|load|append)_.*/, '$1_*');

it('F27: every statement that the sources of the store name is one whose plan is looked at, or one that reads everything', async () => {
  const samples = [...(await reads('list', 50)), ...(await appends('list'))];
  expect(samples.filter(({ statement }) => Buffer.byteLength(statement.name) > NAME_MAX_BYTES)).toEqual([]);
  const looked = new Set(samples.map(({ statement }) => withoutForm(statement.name)));
  expect(namesInSources()).toEqual([...looked, ...BY_THEIR_TEXT, ...READ_EVERYTHING].sort());
});

describe.each(Object.entries(WORLDS))('in a database of %s', (_name, lists) => {
  let database: TestDatabase;
  let engines: Engine[];
  let samples: Sample[];
  const [{ list } = { list: '' }] = lists;

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await fill(client, lists);
    await client.end();
    // The second is what a transaction pooler lets through: no options, and a plan for each call.
    engines = [3_000, 0].map((statementTimeoutMs) =>
      connectEngine({ url: database.url, connections: 5, statementTimeoutMs, onError: () => {} }),
    );
    samples = distinct([...(await reads(list, 50)), ...(await appends(list))]);
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    await database.drop();
  });

  async function plans(engine: Engine): Promise<[name: string, plan: Node][]> {
    const found: [string, Node][] = [];
    await engine.hold(async (held) => {
      for (const sample of samples) found.push([sample.statement.name, await planOf(held, sample)]);
      return false;
    });
    return found;
  }

  async function vacuum(): Promise<void> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('VACUUM (ANALYZE)'); // as autovacuum does
    await client.end();
  }

  it.each(['before it was vacuumed and analyzed', 'afterwards'])(
    'F27: %s every row is found by an index that begins with its list, no page is priced for more tasks than it can have, and no plan is worth compiling',
    async (when) => {
      if (when === 'afterwards') await vacuum();
      const [planned, pooled] = await Promise.all(engines.map(plans));
      const found = [...(planned ?? []), ...(pooled ?? [])];
      // Behind a pooler a plan that knows its limit is as dear as the 30,000 ids that it may have to bring.
      const priced = lists[0]?.isHub ? (planned ?? []) : found;
      expect(
        priced
          .filter(([, plan]) => plan['Total Cost'] >= JIT_ABOVE_COST)
          .map(([name, plan]) => [name, plan['Total Cost']]),
      ).toEqual([]);
      const limits = found.flatMap(([name, plan]) =>
        nodesOf(plan).flatMap((node) =>
          node['Node Type'] === 'Limit' && name.startsWith('page_') ? [node['Plan Rows']] : [],
        ),
      );
      expect(Math.max(...limits)).toBeLessThanOrEqual(PAGE_MAX_ROWS);
      const scans = (planned ?? []).flatMap(([name, plan]) =>
        nodesOf(plan)
          .filter((node) => /Scan/.test(node['Node Type']) && TABLES.includes(node['Relation Name'] ?? ''))
          .map((node) => ({ name, type: node['Node Type'], condition: conditionOf(node) })),
      );
      expect(scans.length).toBeGreaterThan(samples.length);
      const astray = scans.filter(({ name, type, condition }) => {
        if (name.startsWith('sweep_keys'))
          return !(type === 'Tid Scan' || condition.includes('expires_at <'));
        return !/\blist (=|>)/.test(condition);
      });
      expect(astray).toEqual([]);
    },
  );
});
