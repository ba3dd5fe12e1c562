/**
 * A model writes a call in the syntax of its vendor, and where it slips, the text of one argument runs on: it
 * holds the tag that closes it, and behind that the arguments that should have followed.
 */
export interface RunOn {
  /** The text as it was meant: up to the tag or quote that closes it. */
  readonly before: string;
  /** The arguments behind it, in their order. */
  readonly inner: readonly InnerArgument[];
  /** True where another call follows. */
  readonly isCall: boolean;
}

export interface InnerArgument {
  readonly name: string;
  /** As it is written, or as JSON has it; undefined where its end is not clear. */
  readonly value: unknown;
}
