import { setTimeout as sleep } from 'node:timers/promises';
import { asAdmin } from '../support/admin.js';
import type { TcpProxy } from '../support/tcp_proxy.js';

/** What can be harmed while the clients call. */
export interface Victims {
  readonly adminUrl: string;
  /** Between each service and Postgres. */
  readonly proxies: readonly TcpProxy[];
  /** Kills a service with SIGKILL and starts it again at its address. */
  restart(index: number): Promise<void>;
}

const chance = (max: number): number => Math.floor(Math.random() * max);

const HARMS: Readonly<Record<string, (victims: Victims) => Promise<void>>> = {
  async killed(victims) {
    await victims.restart(chance(victims.proxies.length));
  },
  async terminated({ adminUrl }) {
    await asAdmin(adminUrl, async (client) => {
      for (let round = 0; round < 5; round += 1) {
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'tasklatch' AND random() < 0.5`,
        );
        await sleep(chance(100));
      }
    });
  },
  async swallowed({ proxies }) {
    const proxy = proxies[chance(proxies.length)];
    proxy?.swallowAnswersFrom(chance(2) === 0 ? 'append_' : '');
    await sleep(chance(3_000));
    proxy?.pass();
    proxy?.cut();
  },
  async stalled({ adminUrl }) {
    await asAdmin(adminUrl, async (client) => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'ghost'`);
      await client.query('SELECT pg_reload_conf()');
      await sleep(chance(12_000));
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = ''`);
      await client.query('SELECT pg_reload_conf()');
    });
  },
  async locked({ adminUrl }) {
    const table = ['audit_log', 'tasks', 'lists', 'idempotency_keys'][chance(4)];
    await asAdmin(adminUrl, async (client) => {
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      await sleep(chance(5_000));
      await client.query('ROLLBACK');
    });
  },
};

/** One harm after the other until it is over; says how often each was done. */
export async function wreak(victims: Victims, isOver: () => boolean): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const names = Object.keys(HARMS);
  while (!isOver()) {
    const name = names[chance(names.length)] ?? '';
    await HARMS[name]?.(victims).catch((error: unknown) => {
      counts[`${name} failed: ${String(error)}`] = 1;
    });
    counts[name] = (counts[name] ?? 0) + 1;
    await sleep(500 + chance(1_500));
  }
  return counts;
}
