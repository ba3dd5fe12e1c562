import { expect, test } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { send, useApp } from '../http/harness.js';

const app = useApp();
const CORE = '/v1/lists/hints/mcp/core';

const ABSENT = TOOLS.filter(({ tier }) => tier !== 'core').map(({ name }) => name);

async function call(url: string, name: string, args: object) {
  const params = { name, arguments: args };
  const answer = await send(app(), 'POST', url, {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  const { result } = answer.json<{ result: { isError?: boolean; content: { text: string }[] } }>();
  return { isError: result.isError === true, text: result.content[0]?.text ?? '' };
}

test('no definition at the core address names a tool that is not there', async () => {
  const answer = await send(app(), 'POST', CORE, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  for (const name of ABSENT) expect(answer.text).not.toContain(name);
});

test('no hint at the core address names a tool that is not there, and each still says what to do', async () => {
  await call(CORE, 'task_create', { subject: 'A' });
  await call(CORE, 'task_update', { id: '1', expectedVersion: 1, patch: { status: 'done' } });
  const closed = { id: '1', expectedVersion: 2, patch: { status: 'pending' } };
  const atCore = await call(CORE, 'task_update', closed);
  expect(atCore).toMatchObject({ isError: true, text: expect.stringMatching(/^ILLEGAL_TRANSITION:/) });
  expect(atCore.text).toContain(
    'Next: The tool for this is not served at this address; say so to whoever gave you the task.',
  );
  for (const name of ABSENT) expect(atCore.text).not.toContain(name);
  const whole = await call('/v1/lists/hints/mcp', 'task_update', closed);
  expect(whole.text).toContain('call task_reopen with id "1"');
});
