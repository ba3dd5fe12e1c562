import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toOpenApi } from '../../src/definitions/openapi.js';
import { buildStubApp } from './stub_app.js';

let app: Awaited<ReturnType<typeof buildStubApp>>;

beforeAll(async () => {
  app = await buildStubApp();
});

afterAll(() => app.close());

test('/openapi.json and /openapi.yaml are the document that the code generates', async () => {
  const document = JSON.parse(JSON.stringify(toOpenApi()));
  const [json, yaml] = [await app.inject('/openapi.json'), await app.inject('/openapi.yaml')];
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(json.json()).toEqual(document);
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(parse(yaml.body)).toEqual(document);
});

test('the page at /docs loads nothing from anywhere else, and everything that it loads is there', async () => {
  const page = await app.inject('/docs');
  expect(page.statusCode).toBe(200);
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
  expect(sources.length).toBeGreaterThanOrEqual(5);
  for (const source of [...sources, '/docs/json']) {
    expect(source).toMatch(/^\/docs\//);
    expect((await app.inject(source)).statusCode, source).toBe(200);
  }
});

test('the policy of the page keeps it to this service and lets plain http be', async () => {
  const page = await app.inject('/docs');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:|upgrade-insecure-requests/);
});

test('the page tries calls out on the service that it comes from', async () => {
  const document = (await app.inject('/docs/json')).json();
  expect(document.servers).toEqual([{ url: '/', description: 'This service.' }]);
  expect(Object.keys(document.paths)).toEqual(Object.keys(toOpenApi().paths as object));
});
