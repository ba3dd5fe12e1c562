import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/**
 * Which files hold which case of public bug reports. A group of tests belongs to a case by its title, which
 * begins with "case N: "; by that mark the table is held against what the files really have.
 */
const CASES: Readonly<Record<number, readonly string[]>> = {
  1: ['lost_writes'],
  2: ['lost_writes'],
  3: ['lost_writes'],
  4: ['lost_writes'],
  5: ['lost_writes'],
  6: ['idempotency'],
  7: ['idempotency'],
  8: ['idempotency'],
  9: ['idempotency'],
  10: ['words'],
  11: ['ids'],
  12: ['ids'],
  13: ['keys_and_versions'],
  14: ['keys_and_versions'],
  15: ['keys_and_versions'],
  16: ['bodies_and_tools'],
  17: ['bodies_and_tools'],
  18: ['dependencies', 'large_lists'],
  19: ['dependencies'],
  20: ['dependencies'],
  21: ['text'],
  22: ['text'],
  23: ['text'],
  24: ['large_lists'],
  25: ['pages'],
  26: ['pages'],
  27: ['wire'],
  28: ['outages'],
  29: ['outages'],
  30: ['other_lists'],
};

/** How many cases the reports have. */
const CASES_COUNT = 30;

/** What takes a call through all three doors, or through whichever is next. */
const THROUGH_ALL_DOORS: ReadonlySet<string> = new Set([
  'forEachDoor',
  'refused',
  'alike',
  'all',
  'at',
  'everyDoor',
  'refusalsByMcp',
  'refusedByName',
  'DOORS',
]);

interface Group {
  readonly number: number;
  readonly title: string;
  /** Every name that the group and what it calls in its file use. */
  readonly names: ReadonlySet<string>;
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

function namesIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  visit(node, (inner) => {
    if (ts.isIdentifier(inner)) names.add(inner.text);
  });
  return names;
}

/** The functions that a file declares for its own groups, by name. */
function ownFunctions(file: ts.SourceFile): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      found.set(statement.name.text, namesIn(statement));
  }
  return found;
}

function groupsOf(name: string): Group[] {
  const url = new URL(`./${name}.test.ts`, import.meta.url);
  const file = ts.createSourceFile(name, readFileSync(url, 'utf8'), ts.ScriptTarget.ES2023, true);
  const functions = ownFunctions(file);
  const groups: Group[] = [];
  visit(file, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'describe') return;
    const [title, body] = node.arguments;
    if (!title || !ts.isStringLiteralLike(title) || !body) return;
    const [, number] = /^case (\d+): /.exec(title.text) ?? [];
    if (number === undefined) return;
    const used = namesIn(body);
    const called = [...used].flatMap((name) => [...(functions.get(name) ?? [])]);
    groups.push({ number: Number(number), title: title.text, names: new Set([...used, ...called]) });
  });
  return groups;
}

const GROUPS = new Map([...new Set(Object.values(CASES).flat())].map((file) => [file, groupsOf(file)]));

describe('the cases of public bug reports', () => {
  test('are all in the table', () => {
    expect(Object.keys(CASES).map(Number)).toEqual(
      Array.from({ length: CASES_COUNT }, (_, index) => index + 1),
    );
  });

  test('are held where the table says, and nowhere else', () => {
    const found: Record<number, string[]> = {};
    for (const [file, groups] of GROUPS) {
      for (const number of new Set(groups.map((group) => group.number))) {
        found[number] = [...(found[number] ?? []), file].sort();
      }
    }
    expect(found).toEqual(CASES);
  });

  test.each(Object.entries(CASES))('case %s goes through all doors in each of its files', (number, files) => {
    for (const file of files) {
      const groups = (GROUPS.get(file) ?? []).filter((group) => group.number === Number(number));
      const throughAll = groups.filter(({ names }) => [...names].some((name) => THROUGH_ALL_DOORS.has(name)));
      expect(throughAll.map(({ title }) => title)).not.toEqual([]);
    }
  });
});
