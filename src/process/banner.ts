import { callableHost } from '../config/listen_address.js';

/** What a person needs to know once the service listens. */
export interface BannerFacts {
  /** Where it listens, such as http://127.0.0.1:3000; an address that this machine can call. */
  readonly url: string;
  /** Folder of its own Postgres; null with a server of the operator's. */
  readonly dataDir: string | null;
  /** Whether calls need a key. */
  readonly keyed: boolean;
  /** How to close a service that whoever reaches it may change; null where it is closed. */
  readonly open: string | null;
  /** Whether the address is one inside a container. */
  readonly inContainer: boolean;
}

/** A few lines for a terminal: where the service is, its data, where an agent connects, and what to try. */
export function banner({ url, dataDir, keyed, open, inContainer }: BannerFacts): string {
  const data =
    dataDir === null
      ? 'Data   in the Postgres of DATABASE_URL'
      : `Data   ${dataDir} (this mode is for one machine; set DATABASE_URL for a server of your own)`;
  const key = keyed ? ` -H 'Authorization: Bearer YOUR_KEY'` : '';
  return [
    '',
    `Tasklatch listens on ${url}`,
    '',
    ...(open === null ? [] : [`  OPEN   ${open}`, '']),
    ...(inContainer
      ? ['  Place  inside a container; from outside, call the port that it is published at']
      : []),
    `  ${data}`,
    `  Docs   ${url}/docs`,
    `  MCP    ${url}/v1/lists/home/mcp (any name is a list; docs/agents.md has more)`,
    `  Try    curl -s ${url}/v1/lists/home/tasks -H 'Content-Type: application/json'${key} -d '{"subject":"Water the plants"}'`,
    '',
    '',
  ].join('\n');
}

/** How to close a service without keys on an address that others reach. */
export function howToClose({ port, inContainer }: { port: number; inContainer: boolean }): string {
  const local = inContainer
    ? `publish the port to this machine only (-p 127.0.0.1:${port}:${port})`
    : 'set HOST=127.0.0.1';
  return `Whoever reaches this address may read and change every list. To close it, set API_KEYS=name:a-long-secret-key, or ${local}.`;
}

/** The URL at which this machine reaches a listener: a wildcard address is not one that can be called. */
export function callableUrl(address: { readonly address: string; readonly port: number }): string {
  const host = callableHost(address.address);
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
