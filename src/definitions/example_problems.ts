import { parseJson } from '../json/read.js';
import { type Problem, toProblem } from '../problems/problem.js';
import { CATALOG, type ErrorCode } from '../refusals/catalog.js';
import { Refusal } from '../refusals/refusal.js';
import { requireTool } from '../registry.js';
import { requireOnLog } from '../tasks/rules.js';
import { taskCreate } from '../tasks/tools/task_create.js';
import { taskGet } from '../tasks/tools/task_get.js';
import { taskUpdate } from '../tasks/tools/task_update.js';
import { call, EXAMPLE_MARK, type ExampleList } from './example_list.js';
import { STATES } from './examples.js';

const REQUEST_ID = '00000000-0000-4000-8000-0000000000ff';

const patch = { status: 'in_progress' } as const;

/**
 * Calls that the rules refuse in the given state of the story; the others are refused before they reach a
 * tool.
 */
const REFUSED: { readonly [Code in ErrorCode]?: (state: (index: number) => ExampleList) => unknown } = {
  MALFORMED_BODY: () => parseJson(Buffer.from('{"subject": "A", "subject": "B"}')),
  INVALID_INPUT: () =>
    taskUpdate.admit({ id: 1, expectedVersion: 1, patch: { prioritty: 'high', status: 'Done' } }),
  UNKNOWN_TOOL: () => requireTool('taskUpdate'),
  TASK_NOT_FOUND: (state) => call(state(6), taskGet, { id: '9' }),
  TASK_DELETED: (state) => call(state(6), taskGet, { id: '2' }),
  STALE_VERSION: (state) =>
    call(state(4), taskUpdate, { id: '1', expectedVersion: 1, patch: { priority: 'high' } }),
  VERSION_REQUIRED: (state) => call(state(4), taskUpdate, { id: '1', patch: { priority: 'high' } }),
  CURSOR_UNKNOWN: () =>
    requireOnLog({ version: 238, mark: '0c81b7aa' }, { headVersion: 240, mark: EXAMPLE_MARK }),
  ILLEGAL_TRANSITION: (state) => call(state(5), taskUpdate, { id: '1', expectedVersion: 3, patch }),
  BLOCKED: (state) => call(state(3), taskUpdate, { id: '3', expectedVersion: 1, patch }),
  DEPENDENCY_CYCLE: (state) =>
    call(state(3), taskUpdate, { id: '1', expectedVersion: 1, patch: { addBlockedBy: ['3'] } }),
  INVALID_REFERENCE: (state) => call(state(3), taskCreate, { subject: 'Announce it', blockedBy: ['9'] }),
  IDEMPOTENCY_KEY_REUSED: (state) =>
    call(state(3), taskCreate, { subject: 'Deploy to production', idempotencyKey: 'deploy-1' }),
};

/**
 * A problem with this code: of a call that is really refused where a rule refuses it, of the catalog alone
 * elsewhere.
 */
export function exampleProblem(code: ErrorCode, status: number = CATALOG[code].status): Problem {
  const { message, extras } = refusalOf(code);
  return toProblem(new Refusal(code, message, { ...extras, status }), REQUEST_ID);
}

function refusalOf(code: ErrorCode): Refusal {
  const refused = REFUSED[code];
  if (!refused) return new Refusal(code, `${CATALOG[code].title}.`);
  try {
    refused(stateAt);
  } catch (error) {
    if (error instanceof Refusal && error.code === code) return error;
    throw error;
  }
  throw new Error(`The example of ${code} is not refused.`);
}

function stateAt(index: number): ExampleList {
  const state = STATES[index];
  if (!state) throw new Error(`The story has no step ${index}.`);
  return state;
}
