// Which files a shell command writes, as far as its text tells: redirections, tee, cp, sed -i and their kin.
// A program that opens a file by itself cannot be seen here.

/** Each kind of token; a quote that is never closed ends with the script. A heredoc is read apart: its body is data. */
const KINDS = {
  blank: String.raw`(?:[ \t\r]|\\\r?\n)+`,
  comment: String.raw`#[^\n]*`,
  redirect: String.raw`(?:\d*|&)>[>|&]?`,
  heredoc: '<<-?(?!<)',
  input: '<<<|<[>&]?',
  end: String.raw`&&|\|[|&]?|;+|&|[()\n]`,
  word: String.raw`(?:[^\s'"\\;&|()<>]+|\\[\s\S]|'[^']*'?|"[^"\\]*(?:\\[\s\S][^"\\]*)*"?)+`,
  other: String.raw`[\s\S]`,
};
const TOKEN = new RegExp(
  Object.entries(KINDS)
    .map(([name, pattern]) => `(?<${name}>${pattern})`)
    .join('|'),
  'y',
);
const QUOTED = /\\\n|\\([\s\S])|'([^']*)'?|"([^"\\]*(?:\\[\s\S][^"\\]*)*)"?/g;
const ESCAPE_IN_QUOTES = /\\(["\\$`])/g;

/** What stands before the name of a program without being it. */
const PREFIX = /^(?:[A-Za-z_]\w*\+?=.*|sudo|env|command|builtin|exec|time|nohup|then|do|else|[!{])$/s;
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh']);
/** How deep sh -c 'sh -c …' is followed. */
const NESTED_MAX_DEPTH = 3;

const OF_ALL = (args) => args;
const OF_LAST = (args) => args.slice(-1);
const IN_PLACE = (args, options) =>
  options.some((option) => /^(?:-[a-zA-Z]*i|--in-place)/.test(option)) ? args : [];
const OF_OUTPUT = (args) => args.filter((arg) => arg.startsWith('of=')).map((arg) => arg.slice(3));

/** From the name of a program to those of its arguments that it writes. */
const WRITERS = new Map([
  ['tee', OF_ALL],
  ['touch', OF_ALL],
  ['truncate', OF_ALL],
  ['cp', OF_LAST],
  ['mv', OF_LAST],
  ['install', OF_LAST],
  ['sed', IN_PLACE],
  ['perl', IN_PLACE],
  ['dd', OF_OUTPUT],
  ['set-content', OF_ALL],
  ['add-content', OF_ALL],
  ['out-file', OF_ALL],
]);

/** The header lines of a patch that name a file it leaves behind: the form of Codex's apply_patch. */
const PATCHED = /^\*\*\* (?:Add File|Update File|Move to): (.+)$/gm;

/** The paths that a patch writes. */
export function patchedFiles(patch) {
  return [...patch.matchAll(PATCHED)].map(([, file]) => file.trim());
}

/** The paths that the command writes, as they stand in it and without their quotes. */
export function writtenFiles(command, depth = 0) {
  return simpleCommands(command).flatMap(({ words, targets }) => [...targets, ...writtenBy(words, depth)]);
}

function writtenBy(words, depth) {
  const start = words.findIndex((word) => !PREFIX.test(word));
  if (start < 0) return [];
  const program = words[start].split(/[\\/]/).pop().toLowerCase();
  const rest = words.slice(start + 1);
  if (SHELLS.has(program) && depth < NESTED_MAX_DEPTH) {
    const script = rest[rest.findIndex((word) => /^-[a-z]*c$/.test(word)) + 1];
    return rest.length > 1 && script ? writtenFiles(script, depth + 1) : [];
  }
  const options = rest.filter((word) => word.startsWith('-'));
  return (
    WRITERS.get(program)?.(
      rest.filter((word) => !word.startsWith('-')),
      options,
    ) ?? []
  );
}

/** Each simple command of a script: its words, and the targets of its output redirections. */
function simpleCommands(script) {
  const commands = [];
  const heredocs = [];
  let current = { words: [], targets: [] };
  let expects = 'word';
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(script); match; match = TOKEN.exec(script)) {
    const { redirect, heredoc, input, end, word } = match.groups;
    if (redirect) expects = 'target';
    else if (heredoc) expects = 'delimiter';
    else if (input) expects = 'source';
    else if (word !== undefined) {
      const plain = unquote(word);
      if (expects === 'word') current.words.push(plain);
      if (expects === 'target') current.targets.push(plain);
      if (expects === 'delimiter') heredocs.push(plain);
      expects = 'word';
    } else if (end) {
      commands.push(current);
      current = { words: [], targets: [] };
      expects = 'word';
      if (end === '\n') TOKEN.lastIndex = skipHeredocs(script, TOKEN.lastIndex, heredocs.splice(0));
    }
  }
  return [...commands, current];
}

/** Where the script goes on after the bodies of the heredocs that start at the position. */
function skipHeredocs(script, position, delimiters) {
  let at = position;
  for (const delimiter of delimiters) {
    for (let line = null; line !== delimiter && at < script.length; ) {
      const newline = script.indexOf('\n', at);
      const next = newline < 0 ? script.length : newline + 1;
      line = script.slice(at, newline < 0 ? next : newline).trim();
      at = next;
    }
  }
  return at;
}

function unquote(word) {
  return word.replace(QUOTED, (_all, escaped, single, double) => {
    return escaped ?? single ?? double?.replace(ESCAPE_IN_QUOTES, '$1') ?? '';
  });
}
