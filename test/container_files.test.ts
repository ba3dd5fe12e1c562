import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/config/config.js';

/** What can be seen of the image and of compose without an engine; scripts/container_check.sh tries them out. */

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');
/** The last value of each instruction of the last stage. */
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const instruction = (name: string) => finalStage.match(new RegExp(`^${name} (.*)$`, 'm'))?.[1] ?? '';

interface ComposeService {
  readonly environment: Record<string, string>;
  readonly init?: boolean;
  readonly stop_grace_period: string;
  readonly ports?: readonly string[];
}
const compose: { services: Record<string, ComposeService> } = parse(read('docker-compose.yml'));
const service = compose.services.tasklatch;

test('F51: the Dockerfile asks for no frontend, so that a build needs nothing but its base images', () => {
  expect(dockerfile).not.toMatch(/^#\s*syntax\s*=/im);
});

test('F52: options after the name of the image go to the service', () => {
  expect(JSON.parse(instruction('ENTRYPOINT'))).toEqual(['node', '--max-semi-space-size=8', 'dist/main.js']);
  expect(JSON.parse(instruction('CMD'))).toEqual([]);
});

test('F50: the health check is a program of the service', () => {
  expect(finalStage).toMatch(/^HEALTHCHECK .*CMD \["node", "dist\/health_check\.js"\]$/m);
});

test('F53: the image says that it is one', () => {
  expect(instruction('ENV').split(' ')).toEqual([
    'NODE_ENV=production',
    'HOST=0.0.0.0',
    'PORT=3000',
    'TASKLATCH_IN_CONTAINER=1',
  ]);
});

test('F55: every stage is built on one base that an operator can pin', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([`\${NODE_IMAGE}`]));
});

test('F55: compose runs an init, and gives calls under way more time than they take', () => {
  expect(service?.init).toBe(true);
  const graceMs = Number.parseInt(service?.stop_grace_period ?? '', 10) * 1000;
  expect(graceMs).toBeGreaterThan(readConfig({}).shutdownGraceMs);
});

test('F16: compose gives the password beside the address, so that it may be any text', () => {
  const { DATABASE_URL = '', PGPASSWORD } = service?.environment ?? {};
  expect(DATABASE_URL).not.toContain('$');
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  expect(new URL(DATABASE_URL).password).toBe('');
  expect(PGPASSWORD).toBe(compose.services.postgres?.environment.POSTGRES_PASSWORD);
});
