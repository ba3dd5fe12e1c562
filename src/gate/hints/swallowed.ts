import { isPlainObject, mayRunOn } from '../../json/loss.js';
import type { Issue } from '../../refusals/refusal.js';
import type { ObjectShape, Shape } from '../../schema/shape.js';
import { joinPath, render, toCopy } from '../../text/render.js';
import { fold, SURE_MATCHES } from '../../text/words.js';
import { findRunOn, holdsRunOn } from './run_on.js';
import type { InnerArgument, RunOn } from './run_on_quotes.js';
import { accepts, suggest } from './suggest.js';

/** Where an argument that stands inside a text may belong: an object of the schema, and what came there. */
interface Level {
  readonly shape: ObjectShape;
  readonly path: string;
  readonly given: Record<string, unknown>;
}

/** An argument that the call does not give, because it stands inside the text of another. */
interface Swallowed {
  readonly path: string;
  /** What was most likely meant; undefined where that is not clear. */
  readonly value: unknown;
}

/**
 * The issues of texts that hold the arguments which should have followed them. A text about such syntax is no
 * fault: it counts only where nothing opened what is closed in it, and where an argument that this call does
 * not give comes right behind.
 */
export function findSwallowed(root: ObjectShape, args: Record<string, unknown>): Issue[] {
  const issues: Issue[] = [];
  visitMembers([{ shape: root, path: '', given: args }], issues);
  return issues;
}

/** `levels` has the object that is visited first, and those around it. */
function visitMembers(levels: readonly [Level, ...Level[]], issues: Issue[]): void {
  const [{ shape, path, given }] = levels;
  for (const [key, member] of shape.members) {
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    if (value === undefined || (typeof value === 'string' && !mayHold(member, value))) continue;
    const memberPath = joinPath(path, key);
    if (member.kind === 'object' && isPlainObject(value)) {
      visitMembers([{ shape: member, path: memberPath, given: value }, ...levels], issues);
    } else if (member.kind === 'array' && Array.isArray(value)) {
      for (const [index, item] of value.slice(0, member.max).entries()) {
        if (typeof item === 'string' && !mayHold(member.items, item)) continue;
        visitText(levels, member.items, joinPath(memberPath, index), key, item, issues);
      }
    } else visitText(levels, member, memberPath, key, value, issues);
  }
}

function mayHold(shape: Shape, text: string): boolean {
  return mayRunOn(text) || (isOneLine(shape) && text.includes('\n'));
}

function isOneLine(shape: Shape): boolean {
  return shape.kind === 'text' && shape.form === 'line';
}

/** "priority: high" on a line of its own, as in YAML; also with quotes or a bullet. */
const NAMED_LINE = /^\s{0,9}(?:[-*]\s)?["'*]{0,2}([A-Za-z_]\w{0,59})["'*]{0,2}\s?[:=]["'*]{0,2}\s*(\S.*)$/;
/** A value may stand in quotes, with a comma behind. */
const QUOTED_VALUE = /^(["'])(.*)\1,?$/;
/** More than any tool has arguments. */
const LINES_MAX_COUNT = 20;

/** The arguments on the lines behind the first, of a text that has one line; undefined where one is none. */
function linesBehind(text: string): RunOn | undefined {
  const [before = '', ...others] = text.split('\n', LINES_MAX_COUNT);
  const inner = others
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', value = ''] = NAMED_LINE.exec(line.trimEnd()) ?? [];
      return { name, value: QUOTED_VALUE.exec(value)?.[2] ?? value };
    });
  const isAll = before.trim() !== '' && inner.length > 0 && inner.every(({ name }) => name !== '');
  return isAll ? { before, inner, isCall: false } : undefined;
}

function visitText(
  levels: readonly Level[],
  shape: Shape,
  path: string,
  key: string,
  value: unknown,
  issues: Issue[],
): void {
  const found = typeof value === 'string' ? findRunOn(value, key) : undefined;
  const runOn = found ?? (typeof value === 'string' && isOneLine(shape) ? linesBehind(value) : undefined);
  if (!runOn) return;
  const swallowed = runOn.inner.flatMap((inner) => lostBy(levels, inner) ?? []);
  if (swallowed.length === 0 && !runOn.isCall) return;
  issues.push(holderIssue(shape, path, value, runOn, swallowed));
  issues.push(...swallowed.map((lost) => lostIssue(lost, path)));
}

/** undefined for what is no argument of the tool by its name or in other words, or is given. */
function lostBy(levels: readonly Level[], { name, value }: InnerArgument): Swallowed | undefined {
  const folded = fold(name);
  for (const match of SURE_MATCHES) {
    for (const { shape, path, given } of levels) {
      const key = match(folded, [...shape.members.keys()], shape.vocabulary);
      const member = key === undefined ? undefined : shape.members.get(key);
      if (key === undefined || !member) continue;
      const isGiven = Object.hasOwn(given, key) && given[key] !== null && given[key] !== undefined;
      return isGiven ? undefined : { path: joinPath(path, key), value: meantBy(member, value) };
    }
  }
  return undefined;
}

function meantBy(shape: Shape, value: unknown): unknown {
  const read = typeof value === 'string' ? [value, parsed(value)] : [value];
  const taken = read.find((candidate) => candidate !== undefined && accepts(shape, candidate));
  const meant = taken ?? (value === undefined ? undefined : suggest(shape, value));
  return holdsRunOn(meant) ? undefined : meant;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of the text that holds them. What it was meant to be is suggested only where all in it is clear. */
function holderIssue(
  shape: Shape,
  path: string,
  value: unknown,
  runOn: RunOn,
  swallowed: readonly Swallowed[],
): Issue {
  const before = shape.kind === 'text' ? runOn.before.trimEnd() : runOn.before.trim();
  const isClear = !runOn.isCall && swallowed.every((lost) => lost.value !== undefined);
  const suggestion = isClear ? meantBy(shape, before) : undefined;
  const names = swallowed.map((lost) => lost.path).join(', ');
  const what = runOn.isCall
    ? 'another call: send that as a call of its own'
    : `${names}: send ${swallowed.length === 1 ? 'it as an argument of its own' : 'them as arguments of their own'}`;
  const end = suggestion === undefined ? 'only the text before that' : toCopy(suggestion);
  const message = `${path} runs on past its end and holds ${what}, and ${path} as ${end}.`;
  const issue: Issue = { path, code: 'swallowed', message, received: render(value) };
  return suggestion === undefined ? issue : { ...issue, suggestion };
}

function lostIssue({ path, value }: Swallowed, holder: string): Issue {
  const instead = value === undefined ? '' : `: ${toCopy(value)}`;
  const message = `${path} stands inside ${holder} and was not given; send it as an argument of its own${instead}.`;
  const issue: Issue = { path, code: 'swallowed', message };
  return value === undefined ? issue : { ...issue, suggestion: value };
}
