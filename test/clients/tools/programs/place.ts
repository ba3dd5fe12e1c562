/** Where a program finds the service, and the list that it works on. */
export interface Place {
  readonly url: string;
  readonly key: string;
  readonly list: string;
}

/** What a program did, as the service answered it. */
export interface Report {
  readonly created: string;
  readonly listed: readonly string[];
  readonly got: string;
  readonly patched: string;
  /** Status, code and current version of a write on an old version. */
  readonly stale: readonly [number, string, number | undefined];
  /** The text of a tool that was called by its name. */
  readonly called: string;
  readonly deleted: string;
}

interface Task {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly subject: string;
  readonly deletedAt?: string | null;
}

export function lineOf({ id, version, status, subject, deletedAt }: Task): string {
  return `#${id} v${version} [${status}] ${subject}${deletedAt ? ', deleted' : ''}`;
}
