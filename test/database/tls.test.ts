import { appendFile, chmod, chown, copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { connectWithin } from '../../src/database/migrations.js';
import { layoutOf } from '../../src/local_postgres/data_folder.js';
import type { EmbeddedPostgres } from '../../src/local_postgres/embedded.js';
import { type Authority, type KeyPair, makeAuthority } from '../support/certificates.js';
import { makeThrowaway, type Throwaway } from '../support/throwaway.js';

let folder: string;
let authority: Authority;
let throwaway: Throwaway;
let server: EmbeddedPostgres;
const warnings: string[] = [];
const noteWarning = ({ message }: Error) => void warnings.push(message);

beforeAll(async () => {
  process.on('warning', noteWarning);
  folder = await mkdtemp(join(tmpdir(), 'tasklatch-tls-'));
  authority = makeAuthority(folder, 'authority');
  throwaway = await makeThrowaway('tls');
  server = await throwaway.start();
  const { cluster } = layoutOf(throwaway.dataDir);
  await install(authority.certificate, 'authority.crt');
  const settings =
    "ssl_cert_file = 'server.crt'\nssl_key_file = 'server.key'\nssl_ca_file = 'authority.crt'\n";
  await appendFile(join(cluster, 'postgresql.conf'), settings);
  await serveWith(authority.sign('good', 'DNS:localhost,IP:127.0.0.1'));
});

afterEach(() => {
  expect(warnings.splice(0)).toEqual([]);
});

afterAll(async () => {
  process.off('warning', noteWarning);
  await server.stop();
  await throwaway.remove();
  await rm(folder, { recursive: true });
});

/** Postgres reads a key only where it is its own and nobody else's. */
async function install(from: string, name: string): Promise<void> {
  const { cluster } = layoutOf(throwaway.dataDir);
  const { uid, gid } = await stat(cluster);
  const path = join(cluster, name);
  await copyFile(from, path);
  await chmod(path, 0o600);
  await chown(path, uid, gid);
}

async function serveWith(pair: KeyPair | null, hba?: string): Promise<void> {
  await server.stop();
  const { cluster } = layoutOf(throwaway.dataDir);
  await appendFile(join(cluster, 'postgresql.conf'), `ssl = ${pair === null ? 'off' : 'on'}\n`);
  if (pair !== null) {
    await install(pair.certificate, 'server.crt');
    await install(pair.key, 'server.key');
  }
  if (hba !== undefined) await writeFile(join(cluster, 'pg_hba.conf'), hba);
  server = await throwaway.start();
}

/** Connects as a start does, with what the configuration makes of the address: 'ok', or the sentence. */
async function start(query: string, host = '127.0.0.1'): Promise<string> {
  const url = new URL(server.url);
  const address = `postgres://${url.username}:${url.password}@${host}:${url.port}/postgres${query}`;
  const { databaseUrl } = readConfig({ DATABASE_URL: address });
  try {
    const client = await connectWithin(databaseUrl ?? '', 0, () => undefined);
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    await client.end();
    return rows[0].ssl ? 'encrypted' : 'plain';
  } catch (error) {
    const { message } = error as Error;
    expect(message).not.toContain('\n');
    expect(message).not.toContain(url.password);
    return message.replace(/^Cannot connect to the Postgres at \S+: /, '');
  }
}

const STRICT = ['prefer', 'require', 'verify-ca', 'verify-full'];

describe('a Postgres with a certificate of a private authority', () => {
  it.each(STRICT)('F15: sslmode=%s is refused in one sentence with the way out', async (mode) => {
    expect(await start(`?sslmode=${mode}`)).toMatch(
      /^its certificate is signed by no authority that this machine or sslrootcert names \(.+\); name its authority in DATABASE_URL \(\?sslmode=verify-full&sslrootcert=\/path\/ca\.crt\), or encrypt without checking who answers \(\?sslmode=no-verify\)$/,
    );
  });

  it('F15: both ways out of the sentence lead to an encrypted connection', async () => {
    for (const mode of STRICT) {
      expect(await start(`?sslmode=${mode}&sslrootcert=${authority.certificate}`)).toBe('encrypted');
    }
    expect(await start('?sslmode=no-verify')).toBe('encrypted');
    expect(await start('?uselibpqcompat=true&sslmode=require')).toBe('encrypted');
    expect(await start('?sslmode=disable')).toBe('plain');
  });

  it('F15: an authority that is another one is refused like none', async () => {
    const other = makeAuthority(folder, 'other');
    expect(await start(`?sslmode=verify-full&sslrootcert=${other.certificate}`)).toContain(
      'signed by no authority that this machine or sslrootcert names',
    );
  });

  it('F15: a file of sslrootcert that is not there, or none, is named', async () => {
    expect(await start('?sslmode=verify-full&sslrootcert=/nowhere/ca.crt')).toBe(
      "a file that DATABASE_URL names for TLS cannot be read (ENOENT: no such file or directory, open '/nowhere/ca.crt')",
    );
    expect(await start(`?sslmode=verify-full&sslrootcert=${folder}`)).toMatch(
      /^a file that DATABASE_URL names for TLS cannot be read \(EISDIR/,
    );
    const empty = join(folder, 'no.pem');
    await writeFile(empty, 'no certificate');
    expect(await start(`?sslmode=verify-full&sslcert=${empty}&sslkey=${empty}`)).toMatch(
      /^a file that DATABASE_URL names for TLS cannot be used \(.+\): sslrootcert, sslcert and sslkey are PEM$/,
    );
  });
});

it('F15: a certificate for another name is refused with the name that it has', async () => {
  await serveWith(authority.sign('db.internal', 'DNS:db.internal'));
  const trusted = `sslrootcert=${authority.certificate}`;
  for (const host of ['127.0.0.1', 'localhost']) {
    expect(await start(`?sslmode=verify-full&${trusted}`, host)).toMatch(
      /^its certificate is for another name \(.*\); use that name in DATABASE_URL, or check its authority alone \(\?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=\/path\/ca\.crt\)$/,
    );
  }
  expect(await start(`?uselibpqcompat=true&sslmode=verify-ca&${trusted}`)).toBe('encrypted');
});

it('F15: a certificate that has expired is refused as such', async () => {
  await serveWith(authority.sign('late', 'IP:127.0.0.1', ['-days', '-1']));
  const sentence =
    'its certificate, or that of its authority, has expired; renew it, or connect without a check (?sslmode=no-verify)';
  expect(await start(`?sslmode=require&sslrootcert=${authority.certificate}`)).toBe(sentence);
  expect(await start('?sslmode=no-verify')).toBe('encrypted');
});

it('F15: a server that asks for a client certificate is served with one, and named where there is none', async () => {
  const asking = 'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n';
  await serveWith(authority.sign('strict', 'IP:127.0.0.1'), asking);
  const query = `?sslmode=verify-full&sslrootcert=${authority.certificate}`;
  expect(await start(query)).toMatch(
    /requires a valid client certificate; name one in DATABASE_URL \(sslcert=\/path\/client\.crt&sslkey=\/path\/client\.key\)$/,
  );
  const client = authority.sign('tasklatch', 'DNS:client');
  expect(await start(`${query}&sslcert=${client.certificate}&sslkey=${client.key}`)).toBe('encrypted');
  expect(await start(`${query}&sslcert=${client.certificate}&sslkey=${authority.key}`)).toMatch(
    /^a file that DATABASE_URL names for TLS cannot be used \(.*key values mismatch/,
  );
  expect(await start('?sslmode=disable')).toMatch(
    /no encryption; if it takes TLS only, add \?sslmode=verify-full to DATABASE_URL$/,
  );
});

it('F15: a server without TLS says so', async () => {
  await serveWith(null, 'host all all 127.0.0.1/32 scram-sha-256\n');
  for (const mode of [...STRICT, 'no-verify']) {
    expect(await start(`?sslmode=${mode}`)).toBe(
      'it does not speak TLS, which sslmode of DATABASE_URL or PGSSLMODE asks for; without TLS it is sslmode=disable',
    );
  }
  expect(await start('')).toBe('plain');
});
