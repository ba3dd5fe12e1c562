/** The words and forms of what a task holds, which everything else about it is made of. */

export const STATUSES = ['pending', 'in_progress', 'blocked', 'done', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** Those that hold nobody up, and the others. */
export const CLOSED_STATUSES: readonly Status[] = ['done', 'cancelled'];
export const OPEN_STATUSES = STATUSES.filter((status) => !CLOSED_STATUSES.includes(status));

/** From the most to the least pressing: the order of `order: "priority"`. */
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const LABEL_PATTERN = '^[a-z0-9][a-z0-9._/-]{0,49}$';
/** Nine digits fit a Postgres integer. */
export const ID_PATTERN = '^[1-9][0-9]{0,8}$';
/** A name that is safe in a URL path and short enough for an index key. */
export const LIST_PATTERN = '^[a-z0-9][a-z0-9._-]{0,99}$';
const LIST_NAME = new RegExp(LIST_PATTERN, 'u');

/** True for a name that a list can have. */
export const isListName = (name: string): boolean => LIST_NAME.test(name);
