import { type Static, type TOptional, Type } from '@sinclair/typebox';
import { FIELDS, type FieldName, type Fields, type OwnTraits } from './fields.js';

/** What follows from the table of fields: lists of names, and objects with a member for each name of one. */

/** The names of the fields of which the table says this. */
type Having<Said> = { [Name in FieldName]: Fields[Name] extends Said ? Name : never }[FieldName];
export type OwnField = Having<{ readonly own: true }>;

type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;
/** What a record holds in these fields. */
export type FieldValues<Name extends FieldName = FieldName> = {
  readonly [Each in Name]: Frozen<Static<Fields[Each]['schema']>>;
};

/** Object.keys says string of what can only be a name of the table. */
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** The filter does at run time what Having does in types. */
function having<Trait extends 'own' | keyof OwnTraits<unknown>, const Said>(trait: Trait, said: Said) {
  const names = FIELD_NAMES.filter((name) => Reflect.get(FIELDS[name], trait) === said);
  return names as Having<{ readonly [Each in Trait]: Said }>[];
}

/** A name that is not among the second is one of the rest. */
function without<Name extends FieldName, Other extends FieldName>(
  names: readonly Name[],
  others: readonly Other[],
) {
  const out: ReadonlySet<FieldName> = new Set(others);
  return names.filter((name): name is Exclude<Name, Other> => !out.has(name));
}

type TextField = Having<{ readonly column: `${string} text` }>;

function isText<Name extends FieldName>(name: Name): name is Name & TextField {
  return FIELDS[name].column.endsWith(' text');
}

/** The fields that a caller sets; what the audit log records and `changed` names, in this order. */
export const OWN_FIELDS = having('own', true);
export const CLEARABLE_FIELDS = having('clearable', true);
/** What an update of a row sets. */
export const CHANGING_FIELDS = without(FIELD_NAMES, having('fixed', true));
export const CREATION_FIELDS = without(OWN_FIELDS, having('creation', false));
/** What a page leaves out. */
export const WHOLE_FIELDS = having('summary', false);
/** What the record of a page holds. */
export const SUMMARY_FIELDS = without(FIELD_NAMES, WHOLE_FIELDS);
/** Those of them that a task says as they are. */
const SHOWN_FIELDS = without(SUMMARY_FIELDS, having('wire', false));
export const SUMMARY_TEXT_FIELDS = SHOWN_FIELDS.filter(isText);
export const SUMMARY_OWN_FIELDS = without(OWN_FIELDS, WHOLE_FIELDS);
export const SUMMARY_KEPT_FIELDS = without(SHOWN_FIELDS, OWN_FIELDS);

/** An object with one member for each name: what `of` answers for it. */
function mapped<Name extends FieldName>(names: readonly Name[], of: (name: Name) => unknown) {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}

// The casts below hold because `mapped` makes one member for each name, of what the table says of it.

/** The schemas of what these fields hold. */
export function schemasOf<Name extends FieldName>(names: readonly Name[]) {
  return mapped(names, (name) => FIELDS[name].schema) as { [Each in Name]: Fields[Each]['schema'] };
}

/** The arguments for these fields, of which a caller may leave out any. */
export function argumentsFor<Name extends OwnField>(names: readonly Name[]) {
  const made = mapped(names, (name) => Type.Optional(FIELDS[name].argument));
  return made as { [Each in Name]: TOptional<Fields[Each]['argument']> };
}

const BLANK_FIELDS = FIELD_NAMES.filter((name) => 'blank' in FIELDS[name]);
/** What a new task holds in each field that has a blank. */
export const BLANK = mapped(BLANK_FIELDS, (name) => Reflect.get(FIELDS[name], 'blank')) as FieldValues<
  Having<{ readonly blank: unknown }>
>;
