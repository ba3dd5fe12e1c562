import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { stringify } from 'safe-stable-stringify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOOLS } from '../../src/registry.js';
import { type Answer, appOn, issuesOf, send, stubService, type TestApp } from './harness.js';

let built: TestApp;
beforeAll(async () => {
  built = await appOn(stubService({}));
});
afterAll(() => built.app.close());

type Json = Readonly<Record<string, unknown>>;
interface Page {
  readonly tools: readonly Json[];
  readonly digests: Readonly<Record<string, string>>;
}

const get = (query: string, headers: Record<string, string> = {}): Promise<Answer> =>
  send(built.app, 'GET', `/v1/tools${query}`, { headers });
const pageOf = async (query: string): Promise<Page> => (await get(query)).json<Page & Json>();

const NAMES = TOOLS.map(({ name }) => name);
const CORE = ['task_create', 'task_get', 'task_list', 'task_update'];
const MORE = ['task_reopen', 'task_delete', 'task_restore', 'task_history'];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The definitions of a page, of which Gemini has all in one tool. */
function definitions({ tools }: Page): readonly Json[] {
  // The contract of the route says that these are arrays of objects.
  return tools.flatMap((tool) => (tool.functionDeclarations as Json[] | undefined) ?? [tool]);
}

function nameOf(definition: Json): unknown {
  return ((definition.function as Json | undefined) ?? definition).name;
}

