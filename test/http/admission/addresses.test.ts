import { describe, expect, it, test } from 'vitest';
import { issuesOf, send, useApp } from '../harness.js';

const app = useApp();

const SLASHES = [
  ['GET', '//v1/lists/r/tasks', 'it begins with a slash too many', '/v1/lists/r/tasks'],
  ['POST', '//v1/lists/r/tools/task_list', 'it begins with a slash too many', '/v1/lists/r/tools/task_list'],
  ['POST', '//mcp', 'it begins with a slash too many', '/mcp'],
  ['GET', '/v1//lists/r/tasks', 'it has a slash too many in the middle', '/v1/lists/r/tasks'],
  ['GET', '/v1/lists//r/tasks', 'it has a slash too many in the middle', '/v1/lists/r/tasks'],
  ['GET', '/v1/lists/r//tasks', 'it has a slash too many in the middle', '/v1/lists/r/tasks'],
  ['GET', '/v1/lists/r/tasks//1', 'it has a slash too many in the middle', '/v1/lists/r/tasks/1'],
  ['GET', '/v1/lists/r/tasks/1/', 'it ends with a slash too many', '/v1/lists/r/tasks/1'],
  ['GET', '/v1/lists/r/tasks/', 'it ends with a slash too many', '/v1/lists/r/tasks'],
  ['POST', '/v1/lists/r/tasks/', 'it ends with a slash too many', '/v1/lists/r/tasks'],
  ['GET', '/v1/lists/r/tasks/1/history/', 'it ends with a slash too many', '/v1/lists/r/tasks/1/history'],
  ['GET', '/v1/lists/', 'it ends with a slash too many', '/v1/lists'],
  ['GET', '/v1/tools/', 'it ends with a slash too many', '/v1/tools'],
  ['POST', '/v1/lists/r/mcp/', 'it ends with a slash too many', '/v1/lists/r/mcp'],
  ['POST', '/mcp/core/', 'it ends with a slash too many', '/mcp/core'],
  ['GET', '/livez/', 'it ends with a slash too many', '/livez'],
  ['GET', '/v1%2Flists/r/tasks', 'a slash in it is encoded or a backslash', '/v1/lists/r/tasks'],
  [
    'GET',
    '//v1//lists/r/tasks/',
    'it begins with a slash too many, and it has a slash too many in the middle, and it ends with a slash too many',
    '/v1/lists/r/tasks',
  ],
] as const;

/** What people and other services write, and the address that it stands for. */
const WORDS = [
  ['/V1/Lists/R/Tasks', '/v1/lists/r/tasks'],
  ['/v1/list/r/task', '/v1/lists/r/tasks'],
  ['/v1/lists/r/task/7', '/v1/lists/r/tasks/7'],
  ['/lists/r/tasks', '/v1/lists/r/tasks'],
  ['/v1/r/tasks', '/v1/lists/r/tasks'],
  ['/r/tasks/7', '/v1/lists/r/tasks/7'],
  ['/api/v1/lists', '/v1/lists'],
  ['/tools', '/v1/tools'],
  ['/instructions', '/v1/instructions'],
  ['/v1/lists/r/task_create', '/v1/lists/r/tools/task_create'],
  ['/sse', '/mcp'],
  ['/messages', '/mcp'],
  ['/mcp/sse', '/mcp'],
  ['/MCP', '/mcp'],
  ['/v1/mcp', '/mcp'],
  ['/v1/lists/r/sse', '/v1/lists/r/mcp'],
  ['/v1/lists/r/mcp/messages', '/v1/lists/r/mcp'],
  ['/health', '/livez'],
  ['/swagger.json', '/openapi.json'],
] as const;

const UNNAMED = [
  ['/tasks', '/v1/lists/{list}/tasks'],
  ['/v1/tasks', '/v1/lists/{list}/tasks'],
  ['/v1/tasks/7', '/v1/lists/{list}/tasks/7'],
  ['/v1/tools/task_create', '/v1/lists/{list}/tools/task_create'],
  ['/v1/events', '/v1/lists/{list}/events'],
] as const;

