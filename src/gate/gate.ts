import type { Static, TObject } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';
import { isPlain, isPlainObject } from '../json/values.js';
import type { Issue } from '../refusals/refusal.js';
import { objectShape } from '../schema/shape.js';
import { explain } from './explain.js';
import { findSwallowed } from './hints/swallowed.js';
import type { CalledTool } from './hints/wrapper.js';
import { Issues } from './issues.js';
import { readRoot } from './root.js';
import { scan } from './scan.js';
import { takeJudged, takeKnown, takeValid } from './take.js';

/**
 * Faults that only a comparison of several arguments shows. Where an argument is faulty by itself, the others
 * come without it and `isWhole` is false: then nothing can be said of what is missing.
 */
export type CrossCheck<Arguments> = (args: Partial<Arguments>, isWhole: boolean) => Issue[];

/**
 * The gate of one tool: turns raw arguments into typed ones that hold the own, known and given properties
 * only, or refuses them naming every issue. Nothing is coerced, dropped or defaulted, but that null on an
 * optional property means "not given". The raw arguments are never changed.
 *
 * @throws Refusal INVALID_INPUT (from the function returned), and never anything else.
 */
export function compileGate<S extends TObject>(
  schema: S,
  check?: CrossCheck<Static<S>>,
  called?: CalledTool,
): (raw: unknown) => Static<S> {
  const validator = TypeCompiler.Compile(schema);
  const root = objectShape(schema);
  const checked = (args: Static<S>): Static<S> => {
    const conflicts = check?.(args, true) ?? [];
    if (conflicts.length === 0) return args;
    throw Issues.of(conflicts).toRefusal();
  };
  return (raw = {}) => {
    const known = isPlainObject(raw) ? takeKnown(root, raw) : undefined;
    const isValid = known !== undefined && validator.Check(known);
    // So ends a plain call; what follows judges one that is faulty, or may hold other arguments in a text.
    if (isValid && isPlain(known)) return checked(known);
    const { args, left } = takeJudged(root, readRoot(root, raw, called));
    const scanned = scan(args, root);
    const found = [...findSwallowed(root, args), ...scanned.issues];
    if (isValid && found.length === 0) return checked(known);
    const issues = Issues.of(found);
    issues.count(left + scanned.left);
    explain(root, args, issues);
    // Each property of it has passed its own schema.
    const valid = takeValid(root, args) as Partial<Static<S>>;
    issues.addAll(check?.(valid, false) ?? []);
    if (issues.isEmpty) issues.add(unexplained(validator, known));
    throw issues.toRefusal();
  };
}

/** For a schema that says more than the explanations know, so that a refusal always names an issue. */
function unexplained(validator: TypeCheck<TObject>, known: unknown): Issue {
  const first = validator.Errors(known).First();
  const path = first?.path.slice(1).replaceAll('/', '.') ?? '';
  return { path, code: 'type', message: `${path || 'The input'} does not match the schema of the tool.` };
}