describe('a page of definitions', () => {
  test.each([
    ['', ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']],
    ['?format=mcp', ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']],
    ['?format=openai', ['type', 'name', 'description', 'parameters', 'strict']],
    ['?format=openai-chat', ['type', 'function']],
    ['?format=anthropic', ['name', 'description', 'input_schema', 'input_examples']],
    ['?format=anthropic&strict=true', ['name', 'description', 'input_schema', 'input_examples', 'strict']],
    ['?format=gemini', ['functionDeclarations']],
    ['?format=gemini-openapi', ['functionDeclarations']],
  ])('%s has entries with the fields of the vendor', async (query, fields) => {
    const page = await pageOf(query);
    expect(Object.keys(page)).toEqual(['tools', 'digests']);
    expect(Object.keys(page.tools[0] ?? {})).toEqual(fields);
    expect(definitions(page).map(nameOf)).toEqual(NAMES);
    expect(Object.keys(page.digests)).toEqual(NAMES);
  });

  test.each([
    ['openai', (tool: Json) => tool.strict],
    ['openai-chat', (tool: Json) => (tool.function as Json).strict],
  ])('says of each tool in the form %s whether it is strict', async (format, strictOf) => {
    expect((await pageOf(`?format=${format}`)).tools.map(strictOf)).toEqual(NAMES.map(() => false));
    expect((await pageOf(`?format=${format}&strict=false`)).tools.map(strictOf)).toEqual(
      NAMES.map(() => false),
    );
    expect((await pageOf(`?format=${format}&strict=true`)).tools.map(strictOf)).toEqual(
      NAMES.map(() => true),
    );
  });

  test('holds each tool in the strict form of OpenAI to every property, null for what is not given', async () => {
    const [create] = (await pageOf('?format=openai&strict=true&tools=task_create')).tools;
    const { properties, required } = Object(create).parameters as {
      properties: Record<string, Json>;
      required: string[];
    };
    expect(required).toEqual(Object.keys(properties));
    expect(properties.subject?.type).toBe('string');
    expect(properties.priority).toMatchObject({
      type: ['string', 'null'],
      enum: ['urgent', 'high', 'normal', 'low', null],
    });
  });

  test('gives Gemini schemas in the words of OpenAPI where they are asked for', async () => {
    const [list] = definitions(await pageOf('?format=gemini-openapi&tools=task_list'));
    const { properties, ...schema } = Object(list).parameters as { properties: Record<string, Json> };
    expect(schema).toEqual({ type: 'object', propertyOrdering: Object.keys(properties) });
    expect(properties.ready).toMatchObject({ type: 'boolean', nullable: true });
  });

  test('is the same each time, and another one for another query', async () => {
    const queries = [
      '',
      '?format=anthropic',
      '?format=anthropic&defer=false',
      '?tier=core',
      '?tools=task_get',
    ];
    const first = await Promise.all(queries.map((query) => get(query)));
    const second = await Promise.all(queries.map((query) => get(query)));
    expect(second.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(new Set(first.map(({ headers }) => headers.etag)).size).toBe(queries.length);
  });

  test('stays right while more selections are asked for than are kept', async () => {
    const chosen = Array.from({ length: 2 ** NAMES.length - 1 }, (_, bits) =>
      NAMES.filter((_name, index) => (bits + 1) & (1 << index)),
    );
    for (const names of chosen) {
      expect(definitions(await pageOf(`?tools=${names.join(',')}`)).map(nameOf)).toEqual(names);
    }
  });
});

describe('a selection', () => {
  test.each([
    ['?toolset=core', CORE],
    ['?toolset=all', NAMES],
    ['?toolset=core&tier=core', CORE],
    ['?toolset=core&tools=task_update', ['task_update']],
    ['?toolset=all&tools=task_update,task_delete', ['task_update', 'task_delete']],
    ['?tier=core', CORE],
    ['?tier=more', MORE],
    ['?tools=task_get,task_list', ['task_get', 'task_list']],
    ['?tools=task_list,task_get', ['task_get', 'task_list']],
    ['?tools=task_list%2Ctask_get', ['task_get', 'task_list']],
    ['?tier=core&tools=task_update', ['task_update']],
    ['?format=gemini&tier=more&tools=task_history', ['task_history']],
  ])('%s is served in the order of the registry', async (query, names) => {
    const page = await pageOf(query);
    expect(definitions(page).map(nameOf)).toEqual(names);
    expect(Object.keys(page.digests)).toEqual(names);
  });

  test('of an unknown tool is refused, naming the nearest', async () => {
    const answer = await get('?tools=taskGet,task_list,task_launch');
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual(['enum tools[0]', 'enum tools[2]']);
    const [first, second] = answer.problem().issues ?? [];
    expect(first).toMatchObject({ received: '"taskGet"', suggestion: 'task_get' });
    expect(first?.message).toContain('send "task_get"');
    expect(second?.expected).toBe(`one of ${NAMES.join(', ')}`);
  });

  test.each([
    ['?tools=', 'empty tools'],
    ['?tools=task_get,', 'enum tools[1]'],
    ['?tools=task_get,%20task_list', 'enum tools[1]'],
    ['?tools=task_get,task_get', 'duplicate tools[1]'],
    ['?tools=task_get&tools=task_list', 'type tools'],
    ['?tier=core&tools=task_get,task_delete', 'conflict tools[1]'],
    ['?toolset=core&tools=task_get,task_delete', 'conflict tools[1]'],
    ['?toolset=core&tier=more', 'conflict tier'],
    ['?toolset=all&tier=core', 'conflict tier'],
    ['?toolset=all&tier=more', 'conflict tier'],
    ['?toolset=more', 'enum toolset'],
    ['?toolset=Core', 'enum toolset'],
    ['?toolset=', 'enum toolset'],
    ['?toolset=core&toolset=all', 'type toolset'],
    ['?tier=all', 'enum tier'],
    ['?strict=1', 'type strict'],
    ['?strict=true', 'conflict strict'],
    ['?format=mcp&strict=true', 'conflict strict'],
    ['?format=gemini&strict=true', 'conflict strict'],
    ['?format=gemini-openapi&strict=true', 'conflict strict'],
    ['?format=openai&defer=true', 'conflict defer'],
    ['?format=OpenAI', 'enum format'],
    ['?constructor=1', 'unknown_key constructor'],
  ])('%s is refused', async (query, issue) => {
    const answer = await get(query);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([issue]);
  });

  test('is refused for everything that is wrong with it at once', async () => {
    expect(issuesOf(await get('?format=yaml&tier=core&tools=taskGet,task_delete&strikt=true'))).toEqual([
      'unknown_key strikt',
      'enum format',
      'enum tools[0]',
      'conflict tools[1]',
    ]);
  });

  test.each(['mcp', 'gemini', 'gemini-openapi'])(
    'says that %s is not strict, which it is not',
    async (format) => {
      expect((await get(`?format=${format}&strict=false&defer=false`)).text).toBe(
        (await get(`?format=${format}`)).text,
      );
    },
  );
});

describe('the tools of Anthropic', () => {
  const marked = ({ tools }: Page, field: string) =>
    tools.filter((tool) => tool[field] === true).map(({ name }) => name);

  test('are deferred beyond the core, and have examples where they are not', async () => {
    const page = await pageOf('?format=anthropic');
    expect(marked(page, 'defer_loading')).toEqual(MORE);
    expect(page.tools.filter((tool) => 'input_examples' in tool).map(({ name }) => name)).toEqual(CORE);
  });

  test.each(['?format=anthropic&defer=false', '?format=anthropic&tier=core', '?format=anthropic&tier=more'])(
    'are all loaded for %s, since all may not be deferred',
    async (query) => {
      const page = await pageOf(query);
      expect(marked(page, 'defer_loading')).toEqual([]);
      expect(page.tools.every((tool) => 'input_examples' in tool)).toBe(true);
    },
  );

  test.each(['true', 'false'])('have examples that their schemas accept (strict %s)', async (strict) => {
    const { tools } = await pageOf(`?format=anthropic&defer=false&strict=${strict}`);
    const ajv = new Ajv2020();
    for (const { name, input_schema: schema, input_examples: examples } of tools) {
      const accepts = ajv.compile(schema as object);
      const shown = examples as readonly Json[];
      expect(shown, String(name)).toEqual(
        TOOLS.find((tool) => tool.name === name)?.examples.map(({ arguments: args }) => args),
      );
      for (const example of shown) expect(accepts(example), String(name)).toBe(true);
    }
  });

  test('are strict as far as one request may have them, the core first', async () => {
    // With the filters of task_list there would be more optional properties than one request may have.
    const core = CORE.filter((name) => name !== 'task_list');
    expect(marked(await pageOf('?format=anthropic&strict=true'), 'strict')).toEqual([...core, ...MORE]);
    expect(marked(await pageOf('?format=anthropic&strict=true&tier=core'), 'strict')).toEqual(core);
    expect(marked(await pageOf('?format=anthropic&strict=true&tier=more'), 'strict')).toEqual(MORE);
    expect(marked(await pageOf('?format=anthropic'), 'strict')).toEqual([]);
  });
});

describe('what a client keeps', () => {
  test('is named by a strong tag, the SHA-256 of the body, and asked for again before it is used', async () => {
    const answer = await get('?format=anthropic');
    expect(answer.headers.etag).toBe(`"${sha256(answer.text)}"`);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('is not sent again to who has it', async () => {
    const { headers } = await get('?format=openai');
    const tag = String(headers.etag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get('?format=openai', { 'if-none-match': known });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'no-cache' });
    }
    expect((await get('?format=gemini', { 'if-none-match': tag })).status).toBe(200);
  });

  test('answers HEAD as GET, without the body', async () => {
    const head = await send(built.app, 'HEAD', '/v1/tools');
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', (await get('')).headers.etag]);
  });

  test.each(['', '?format=openai&strict=true', '?format=openai-chat', '?format=anthropic', '?format=gemini'])(
    'can be pinned by a digest of each definition as canonical JSON: %s',
    async (query) => {
      const page = await pageOf(query);
      const digests = definitions(page).map((definition) => [
        nameOf(definition),
        sha256(stringify(definition) ?? ''),
      ]);
      expect(page.digests).toEqual(Object.fromEntries(digests));
    },
  );
});
