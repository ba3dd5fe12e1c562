import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Environment } from '../src/config/variables.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGES = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

/** The names that a page gives its headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(PAGES)('every link of %s to a file and to a heading leads there', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  for (const target of targets.filter((each) => !/^[a-z]+:/.test(each))) {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    expect(existsSync(join(ROOT, file)), target).toBe(true);
    if (anchor !== undefined && file.endsWith('.md')) expect(anchorsOf(file), target).toContain(anchor);
  }
});

test('the page for operators names every variable that it advises to set as the service knows it', () => {
  const known = Object.keys(Environment.properties);
  const named = [...read('docs/operations.md').matchAll(/`([A-Z][A-Z_]+[A-Z])(?:=[^`]*)?`/g)].map(
    ([, name]) => name,
  );
  // Of the driver, of compose and of the Dockerfile, and the misspellings of the page.
  const others =
    /^(PG[A-Z]+|POSTGRES_PASSWORD|NODE_IMAGE|NODE_ENV|DATABSE_URL|APIKEYS|TASKLATCH_PORT|SIGTERM|SIGINT)$/;
  const codes = /^(CONTENTION|STORE_UNAVAILABLE|STALE_VERSION|CURSOR_UNKNOWN)$/;
  const unknown = named.filter(
    (name = '') => !known.includes(name) && !others.test(name) && !codes.test(name),
  );
  expect(unknown).toEqual([]);
  expect(named.length).toBeGreaterThan(30);
});
