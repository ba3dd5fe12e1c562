import { isPlainObject } from '../json/loss.js';
import type { Issue } from '../refusals/refusal.js';
import { adviceOf } from '../schema/advice.js';
import { PLACEHOLDER_CODE } from '../schema/kinds.js';
import { type ArrayShape, isClearable, type ObjectShape, type Shape, span } from '../schema/shape.js';
import { joinPath } from '../text/render.js';
import { explainLeaf, faultOf } from './faults.js';
import {
  blankIssue,
  flagIssues,
  isBlankItem,
  missingIssue,
  otherArgument,
  spreadIssue,
  wrappedIssue,
} from './hints/habits.js';
import { isAddedByRuntime, runtimeKeysIssue } from './hints/no_argument.js';
import { INSTEAD, isEmptyText, nothingIssues, orAbsent, orEmpty } from './hints/nothing.js';
import { operationsIssues } from './hints/operations.js';
import { type Readings, readUnknown } from './hints/readings.js';
import { accepts } from './hints/suggest.js';
import { renamedIssues, turnedKeyIssue, unknownKeyIssue } from './hints/unknown_key.js';
import type { Issues } from './issues.js';

/** What every part of one input is explained with. */
interface Context {
  readonly root: ObjectShape;
  /** All arguments. */
  readonly args: Record<string, unknown>;
  readonly issues: Issues;
  readonly readings: Readings;
}

/**
 * Adds everything that is wrong with the arguments by their schema. Goes as deep as the schema, never deeper.
 */
export function explain(root: ObjectShape, args: Record<string, unknown>, issues: Issues): void {
  explainObject({ root, args, issues, readings: readUnknown(root, args) }, root, '', args);
}

function explainObject(
  context: Context,
  shape: ObjectShape,
  path: string,
  value: Record<string, unknown>,
): void {
  const { root, args, issues, readings } = context;
  const misshapen = path === '' ? undefined : misshapenIssues(context, shape, path, value);
  if (misshapen) {
    issues.addAll(misshapen);
    return;
  }
  const added = path === '' ? addedIn(shape, value) : [];
  if (added.length > 0) issues.add(runtimeKeysIssue(added));
  const misplaced = new Map<string, unknown>();
  for (const [key, reading] of readings.get(value) ?? []) {
    const flag = flagIssues(root, path, key, value, args);
    if (flag) {
      issues.addAll(flag);
      continue;
    }
    const found = turnedKeyIssue(root, shape, path, key) ?? unknownKeyIssue(reading);
    const [issue, ...means] = renamedIssues(root, found, key, value, args);
    if (issue) issues.add(issue);
    issues.addAll(means);
    if (typeof issue?.suggestion === 'string') misplaced.set(issue.suggestion, value[key]);
    // Of two values that differ none is the one that was meant.
    if (reading.contest) misplaced.set(reading.contest.path, undefined);
  }
  for (const [key, member] of shape.members) {
    const memberPath = joinPath(path, key);
    const isRequired = shape.required.has(key);
    const memberValue = Object.hasOwn(value, key) ? value[key] : undefined;
    if (memberValue === undefined) {
      if (isRequired) issues.add(missingIssue(member, memberPath, misplaced));
    } else if (memberValue !== null || isRequired) {
      explainValue(context, member, memberPath, memberValue, !isRequired);
    }
  }
}

function addedIn(shape: ObjectShape, value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((key) => !shape.members.has(key) && isAddedByRuntime(key, value[key]));
}

/** Of an object that does not hold the fields themselves; else undefined. */
function misshapenIssues(
  { root, args }: Context,
  shape: ObjectShape,
  path: string,
  value: Record<string, unknown>,
): Issue[] | undefined {
  const operations = operationsIssues(root, shape, path, value, args);
  if (operations) return operations;
  const wrapped = wrappedIssue(shape, path, value);
  return wrapped && [wrapped];
}

