import { Kind, type SchemaOptions, type TSchema, Type, TypeRegistry } from '@sinclair/typebox';
import { findForbiddenCharacter, findHiddenCharacter, isBlank } from '../text/characters.js';

/**
 * TypeBox kinds for what TypeBox 0.34 says differently from JSON Schema or from this service: lengths count
 * code points (its own strings count UTF-16 units), an enum publishes `type: string, enum` (its unions
 * publish anyOf and const), and nullable publishes a type array.
 */

/** A string whose lengths are in Unicode code points. */
export interface TextOptions extends SchemaOptions {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/**
 * A text that is not blank. JSON Schema can say of it only that it must not be all white space; the service
 * asks for a character that a reader sees.
 */
export const NOT_BLANK_PATTERN = '\\S';

/** Marks a string that must stay on one line and be free of invisible characters. Not published. */
const OneLineMark: unique symbol = Symbol.for('tasklatch.one_line');

/** Marks a string of any number of lines, free of characters that hide something. Not published. */
const ProseMark: unique symbol = Symbol.for('tasklatch.prose');

/** What a text has to be beyond what a JSON Schema says of it, such as the name of somebody. */
export interface TextForm {
  readonly name: string;
  /** What keeps a text that the schema allows from being one; undefined for nothing. */
  faultOf?(text: string): TextFault | undefined;
  /** True where only the pattern says what is wrong with a text. */
  readonly isPattern?: true;
}

export interface TextFault {
  /** The code of the issue. */
  readonly code: string;
  /** Goes on after the path of the argument: "is a word for nobody and no name". */
  readonly says: string;
}

/** The code of the issue of a word that is to let everything through. */
export const ALL_CODE = 'all';
/** The code of the issue of what only stands for a value, and would be shared by calls that share nothing. */
export const PLACEHOLDER_CODE = 'placeholder';

/** Holds the form that a string must have. Not published. */
const FormMark: unique symbol = Symbol.for('tasklatch.form');

type TextSchema = TextOptions & {
  [OneLineMark]?: true;
  [ProseMark]?: true;
  [FormMark]?: TextForm;
};

/** Number of Unicode code points of a string. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    if (text.charCodeAt(index) >> 10 !== 0x36) continue;
    if (text.charCodeAt(index + 1) >> 10 === 0x37) count -= 1;
  }
  return count;
}

const patterns = new Map<string, RegExp>();

/**
 * True when the pattern, which anchors itself, holds for the text. Patterns come from schemas only, so they
 * are few.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (pattern === NOT_BLANK_PATTERN) return !isBlank(text);
  let compiled = patterns.get(pattern);
  if (!compiled) {
    compiled = new RegExp(pattern, 'u');
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
}

/** Counts only where the number of UTF-16 units leaves it open. */
function isShorter(text: string, minCodePoints: number): boolean {
  if (text.length < minCodePoints) return true;
  return text.length < 2 * minCodePoints - 1 && countCodePoints(text) < minCodePoints;
}

/** Counts only where the number of UTF-16 units leaves it open. */
function isLonger(text: string, maxCodePoints: number): boolean {
  if (text.length > 2 * maxCodePoints) return true;
  return text.length > maxCodePoints && countCodePoints(text) > maxCodePoints;
}

function isText(schema: TextSchema, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const { minLength, maxLength, pattern } = schema;
  if (minLength !== undefined && isShorter(value, minLength)) return false;
  if (maxLength !== undefined && isLonger(value, maxLength)) return false;
  if (pattern !== undefined && !matchesPattern(pattern, value)) return false;
  if (schema[FormMark]?.faultOf?.(value)) return false;
  if (schema[ProseMark]) return findHiddenCharacter(value) === null;
  return !schema[OneLineMark] || findForbiddenCharacter(value) === null;
}

interface EnumSchema {
  enum: readonly string[];
}

interface NullableSchema {
  type: readonly [string, 'null'];
}

TypeRegistry.Set<TextSchema>('Text', isText);
TypeRegistry.Set<EnumSchema>('StringEnum', (schema, value) => schema.enum.includes(value as string));
TypeRegistry.Set<NullableSchema>(
  'Nullable',
  (schema, value) => value === null || typeof value === schema.type[0],
);

/** A string; lengths count code points, the pattern must hold for the whole string as it stands. */
export function Text(options: TextOptions = {}) {
  return Type.Unsafe<string>({ ...options, [Kind]: 'Text', type: 'string' });
}

/** A string on one line without control, bidi-override, tag and filler characters. */
export function OneLine(options: TextOptions) {
  return Type.Unsafe<string>({ ...options, [Kind]: 'Text', type: 'string', [OneLineMark]: true });
}

/** A string of any number of lines without selectors, joiners, tags and marks that only hide something. */
export function Prose(options: TextOptions) {
  return Type.Unsafe<string>({ ...options, [Kind]: 'Text', type: 'string', [ProseMark]: true });
}

/** A string that must also be of a form. */
export function formed<Schema extends TSchema>(schema: Schema, form: TextForm): Schema {
  return { ...schema, [FormMark]: form };
}

/** One of the given words, exactly. */
export function StringEnum<const Words extends readonly string[]>(words: Words, options: SchemaOptions = {}) {
  return Type.Unsafe<Words[number]>({ ...options, [Kind]: 'StringEnum', type: 'string', enum: [...words] });
}

/** A string or null: for outputs only, where a field is always present. */
export function NullableText(options: SchemaOptions = {}) {
  return Type.Unsafe<string | null>({ ...options, [Kind]: 'Nullable', type: ['string', 'null'] });
}

/** The kind that a schema was made with: 'Text', 'StringEnum', 'Nullable' or one of TypeBox's own. */
export function kindOf(schema: TSchema): string {
  return schema[Kind];
}

/** The form that `formed` gave to a schema. */
export function formOf(schema: TSchema): TextForm | undefined {
  const { [FormMark]: form }: TextSchema = schema;
  return form;
}

/** True for a schema that Prose made. */
export function isProse(schema: TSchema): boolean {
  return ProseMark in schema;
}

/** True for a schema that OneLine made. */
export function isOneLine(schema: TSchema): boolean {
  return OneLineMark in schema;
}
