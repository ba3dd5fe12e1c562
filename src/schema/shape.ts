import type { TObject, TSchema } from '@sinclair/typebox';
import type { Vocabulary } from '../text/words.js';
import { type Advice, adviceOf } from './advice.js';
import { isOneLine, isProse, kindOf, NOT_BLANK_PATTERN } from './kinds.js';

/**
 * What the gate knows of a schema: read once when a tool is defined, so that an issue can say what is wanted.
 */
export type Shape = ObjectShape | ArrayShape | TextShape | EnumShape | IntegerShape | BooleanShape;

export interface ObjectShape {
  readonly kind: 'object';
  readonly schema: TSchema;
  readonly members: ReadonlyMap<string, Shape>;
  readonly required: ReadonlySet<string>;
  /** What callers call the members. */
  readonly vocabulary: Vocabulary;
}

export interface ArrayShape extends Bounds {
  readonly kind: 'array';
  readonly schema: TSchema;
  readonly items: Shape;
}

/** `line` is free of invisible characters, and `prose` of those that hide something. */
export interface TextShape extends Bounds {
  readonly kind: 'text';
  readonly schema: TSchema;
  readonly form: 'pattern' | 'line' | 'prose' | 'free';
  readonly pattern: string | undefined;
}

export interface EnumShape {
  readonly kind: 'enum';
  readonly schema: TSchema;
  readonly words: readonly string[];
  /** What callers write for the words. */
  readonly vocabulary: Vocabulary;
}

export interface IntegerShape extends Bounds {
  readonly kind: 'integer';
  readonly schema: TSchema;
}

export interface BooleanShape {
  readonly kind: 'boolean';
  readonly schema: TSchema;
}

/** Of the value, of its length in code points, or of its count of items. */
interface Bounds {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export function objectShape(schema: TObject): ObjectShape {
  const properties: Record<string, TSchema> = schema.properties;
  const members = new Map<string, Shape>();
  for (const [key, member] of Object.entries(properties)) members.set(key, shapeOf(member));
  const named = [...members].map(([key, member]) => [key, adviceOf(member.schema)] as const);
  const required = new Set<string>(schema.required ?? []);
  return { kind: 'object', schema, members, required, vocabulary: vocabularyOf(named) };
}

/** @throws Error at the definition of a tool whose schema has a kind that no issue could explain. */
function shapeOf(schema: TSchema): Shape {
  switch (kindOf(schema)) {
    case 'Object':
      // Kind 'Object' is what Type.Object makes, and nothing else.
      return objectShape(schema as TObject);
    case 'Array':
      return {
        kind: 'array',
        schema,
        items: shapeOf(schema.items),
        min: schema.minItems,
        max: schema.maxItems,
      };
    case 'Text':
      return textShape(schema);
    case 'StringEnum':
      return enumShape(schema);
    case 'Integer':
      return { kind: 'integer', schema, min: schema.minimum, max: schema.maximum };
    case 'Boolean':
      return { kind: 'boolean', schema };
    default:
      throw new Error(`An input schema cannot hold the kind ${kindOf(schema)}: the gate cannot explain it.`);
  }
}

function enumShape(schema: TSchema): EnumShape {
  const words: readonly string[] = schema.enum;
  const { values = {}, unlike = '' } = adviceOf(schema);
  const named = words.map((word) => [word, { words: values[word] ?? '', unlike }] as const);
  const vocabulary = vocabularyOf(named);
  return { kind: 'enum', schema, words, vocabulary };
}

function textShape(schema: TSchema): TextShape {
  const pattern: string | undefined = schema.pattern;
  return {
    kind: 'text',
    schema,
    form: formOf(schema),
    pattern,
    min: schema.minLength,
    max: schema.maxLength,
  };
}

function formOf(schema: TSchema): TextShape['form'] {
  if (isOneLine(schema)) return 'line';
  if (isProse(schema)) return 'prose';
  return schema.pattern === undefined || schema.pattern === NOT_BLANK_PATTERN ? 'free' : 'pattern';
}

/** What is said beside each of the names. */
function vocabularyOf(named: readonly (readonly [name: string, advice: Advice])[]): Vocabulary {
  const meanings = new Map<string, string[]>();
  const add = (name: string, words: string | undefined) => {
    for (const word of splitWords(words)) meanings.set(word, [...(meanings.get(word) ?? []), name]);
  };
  for (const [name, { words }] of named) add(name, words);
  for (const [name, { perhaps }] of named) add(name, perhaps);
  return { meanings, unlike: new Set(named.flatMap(([, { unlike }]) => splitWords(unlike))) };
}

function splitWords(words = ''): string[] {
  return words === '' ? [] : words.split(/\s+/);
}

/** True for a field that a call can name as one to be emptied. */
export function isClearable(root: ObjectShape, field: string): boolean {
  const clear = root.members.get('clear');
  return clear?.kind === 'array' && clear.items.kind === 'enum' && clear.items.words.includes(field);
}

/**
 * The form that a value must have, in words that go on after "must be" and after "send". Without an example,
 * since who reads to the letter would send it.
 */
export function wanted(shape: Shape): string {
  switch (shape.kind) {
    case 'object':
      return `an object with keys among ${[...shape.members.keys()].join(', ')}`;
    case 'array':
      return `an array of ${span(shape.min, shape.max, 'items')}, each ${wanted(shape.items)}`;
    case 'text':
      return wantedText(shape);
    case 'enum':
      return `one of ${shape.words.join(', ')}`;
    case 'integer':
      return `an integer${range(shape.min, shape.max)}`;
    case 'boolean':
      return 'true or false';
  }
}

function wantedText({ schema, form, pattern, min, max }: TextShape): string {
  const { wanted } = adviceOf(schema);
  if (wanted) return wanted(span(min, max, 'code points'));
  const line = form === 'line' ? ' on one line' : '';
  const isBounded = min !== undefined || max !== undefined;
  const length = isBounded ? ` of ${span(min, max, 'code points')}` : '';
  return `a string${length}${line}${wantedPattern(pattern)}`;
}

function wantedPattern(pattern: string | undefined): string {
  if (pattern === undefined) return '';
  return pattern === NOT_BLANK_PATTERN ? ' that is not blank' : ` that matches ${pattern}`;
}

/** "1 to 200 code points". */
export function span(min: number | undefined, max: number | undefined, unit: string): string {
  if (max === undefined) return min === undefined ? unit : `at least ${min} ${unit}`;
  return min === undefined || min === 0 ? `at most ${max} ${unit}` : `${min} to ${max} ${unit}`;
}

function range(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined ? '' : ` of at least ${min}`;
  return min === undefined ? ` of at most ${max}` : ` from ${min} to ${max}`;
}

/**
 * A schema as it is published: the part of JSON Schema that every client and every model runtime understands.
 */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** The object schema of a tool's arguments or value. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** The keywords that may be published, in the order in which a schema shows them. */
export const KEYWORDS: readonly (keyof JsonSchema)[] = [
  'type',
  'description',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'items',
  'properties',
  'required',
  'additionalProperties',
];
