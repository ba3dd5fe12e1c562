import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toOpenApi } from '../../../src/definitions/openapi/document.js';
import { publishedInput } from '../../../src/definitions/published.js';
import { TOOLS } from '../../../src/registry.js';
import type { JsonSchema } from '../../../src/schema/shape.js';

const run = promisify(execFile);

/**
 * What OpenAI publishes of GPT Actions (developers.openai.com/api/docs/actions/production), and the number of
 * operations that its editor takes.
 */
const ACTIONS = { operationMaxCharacters: 300, parameterMaxCharacters: 700, operationsMaxCount: 30 } as const;

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

interface Content {
  readonly schema?: { readonly $ref?: string };
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly license: { readonly identifier: string } };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, unknown>>;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

// Made of plain JSON in the form that the lint below requires.
const document = toOpenApi() as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const operationAt = (name: string): Operation => {
  const found = operations.find((operation) => operation.name === name)?.operation;
  return found ?? expect.unreachable(`${name} is not described`);
};

function resolved(part: unknown, kind: 'responses' | 'parameters' = 'responses'): unknown {
  const { $ref } = part as { $ref?: string };
  return $ref ? document.components[kind][$ref.split('/').at(-1) ?? ''] : part;
}

/** The codes that an operation can be refused with, by status. */
function codesOf(operation: Operation): Record<string, string[]> {
  const refused = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  return Object.fromEntries(
    refused.map(([status, response]) => {
      const { content } = resolved(response) as { content: Record<string, Content> };
      return [status, Object.keys(content['application/problem+json']?.examples ?? {})];
    }),
  );
}

