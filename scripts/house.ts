import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** What can be counted in the sources: the tests hold limits against it, and `house_figures.ts` prints it. */

export interface SourceFile {
  /** From the folder of the sources, such as `http/mcp/door.ts`. */
  readonly file: string;
  /** The folder that it lies in; '' for one at the top. */
  readonly folder: string;
  readonly text: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
  /** Whatever it imports, as it is written. */
  readonly imports: readonly string[];
  /** The files of the sources among them. */
  readonly own: readonly string[];
}

/** Every file of a folder of sources. */
export function readSources(folder: string): readonly SourceFile[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => readSource(folder, name));
}

function readSource(folder: string, file: string): SourceFile {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const imports = tree.statements.flatMap((statement) =>
    (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
    statement.moduleSpecifier &&
    ts.isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier.text]
      : [],
  );
  const own = imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => path.join(path.dirname(file), specifier).replace(/\.js$/, '.ts'));
  const lines = text.split('\n').length - 1;
  return { file, folder: path.dirname(file).replace(/^\.$/, ''), text, lines, tree, imports, own };
}

export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** The lines that each function with a body in braces takes, and where it begins, counted from 1. */
export function functionsOf({
  tree,
}: SourceFile): readonly { readonly line: number; readonly lines: number }[] {
  const found: { line: number; lines: number }[] = [];
  visit(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body || !ts.isBlock(node.body)) return;
    const { line: start } = tree.getLineAndCharacterOfPosition(node.getStart());
    const { line: end } = tree.getLineAndCharacterOfPosition(node.end);
    found.push({ line: start + 1, lines: end - start + 1 });
  });
  return found;
}

/** The value below which a part of all values lies: 0.5 for the median. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** How many files lie in each folder itself. */
export function filesPerFolder(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { folder } of files) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return counts;
}

/** The longest chain of imports from a file, itself included. No import may go round. */
export function longestChain(files: readonly SourceFile[], from: string): readonly string[] {
  const byName = new Map(files.map((file) => [file.file, file]));
  const known = new Map<string, readonly string[]>();
  const chainOf = (name: string): readonly string[] => {
    const found = known.get(name);
    if (found) return found;
    const below = (byName.get(name)?.own ?? []).map(chainOf);
    const longest = below.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
    const chain = [name, ...longest];
    known.set(name, chain);
    return chain;
  };
  return chainOf(from);
}

/** Folders that import each other, directly or through others: each group once. Files at the top are no folder. */
export function folderCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const edges = new Map<string, Set<string>>();
  for (const { folder, own } of files) {
    const targets = own.map((target) => path.dirname(target)).filter((target) => target !== folder);
    const all = edges.get(folder) ?? new Set();
    for (const target of targets) if (target !== '.') all.add(target);
    if (folder !== '') edges.set(folder, all);
  }
  const reach = new Map([...edges.keys()].map((folder) => [folder, reachedFrom(folder, edges)]));
  const groups = new Map<string, readonly string[]>();
  for (const [folder, reached] of reach) {
    const group = [...reached].filter((other) => reach.get(other)?.has(folder)).sort();
    if (group.length > 1) groups.set(group.join(), group);
  }
  return [...groups.values()];
}

function reachedFrom(from: string, edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [from];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const next of edges.get(folder) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return seen;
}
