import { expect, test } from 'vitest';
import { banner, callableUrl, howToClose } from '../../src/process/start.js';

test('the banner says where the service, its data and its documentation are, where an agent connects, and what to try', () => {
  const facts = { url: 'http://127.0.0.1:3000', dataDir: '/srv/data', keyed: false };
  expect(banner({ ...facts, open: null, inContainer: false })).toBe(
    [
      '',
      'Tasklatch listens on http://127.0.0.1:3000',
      '',
      '  Data   /srv/data (this mode is for one machine; set DATABASE_URL for a server of your own)',
      '  Docs   http://127.0.0.1:3000/docs',
      '  MCP    http://127.0.0.1:3000/v1/lists/home/mcp (any name is a list; docs/agents.md has more)',
      `  Try    curl -s http://127.0.0.1:3000/v1/lists/home/tasks -H 'Content-Type: application/json' -d '{"subject":"Water the plants"}'`,
      '',
      '',
    ].join('\n'),
  );
});

test('the banner shows neither a database URL nor a key', () => {
  const facts = { url: 'http://127.0.0.1:3000', dataDir: null, keyed: true };
  const text = banner({ ...facts, open: null, inContainer: false });
  expect(text).toContain('  Data   in the Postgres of DATABASE_URL\n');
  expect(text).toContain(` -H 'Authorization: Bearer YOUR_KEY'`);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://127.0.0.1:80'],
  ['::1', 'http://[::1]:80'],
  ['10.0.0.7', 'http://10.0.0.7:80'],
])('a service on %s is called at %s', (address, url) => {
  expect(callableUrl({ address, port: 80 })).toBe(url);
});

test('F53: an open service says so before anything else, with the way to close it that fits where it runs', () => {
  const facts = { url: 'http://127.0.0.1:3000', dataDir: null, keyed: false };
  const inContainer = howToClose({ port: 3000, inContainer: true });
  expect(inContainer).toBe(
    'Whoever reaches this address may read and change every list. To close it, set API_KEYS=name:a-long-secret-key, or publish the port to this machine only (-p 127.0.0.1:3000:3000).',
  );
  expect(howToClose({ port: 80, inContainer: false })).toMatch(
    /set API_KEYS=\S+, or set HOST=127\.0\.0\.1\.$/,
  );
  const lines = banner({ ...facts, open: inContainer, inContainer: true }).split('\n');
  expect(lines.slice(1, 6)).toEqual([
    'Tasklatch listens on http://127.0.0.1:3000',
    '',
    `  OPEN   ${inContainer}`,
    '',
    '  Place  inside a container; from outside, call the port that it is published at',
  ]);
});
