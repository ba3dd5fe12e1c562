/** The largest Postgres integer. */
export const VERSION_MAX = 2_147_483_647;

/** Letters of a commit id: enough that two histories of one list never look alike by chance. */
export const MARK_HEX_DIGITS = 8;

/** What names a marked version or a bare one, as callers send it. */
export const MARKED_VERSION_PATTERN = `^(0|[1-9][0-9]{0,9})(-[0-9a-f]{${MARK_HEX_DIGITS}})?$`;

/**
 * A list version with the mark of the commit that made it: the first letters of its id. Version 0 has none,
 * and a bare version that a caller sends has none either.
 */
export interface MarkedVersion {
  readonly version: number;
  readonly mark: string | null;
}

/** `123-9f3a1c2e`; `0` for a list that nobody wrote to. */
export function formatMarkedVersion({ version, mark }: MarkedVersion): string {
  return mark === null ? String(version) : `${version}-${mark}`;
}

/** The text has matched the pattern. A number that no list can have stays beyond every head. */
export function parseMarkedVersion(text: string): MarkedVersion {
  const [version, mark = null] = text.split('-');
  return { version: Math.min(Number(version), VERSION_MAX), mark };
}
