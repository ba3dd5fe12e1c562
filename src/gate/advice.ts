/** Clauses that several issues say, and the code by which a door tells an issue that it words anew. */

/** In words that a merge patch, which has no clear, replaces by its own. */
export const TO_EMPTY = 'to empty it name it in clear';

/** Code of the issue of operations in place of fields. */
export const OPERATIONS_CODE = 'operations';

/** What callers ask filters for and none does. */
export const NO_EXCLUSION = 'there is no filter that excludes or compares';
/** Where a caller means to add to the labels or to take some away. */
export const LABELS_ARE_WHOLE = 'labels sets the whole set: send all labels that the task should have';
/** Where a caller names several tasks. */
export const ONE_CALL_EACH = 'one call is for one task: make one call for each';
