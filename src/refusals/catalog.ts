interface CatalogEntry {
  /** HTTP status. */
  readonly status: number;
  readonly title: string;
  /** The next step; names only tools and arguments that exist. */
  readonly hint: string;
  /** True when the same call can succeed later without a change. */
  readonly retryable: boolean;
}

/** Every error that a caller can get. docs/errors.md is generated from it. */
export const CATALOG = {
  INVALID_INPUT: {
    status: 400,
    title: 'The arguments are not valid',
    hint: 'Correct each issue as its message says and send the call again. This call stored nothing.',
    retryable: false,
  },
  MALFORMED_BODY: {
    status: 400,
    title: 'The body is not valid JSON',
    hint: 'Send one JSON object, encoded as UTF-8, with each key once. Reading ended at the first fault. This call stored nothing.',
    retryable: false,
  },
  UNAUTHENTICATED: {
    status: 401,
    title: 'The call names no valid key',
    hint: 'Send the header "Authorization: Bearer KEY" with a key that this service knows.',
    retryable: false,
  },
  FORBIDDEN: {
    status: 403,
    title: 'The call is not allowed here',
    hint: 'Use a list that this key reaches, or a key that reaches this list.',
    retryable: false,
  },
  TASK_NOT_FOUND: {
    status: 404,
    title: 'There is no task with this id',
    hint: 'Call task_list to see the ids there are.',
    retryable: false,
  },
  UNKNOWN_TOOL: {
    status: 404,
    title: 'There is no tool with this name',
    hint: 'Use one of the names in tools.',
    retryable: false,
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    title: 'There is nothing at this address',
    hint: 'GET /openapi.json lists every address; GET /docs shows them.',
    retryable: false,
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'This address does not take this method',
    hint: 'Use a method that the Allow header names.',
    retryable: false,
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'The request did not arrive in time',
    hint: 'Send the whole request at once. This call stored nothing.',
    retryable: true,
  },
  STALE_VERSION: {
    status: 409,
    title: 'The task changed since the version that this write names',
    hint: 'Read current and changedSince, decide again, and send current.version as expectedVersion.',
    retryable: false,
  },
  CURSOR_UNKNOWN: {
    status: 409,
    title: 'The log has no such point',
    hint: 'Read the list anew with task_list, then follow it from the cursor that GET /v1/lists/{list} answers.',
    retryable: false,
  },
  ILLEGAL_TRANSITION: {
    status: 409,
    title: 'The task cannot go from its status to this one',
    hint: 'Call task_get to see the status that the task has.',
    retryable: false,
  },
  BLOCKED: {
    status: 409,
    title: 'The task waits for open tasks',
    hint: 'Complete or cancel each task in blockers first, or take it away with removeBlockedBy.',
    retryable: false,
  },
  DEPENDENCY_CYCLE: {
    status: 409,
    title: 'The tasks would wait for each other',
    hint: 'Leave out the blocker that closes the cycle in path, or first take away another edge of it with removeBlockedBy.',
    retryable: false,
  },
  TASK_DELETED: {
    status: 410,
    title: 'The task was deleted',
    hint: 'task_history shows who deleted it; task_restore with current.version as expectedVersion brings it back.',
    retryable: false,
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: 'The body is too large',
    hint: 'Send at most 1 MiB. A tool call is one small change, never a whole list.',
    retryable: false,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The body has a type that this address does not take',
    hint: 'Send JSON in UTF-8 with the header "Content-Type: application/json".',
    retryable: false,
  },
  EXPECTATION_FAILED: {
    status: 417,
    title: 'The request expects what the service does not do',
    hint: 'Send the request without the header Expect, or with "Expect: 100-continue". This call stored nothing.',
    retryable: false,
  },
  INVALID_REFERENCE: {
    status: 422,
    title: 'A task that the call refers to is not there, or no more can wait for it',
    hint: 'Call task_list to see the ids there are, and refer only to those.',
    retryable: false,
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'This idempotencyKey belongs to another call',
    hint: 'Use a new idempotencyKey for each new intent; repeat a key only with the same arguments.',
    retryable: false,
  },
  VERSION_REQUIRED: {
    status: 428,
    title: 'The write names no version',
    hint: 'Read current, decide, and send current.version as expectedVersion.',
    retryable: false,
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many calls',
    hint: 'Wait a few seconds, or those that Retry-After gives, then send the call again.',
    retryable: true,
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: 'The headers are too large',
    hint: 'Send less than 16 KiB of headers.',
    retryable: false,
  },
  INTERNAL: {
    status: 500,
    title: 'The service failed',
    hint: 'Report the requestId in instance. Before you repeat a write without an idempotencyKey, read what is there.',
    retryable: false,
  },
  CONTENTION: {
    status: 503,
    title: 'Too many writers are at this list',
    hint: 'Wait a few seconds, or those that Retry-After gives, then send the same call again. This call stored nothing.',
    retryable: true,
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: 'The database cannot serve the call',
    hint: 'Wait a few seconds, or those that Retry-After gives, then send the same call again, a write with the same idempotencyKey.',
    retryable: true,
  },
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof CATALOG;