async function isThere(method: 'GET' | 'POST', url: string): Promise<boolean> {
  const { status, text } = await send(app(), method, url);
  return status !== 404 || JSON.parse(text).code !== 'ROUTE_NOT_FOUND';
}

describe('an address that leads nowhere', () => {
  test.each(SLASHES)('F19: %s %s says which slash is too many', async (method, url, fault, right) => {
    const answer = await send(app(), method, url);
    expect(answer.status).toBe(404);
    expect(answer.problem()).toMatchObject({
      code: 'ROUTE_NOT_FOUND',
      detail: `There is nothing at ${JSON.stringify(url)}: ${fault}.`,
      hint: `Use ${right}.`,
    });
    expect(await isThere(method, right)).toBe(true);
  });

  test.each(WORDS)('F19: %s says that %s was meant', async (url, right) => {
    const answer = await send(app(), 'GET', url);
    expect([answer.status, answer.problem().hint]).toEqual([404, `Use ${right}.`]);
    expect(await isThere('GET', right)).toBe(true);
  });

  test.each(UNNAMED)('F19: %s says that %s wants the name of a list', async (url, right) => {
    const answer = await send(app(), 'GET', url);
    expect([answer.status, answer.problem().hint]).toEqual([404, `Use ${right} with the name of a list.`]);
  });

  it('F19: says what is missing where it ends before a name', async () => {
    for (const method of ['PATCH', 'DELETE'] as const) {
      const answer = await send(app(), method, '/v1/lists/r/tasks/');
      expect([answer.status, answer.problem().detail]).toEqual([
        404,
        'There is nothing at "/v1/lists/r/tasks/": the id of a task is missing at its end.',
      ]);
    }
  });

  test.each(['/', '/v2/lists', '/v1', '/v1/lists/r/tasks/1/close', '/x/y/z'])(
    'F19: says no more than that at %s, where it is not certain what was meant',
    async (url) => {
      const answer = await send(app(), 'GET', url);
      expect([answer.status, answer.problem().hint]).toEqual([
        404,
        'GET /openapi.json lists every address; GET /docs shows them.',
      ]);
    },
  );
});

describe('the name of a list', () => {
  const URLS = ['', '/tasks', '/tasks/1', '/tasks/1/history', '/events'];

  test.each([
    ['Home', 'home'],
    ['My%20List', 'my-list'],
    ['%20home%20', 'home'],
    ['a%2Fb', 'a-b'],
    ['%C3%9Cber', 'uber'],
    ['-a', undefined],
    ['%7Blist%7D', undefined],
    [':list', undefined],
    ['%24LIST', undefined],
    ['.x', 'x'],
    ['%E6%97%A5', undefined],
    ['a'.repeat(101), undefined],
  ])('F10: %s is refused with the likely one: %s', async (name, likely) => {
    for (const url of URLS) {
      const answer = await send(app(), 'GET', `/v1/lists/${name}${url}`);
      expect([answer.status, issuesOf(answer)]).toEqual([400, ['pattern list']]);
      expect(answer.problem().issues?.[0]?.suggestion).toBe(likely);
      if (likely !== undefined) expect((await send(app(), 'GET', `/v1/lists/${likely}`)).status).toBe(200);
    }
    const called = await send(app(), 'POST', `/v1/lists/${name}/tools/task_list`, { body: {} });
    expect(called.problem().issues?.[0]).toMatchObject({ path: 'list', code: 'pattern' });
    expect(called.problem().issues?.[0]?.suggestion).toBe(likely);
  });

  it('F10: is refused where it is empty', async () => {
    for (const url of ['/v1/lists//tasks', '/v1/lists//events', '/v1/lists//tasks/1']) {
      expect(issuesOf(await send(app(), 'GET', url))).toEqual(['pattern list']);
    }
  });
});
