import { expect, test } from 'vitest';
import { banner, callableUrl } from '../src/banner.js';

test('the banner says where the service, its data and its documentation are, where an agent connects, and what to try', () => {
  expect(banner({ url: 'http://127.0.0.1:3000', dataDir: '/srv/data', keyed: false })).toBe(
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
  const text = banner({ url: 'http://127.0.0.1:3000', dataDir: null, keyed: true });
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