/** `isOptional` where null would say that nothing is given. */
function explainValue(
  context: Context,
  shape: Shape,
  path: string,
  value: unknown,
  isOptional = false,
): void {
  if (shape.kind === 'object' && isPlainObject(value)) explainObject(context, shape, path, value);
  else if (shape.kind === 'array' && Array.isArray(value)) explainItems(context, shape, path, value);
  else {
    const { root, args, issues } = context;
    const operations = shape.kind === 'object' ? operationsIssues(root, shape, path, value, args) : undefined;
    if (operations) {
      issues.addAll(operations);
      return;
    }
    const found = explainLeaf(shape, path, value);
    if (!found) return;
    // A word for none among the keys is no way to give none: the caller means to send a key.
    if (found.code === PLACEHOLDER_CODE) {
      issues.add(found);
      return;
    }
    const issue = withoutOther(found, adviceOf(shape.schema).against?.(value, args));
    const nothing = nothingIssues(root, shape, path, value, args);
    if (nothing) {
      issues.addAll(nothing);
      return;
    }
    if (isOptional && isEmptyText(value)) {
      issues.add(orEmpty(issue, insteadOfEmpty(root, shape, path)));
      return;
    }
    // Inside an object a word for nothing may ask to empty the field, which null does not.
    const isArgument = isOptional && (root.members.has(path) || saysNone(shape, value));
    issues.add(isArgument ? orAbsent(shape, otherArgument(root, issue, value), value) : issue);
  }
}

/** Where the arguments beside it say why the value that it suggests is not to be sent. */
function withoutOther(issue: Issue, reason: string | undefined): Issue {
  if (reason === undefined) return issue;
  const { suggestion: _, ...rest } = issue;
  return { ...rest, message: `${issue.path} must be ${issue.expected}, not ${issue.received}, ${reason}.` };
}

/** To leave out an argument that narrows the answer by whose the tasks are may not be what was meant. */
function insteadOfEmpty(root: ObjectShape, shape: Shape, path: string): string {
  const field = path.replace(/^.*\./, '');
  if (field !== path) return isClearable(root, field) ? INSTEAD.clearable : INSTEAD.field;
  return adviceOf(shape.schema).ifEmpty ?? INSTEAD.argument;
}

function explainItems(context: Context, shape: ArrayShape, path: string, items: readonly unknown[]): void {
  const { root, args, issues } = context;
  const nothing = nothingIssues(root, shape, path, items, args);
  if (nothing && !accepts(shape, items)) {
    issues.addAll(nothing);
    return;
  }
  const { min, max } = shape;
  if (items.length < (min ?? 0) || items.length > (max ?? Number.POSITIVE_INFINITY)) {
    const fault = `has ${items.length} items; the count must be ${span(min, max, 'items')}`;
    issues.add(faultOf(shape, path, items, 'items', fault));
  }
  const crowded = spreadIssue(shape, path, items);
  if (crowded) {
    issues.add(crowded);
    return;
  }
  // An array that would be empty then may ask to empty the field.
  const isNone = (item: unknown) => saysNone(shape, item);
  const canLeaveOut = root.members.has(path) || !items.every(isBlankItem) || items.every(isNone);
  for (const [index, item] of items.entries()) {
    const itemPath = joinPath(path, index);
    if (issues.isFull) {
      issues.count(issues.has(itemPath) || accepts(shape.items, item) ? 0 : 1);
      continue;
    }
    if (canLeaveOut && (isBlankItem(item) || isNone(item)))
      issues.add(blankIssue(shape.items, itemPath, item));
    else explainValue(context, shape.items, itemPath, item);
  }
}

/** To add or to take away none is to name none; no field is empty by it. */
function saysNone(shape: Shape, value: unknown): boolean {
  if (shape.kind !== 'array' || typeof value !== 'string') return false;
  return adviceOf(shape.items.schema).saysNone?.(value) ?? false;
}