describe('the OpenAPI document', () => {
  test('is committed as openapi.yaml, and says on its first line what made it', async () => {
    const committed = await readFile(`${root}openapi.yaml`, 'utf8');
    expect(committed.split('\n', 1)[0]).toBe(
      '# Generated from src/ by "npm run generate"; change it there, not here.',
    );
    expect(parse(committed)).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('names the version and the licence of the package', async () => {
    const { version, license } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
    expect(document.info).toMatchObject({ version, license: { identifier: license } });
  });

  test('describes every route but those of other contracts', () => {
    expect(operations.map(({ name, operation }) => `${name} ${operation.operationId}`)).toEqual([
      'POST /v1/lists/{list}/tasks task_create',
      'GET /v1/lists/{list}/tasks task_list',
      'GET /v1/lists/{list}/tasks/{id} task_get',
      'PATCH /v1/lists/{list}/tasks/{id} task_update',
      'DELETE /v1/lists/{list}/tasks/{id} task_delete',
      'POST /v1/lists/{list}/tasks/{id}/reopen task_reopen',
      'POST /v1/lists/{list}/tasks/{id}/restore task_restore',
      'GET /v1/lists/{list}/tasks/{id}/history task_history',
      'POST /v1/lists/{list}/tools/{tool} call_tool',
      'GET /v1/instructions get_instructions',
      'GET /v1/tools list_tools',
      'GET /v1/lists list_lists',
      'GET /v1/lists/{list} get_list',
      'GET /v1/lists/{list}/events list_events',
      'GET /livez livez',
      'GET /readyz readyz',
      'GET /metrics metrics',
      'GET /openapi.json openapi_json',
      'GET /openapi.yaml openapi_yaml',
      'GET /docs docs',
    ]);
  });

  test('gives every operation an id of its own, and each tool its name', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(TOOLS.map(({ name }) => name)));
  });

  test.each(operations.map(({ name, operation }) => [name, operation] as const))(
    'shows an example of each body that %s takes or gives',
    (_, operation) => {
      const answers = Object.values(operation.responses).map((response) => resolved(response));
      const contents = [operation.requestBody, ...answers].flatMap((part) =>
        Object.values((part as { content?: Record<string, Content> } | undefined)?.content ?? {}),
      );
      expect(contents.length).toBeGreaterThan(0);
      for (const { example, examples } of contents) {
        expect(example !== undefined || Object.keys(examples ?? {}).length > 0).toBe(true);
      }
    },
  );

  test('names for an update exactly what it can be refused with', () => {
    expect(codesOf(operationAt('PATCH /v1/lists/{list}/tasks/{id}'))).toEqual({
      400: ['INVALID_INPUT', 'MALFORMED_BODY'],
      401: ['UNAUTHENTICATED'],
      403: ['FORBIDDEN'],
      404: ['TASK_NOT_FOUND'],
      408: ['REQUEST_TIMEOUT'],
      409: ['STALE_VERSION', 'ILLEGAL_TRANSITION', 'BLOCKED', 'DEPENDENCY_CYCLE'],
      410: ['TASK_DELETED'],
      412: ['STALE_VERSION'],
      413: ['PAYLOAD_TOO_LARGE'],
      415: ['UNSUPPORTED_MEDIA_TYPE'],
      417: ['EXPECTATION_FAILED'],
      422: ['INVALID_REFERENCE', 'IDEMPOTENCY_KEY_REUSED'],
      428: ['VERSION_REQUIRED'],
      429: ['RATE_LIMITED'],
      431: ['HEADERS_TOO_LARGE'],
      500: ['INTERNAL'],
      503: ['CONTENTION', 'STORE_UNAVAILABLE'],
    });
  });

  test('names for a read of one task no refusal of a write', () => {
    expect(codesOf(operationAt('GET /v1/lists/{list}/tasks/{id}'))).toEqual({
      400: ['INVALID_INPUT'],
      401: ['UNAUTHENTICATED'],
      403: ['FORBIDDEN'],
      404: ['TASK_NOT_FOUND'],
      408: ['REQUEST_TIMEOUT'],
      410: ['TASK_DELETED'],
      417: ['EXPECTATION_FAILED'],
      429: ['RATE_LIMITED'],
      431: ['HEADERS_TOO_LARGE'],
      500: ['INTERNAL'],
      503: ['STORE_UNAVAILABLE'],
    });
  });

  test('answers 304 on what a client may keep under a tag, and nowhere else', () => {
    const known = operations.filter(({ operation }) => '304' in operation.responses);
    expect(known.map(({ operation }) => operation.operationId)).toEqual([
      'task_list',
      'get_instructions',
      'list_tools',
      'get_list',
    ]);
  });

  test('says that every answer varies with Origin and some with Accept, a 304 as its 200 does', () => {
    for (const { operation } of operations) {
      for (const status of ['200', '201', '304']) {
        const { headers } = (operation.responses[status] ?? { headers: { Vary: {} } }) as { headers: object };
        expect(Object.keys(headers)).toContain('Vary');
      }
    }
  });

  test('names the server that it is given, and the default one in the file', () => {
    const here = { url: '/', description: 'This service.' };
    expect(toOpenApi(here)).toEqual({ ...toOpenApi(), servers: [here] });
    expect(toOpenApi().servers).toMatchObject([{ url: 'http://127.0.0.1:3000' }]);
  });

  test('F17: the body of every operation is a plain object whose properties are named', () => {
    const bodies = operations.flatMap(({ name, operation }) =>
      Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => ({ name, schema })),
    );
    expect(bodies.map(({ name }) => name)).toContain('POST /v1/lists/{list}/tools/{tool}');
    for (const { name, schema } of bodies) {
      const body = document.components.schemas[schema?.$ref?.split('/').at(-1) ?? ''];
      expect(body, name).toMatchObject({ type: 'object', properties: expect.anything() });
      expect(Object.keys(body ?? {}), name).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/Of$/)]),
      );
    }
  });

  test('F17: call_tool names every argument of every tool, and takes others, which the tool judges', () => {
    const { properties, additionalProperties } = document.components.schemas.ToolArguments ?? {};
    const names = TOOLS.flatMap((tool) => Object.keys(publishedInput(tool).properties));
    expect(new Set(Object.keys(properties ?? {}))).toEqual(new Set(names));
    expect(additionalProperties).toBe(true);
    for (const tool of TOOLS) {
      for (const [name, schema] of Object.entries(publishedInput(tool).properties)) {
        expect(schema, `${tool.name} ${name}`).toMatchObject(properties?.[name] ?? {});
      }
    }
  });

  test('F17: the document keeps to the limits of GPT Actions', () => {
    expect(operations.length).toBeLessThanOrEqual(ACTIONS.operationsMaxCount);
    for (const { name, operation } of operations) {
      expect(operation.operationId, name).toMatch(/^[a-z][a-z0-9_]*$/);
      for (const said of [operation.summary ?? '', operation.description ?? '']) {
        expect(said.length, name).toBeLessThanOrEqual(ACTIONS.operationMaxCharacters);
      }
      for (const parameter of operation.parameters ?? []) {
        const { description = '' } = resolved(parameter, 'parameters') as { description?: string };
        expect(description.length, name).toBeGreaterThan(0);
        expect(description.length, name).toBeLessThanOrEqual(ACTIONS.parameterMaxCharacters);
      }
    }
    for (const schema of Object.values(document.components.schemas)) {
      for (const { description = '' } of Object.values(schema.properties ?? {})) {
        expect(description.length).toBeLessThanOrEqual(ACTIONS.parameterMaxCharacters);
      }
    }
  });

  test('F17: no argument needs a header of its own, which GPT Actions cannot send', () => {
    for (const tool of TOOLS) {
      const operation = operations.find(
        ({ operation: { operationId } }) => operationId === tool.name,
      )?.operation;
      const parameters = (operation?.parameters ?? []).map(
        (part) => resolved(part, 'parameters') as Parameter,
      );
      expect(parameters.filter((one) => one.in === 'header' && one.required)).toEqual([]);
      const body =
        Object.values(operation?.requestBody?.content ?? {})[0]
          ?.schema?.$ref?.split('/')
          .at(-1) ?? '';
      const inBody = Object.keys(document.components.schemas[body]?.properties ?? {});
      const there = new Set([
        ...inBody,
        ...parameters.filter((one) => one.in !== 'header').map((one) => one.name),
      ]);
      const { patch, ...own } = publishedInput(tool).properties;
      const wanted = [...Object.keys(own), ...Object.keys(patch?.properties ?? {})];
      expect(
        wanted.filter((name) => name !== 'clear' && !there.has(name)),
        tool.name,
      ).toEqual([]);
    }
  });

  test('F17: an address takes each argument once, in the query or in the body', () => {
    for (const { name, operation } of operations) {
      const isDelete = name.startsWith('DELETE');
      expect(isDelete && operation.requestBody !== undefined, name).toBe(false);
    }
    expect(
      operationAt('DELETE /v1/lists/{list}/tasks/{id}').parameters?.map(
        (part) => (resolved(part, 'parameters') as Parameter).name,
      ),
    ).toEqual(expect.arrayContaining(['expectedVersion', 'reason', 'If-Match']));
  });

  test('comes out the same each time', () => {
    expect(JSON.stringify(toOpenApi())).toBe(JSON.stringify(document));
  });

  test('passes the lint without an error or a warning', { timeout: 60_000 }, async () => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const args = ['lint', 'openapi.yaml', '--format=json'];
    const { stdout } = await run('node_modules/.bin/redocly', args, { cwd: root, env });
    const { totals, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });
});

describe('the generated pages', () => {
  test('are what the definitions make now', { timeout: 60_000 }, async () => {
    const args = ['--import', 'tsx', 'scripts/generate.ts', '--check'];
    const { stderr } = await run(process.execPath, args, { cwd: root });
    expect(stderr).toBe('');
  });

  test('say on their first line what made them', async () => {
    for (const name of ['tools', 'errors']) {
      const page = await readFile(`${root}docs/${name}.md`, 'utf8');
      expect(page.split('\n', 1)[0]).toBe(
        '<!-- Generated from src/ by "npm run generate"; change it there, not here. -->',
      );
    }
  });

  test('give each tool and each code a section', async () => {
    const tools = await readFile(`${root}docs/tools.md`, 'utf8');
    for (const { name } of TOOLS) expect(tools).toContain(`\n## ${name}\n`);
  });
});
