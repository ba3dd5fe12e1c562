/** Who calls. The principal is proved by a key; agent and session are what the caller's headers claim. */
export interface Caller {
  readonly principal: string;
  readonly agent: string | null;
  readonly session: string | null;
  /** Names the HTTP request in answers, logs and audit rows. */
  readonly requestId: string;
  /** What the caller's runtime calls this tool call, where the door carries it: null elsewhere. */
  readonly toolCallId: string | null;
}

/** The principal of every caller where the service has no keys. */
export const ANONYMOUS = 'anonymous';

/**
 * The name under which a change is shown (`createdBy`, `updatedBy`, `by`). A claimed agent name never stands
 * alone where principals are proved, so that nobody can sign with another principal's name.
 */
export function signature(caller: Pick<Caller, 'principal' | 'agent'>): string {
  if (caller.agent === null) return caller.principal;
  return caller.principal === ANONYMOUS ? caller.agent : `${caller.principal}/${caller.agent}`;
}
