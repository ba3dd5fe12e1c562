type Table = Record<string, unknown>;

/** The header of a table or of an entry of a list of tables, and a key with its value on one line. */
const HEADER = /^(\[\[?)([\w.]+)\]\]?$/;
const PAIR = /^(\w+) = (.+)$/;
const INLINE_PAIR = /"([^"]+)" = "([^"]*)"/g;

/**
 * Reads the part of TOML 1.0 that a configuration of ours is written in: tables, lists of tables, strings,
 * integers, booleans and inline tables of strings. Anything else throws, so that it is not read wrongly.
 */
export function parseToml(text: string): unknown {
  const root: Table = {};
  let table = root;
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [, brackets, name = ''] = HEADER.exec(line) ?? [];
    const [, key = '', value = ''] = PAIR.exec(line) ?? [];
    if (brackets) table = open(root, name.split('.'), brackets === '[[');
    else if (key && !(key in table)) table[key] = parseValue(value);
    else throw new Error(`not TOML, or more of it than is read here: ${line}`);
  }
  return root;
}

function open(root: Table, path: readonly string[], isList: boolean): Table {
  const parent = path.slice(0, -1).reduce<Table>((table, name) => {
    const next = table[name] ?? {};
    table[name] = next;
    return (Array.isArray(next) ? next.at(-1) : next) as Table; // a name before the last is that of a table
  }, root);
  const last = path.at(-1) ?? '';
  const created: Table = {};
  if (isList)
    parent[last] = [...((parent[last] as Table[] | undefined) ?? []), created]; // only lists are opened so
  else parent[last] = { ...((parent[last] as Table | undefined) ?? {}), ...created }; // only tables are opened so
  return isList ? created : (parent[last] as Table); // set in the line above
}

function parseValue(value: string): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (/^\d+$/.test(value)) return Number(value);
  if (/^'[^']*'$/.test(value)) return value.slice(1, -1);
  if (/^"[^"\\]*"$/.test(value)) return value.slice(1, -1);
  if (/^\{ (?:"[^"]+" = "[^"]*"(?:, )?)+ \}$/.test(value)) {
    return Object.fromEntries([...value.matchAll(INLINE_PAIR)].map(([, key, text]) => [key, text]));
  }
  throw new Error(`not TOML, or more of it than is read here: ${value}`);
}
