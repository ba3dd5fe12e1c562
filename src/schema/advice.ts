import type { TSchema } from '@sinclair/typebox';

/**
 * What is known, beside an argument, of what callers mean by what they send for it. The gate reads it when a
 * call is refused, and no other time; it is not published. Whatever is meant, the gate suggests a value only
 * that the schema takes.
 */
export interface Advice {
  /** What callers call it, folded and separated by spaces. */
  readonly words?: string;
  /** What they call it where no argument beside it has the word among its `words`. */
  readonly perhaps?: string;
  /** What callers write for the words of an enum. */
  readonly values?: Readonly<Record<string, string>>;
  /** Words that look like a slip of its name or of one of its values, and mean something else. */
  readonly unlike?: string;
  /** What comes by other names and is not for it. */
  readonly notFor?: readonly Caution[];
  /** Of an object: what is shown with its fields, and no caller sets. */
  readonly kept?: Kept;
  /** What other services have as flags, where this is one of several words. */
  readonly flags?: Flags;
  /** The form in words that go on after "must be"; `length` is its bounds, such as "1 to 9 code points". */
  wanted?(length: string): string;
  /** A text without what texts of ours print around its value. */
  bare?(text: string): string;
  /** The text that is meant by another; without it, the text without what cannot be seen. */
  meant?(text: string): string | undefined;
  /** What is meant by a value of any kind. */
  meantBy?(value: unknown): unknown;
  /** Of an item: the parts of a text that holds several; undefined where it is not clear which. */
  split?(text: string): string[] | undefined;
  /** The word for just these words of an enum. */
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** What a text says that there is none of. */
  lackIn?(text: string): Lack | undefined;
  /** Of an item: whether a text says that there is none, where to give none is to do nothing. */
  saysNone?(text: string): boolean;
  /** What to do in place of an empty text, or of a word for none where a call cannot do without it. */
  readonly ifEmpty?: string;
  /** Of what adds to a set: what callers call the whole set, folded and separated by spaces. */
  readonly whole?: string;
  /** What to do in place of null, where it came by another name. */
  readonly ifNull?: string;
  /** True for a filter that has no word for all. */
  readonly isFilter?: true;
  /** What is known of a value for which there is no other, in words that go on after "; ". */
  hint?(value: unknown): string | undefined;
  /** What to do in place of an operation on a part of it. */
  readonly inside?: string;
  /** Why no other value is to be sent, where the arguments beside it say so; goes on after ", ". */
  against?(value: unknown, args: Readonly<Record<string, unknown>>): string | undefined;
}

/** A name that came in the stead of an argument, and promises something else than it does with its value. */
export interface Caution {
  /** Of the folded names that came. */
  readonly names: RegExp;
  /** What a caller must know; a clause. */
  readonly says: string;
  /** True where the value must not be handed on by the right name; `isChange` of a task that there is. */
  isAgainst(value: unknown, isChange: boolean): boolean;
  /** True where the call does what was meant also without the name. */
  isHarmless?(value: unknown): boolean;
  /** True where it holds whichever argument is meant by the name. */
  readonly isOfAny?: true;
}

export interface Kept {
  /** Its folded names, separated by spaces. */
  readonly shown: string;
  /** Names that only what was read has, all of them. */
  readonly marks: readonly string[];
  /** What a caller must know who gives it a value; of folded names. */
  readonly set: readonly { readonly names: RegExp; readonly says: string }[];
  /** What asks for a change that another field makes. */
  readonly asks: { readonly names: RegExp; readonly field: string; readonly says: string };
}

export interface Flags {
  /** From a word of the enum to the folded flags that ask for it. */
  readonly one: Readonly<Record<string, string>>;
  /** From a folded flag to the words that it may mean, in a phrase. */
  readonly several: Readonly<Record<string, string>>;
  /** What to do where it is not clear which word is meant. */
  readonly otherwise: string;
}

/** What a word says that there is none of, and what it is not. */
export interface Lack {
  /** The code of the issue. */
  readonly code: string;
  /** Goes on after the path of the argument. */
  readonly says: string;
  readonly isNot: string;
  /** What to do, where it is not to leave the argument out. */
  readonly instead?: string;
  /** The argument that means it. */
  readonly by?: { readonly argument: string; readonly value: unknown; readonly means: string };
}

/** Holds the advice. Not published. */
const AdviceMark: unique symbol = Symbol.for('tasklatch.advice');

const NONE: Advice = {};

/** The schema with advice, beside what it has already. */
export function advised<Schema extends TSchema>(schema: Schema, advice: Advice): Schema {
  return { ...schema, [AdviceMark]: { ...adviceOf(schema), ...advice } };
}

type Advised = TSchema & { [AdviceMark]?: Advice };

export function adviceOf(schema: TSchema): Advice {
  const { [AdviceMark]: advice = NONE }: Advised = schema;
  return advice;
}
