import type { Issue } from '../errors.js';
import { isPlainObject } from './embedded.js';
import { explainInteger, explainText, explainWord } from './explain_scalar.js';
import { faultOf } from './fault.js';
import type { Issues } from './issues.js';
import { joinPath } from './render.js';
import type { ArrayShape, ObjectShape, Shape } from './shape.js';
import { unknownKeyIssue } from './unknown_key.js';
import { span, wanted } from './wanted.js';

/**
 * Adds everything that is wrong with the arguments by their schema. Goes as deep as the schema, never deeper.
 */
export function explain(root: ObjectShape, args: Record<string, unknown>, issues: Issues): void {
  explainObject(root, root, '', args, issues);
}

function explainObject(
  root: ObjectShape,
  shape: ObjectShape,
  path: string,
  value: Record<string, unknown>,
  issues: Issues,
): void {
  for (const key of Object.keys(value)) {
    if (issues.overflowed) return;
    if (!shape.members.has(key)) issues.add(unknownKeyIssue(root, shape, path, key, value));
  }
  for (const [key, member] of shape.members) {
    const memberPath = joinPath(path, key);
    const isRequired = shape.required.has(key);
    const memberValue = Object.hasOwn(value, key) ? value[key] : undefined;
    if (memberValue === undefined) {
      if (isRequired) issues.add(missingIssue(member, memberPath));
    } else if (memberValue !== null || isRequired) {
      explainValue(root, member, memberPath, memberValue, issues);
    }
  }
}

function explainValue(root: ObjectShape, shape: Shape, path: string, value: unknown, issues: Issues): void {
  if (shape.kind === 'object' && isPlainObject(value)) explainObject(root, shape, path, value, issues);
  else if (shape.kind === 'array' && Array.isArray(value)) explainItems(root, shape, path, value, issues);
  else {
    const issue = explainLeaf(shape, path, value);
    if (issue) issues.add(issue);
  }
}

function explainItems(
  root: ObjectShape,
  shape: ArrayShape,
  path: string,
  items: readonly unknown[],
  issues: Issues,
): void {
  const { min, max } = shape;
  if (items.length < (min ?? 0) || items.length > (max ?? Number.POSITIVE_INFINITY)) {
    const fault = `has ${items.length} items; the count must be ${span(min, max, 'items')}`;
    issues.add(faultOf(shape, path, items, 'items', fault));
  }
  for (const [index, item] of items.entries()) {
    if (issues.overflowed) return;
    explainValue(root, shape.items, joinPath(path, index), item, issues);
  }
}

function explainLeaf(shape: Shape, path: string, value: unknown): Issue | undefined {
  if (shape.kind === 'text') return explainText(shape, path, value);
  if (shape.kind === 'enum') return explainWord(shape, path, value);
  if (shape.kind === 'integer') return explainInteger(shape, path, value);
  if (shape.kind === 'boolean' && typeof value === 'boolean') return undefined;
  return faultOf(shape, path, value, 'type');
}

function missingIssue(shape: Shape, path: string): Issue {
  const expected = wanted(shape);
  return { path, code: 'required', message: `${path} is missing; send ${expected}.`, expected };
}
