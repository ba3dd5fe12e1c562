import type { ErrorCode } from './catalog.js';

/** One thing that is wrong with an input. `path` is like `patch.labels[2]`, or '' for the whole input. */
export interface Issue {
  readonly path: string;
  /** What kind of fault: `unknown_key`, `required`, `type`, `enum`, `pattern`, `length`, `range`, … */
  readonly code: string;
  /** One sentence that says what is wrong and what to send instead. */
  readonly message: string;
  readonly expected?: string;
  readonly received?: string;
  /** The likely right value or key, ready to be sent; null says to give none, as null does in a call. */
  readonly suggestion?: unknown;
}

/** What a problem carries beyond its code, where it applies. The rules of a log add what is theirs. */
export interface RefusalExtras {
  readonly issues?: readonly Issue[];
  /** How many there are, where `issues` holds only the first. */
  readonly issuesCount?: number;
  readonly tools?: readonly string[];
  /** In place of the catalog's hint, where the case at hand allows a more exact one. */
  readonly hint?: string;
  /** Where HTTP has a status of its own for the way the call came, such as 412 for If-Match. */
  readonly status?: number;
  /** For a client that looks for OAuth: the code that it expects in `error`. */
  readonly oauthError?: string;
  /** True of a write that may have been stored. */
  readonly isOutcomeUnknown?: boolean;
  /** Seconds after which a retry is worth it. */
  readonly retryAfterSeconds?: number;
  /** For the log; never shown to the caller. */
  readonly cause?: unknown;
}

/** The only thing that is thrown to a caller. `message` is the problem's `detail`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly extras: RefusalExtras;

  constructor(
    readonly code: ErrorCode,
    detail: string,
    extras: RefusalExtras = {},
  ) {
    super(detail, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.extras = extras;
  }
}

/** The refusal of an input with what is wrong with it; `count` is how much where the issues are not all. */
export function invalidInput(issues: readonly Issue[], count = issues.length): Refusal {
  const detail = count === 1 ? 'One argument is not valid.' : `${count} arguments are not valid.`;
  return new Refusal('INVALID_INPUT', detail, { issues, issuesCount: count });
}
