import { parseJson } from '../json/read.js';
import { type Problem, toProblem } from '../problems/problem.js';
import { CATALOG, type ErrorCode } from '../refusals/catalog.js';
import { Refusal } from '../refusals/refusal.js';
import { requireTool } from '../registry.js';
import { requireOnLog } from '../tasks/rules.js';
import { taskCreate } from '../tasks/tools/task_create.js';
import { taskDelete } from '../tasks/tools/task_delete.js';
import { taskGet } from '../tasks/tools/task_get.js';
import { taskUpdate } from '../tasks/tools/task_update.js';
import type { Card } from '../tasks/views/cards.js';
import type { Tool, WriteTool } from '../tools/tool.js';
import { call, EMPTY_LIST, EXAMPLE_MARK, type ExampleList } from './example_list.js';

/**
 * What the list of the examples goes through: it makes a state for each call that the documentation shows.
 */
const STORY: readonly { readonly tool: WriteTool; readonly arguments: Readonly<Record<string, unknown>> }[] =
  [
    {
      tool: taskCreate,
      arguments: {
        subject: 'Write tests',
        description: 'Start with the rules, then the doors.',
        owner: 'agent-7',
        labels: ['tests'],
      },
    },
    { tool: taskCreate, arguments: { subject: 'Write the tests' } },
    {
      tool: taskCreate,
      arguments: {
        subject: 'Deploy to staging',
        priority: 'high',
        blockedBy: ['1'],
        idempotencyKey: 'deploy-1',
      },
    },
    { tool: taskUpdate, arguments: { id: '1', expectedVersion: 1, patch: { status: 'in_progress' } } },
    { tool: taskUpdate, arguments: { id: '1', expectedVersion: 2, patch: { status: 'done' } } },
    { tool: taskDelete, arguments: { id: '2', expectedVersion: 1, reason: 'Same as #1.' } },
  ];

/** The list before the story and after each of its steps. */
const STATES: readonly ExampleList[] = tellStory();

/** The list at the end of the story. */
export const LAST_STATE: ExampleList = STATES.at(-1) ?? EMPTY_LIST;

function tellStory(): ExampleList[] {
  const states = [EMPTY_LIST];
  let list = EMPTY_LIST;
  for (const step of STORY) {
    list = call(list, step.tool, step.arguments).list;
    states.push(list);
  }
  return states;
}

/** A call of the documentation with its answer. */
export interface ExampleAnswer {
  /** The title in the form of a name, unique within its tool. */
  readonly name: string;
  readonly title: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly value: unknown;
  readonly text: string;
  readonly card: Card;
}

const answers = new Map<Tool, readonly ExampleAnswer[]>();

/** The examples of a tool, each answered in a state of the story in which it is accepted. */
export function answeredExamples(tool: Tool): readonly ExampleAnswer[] {
  const known = answers.get(tool);
  if (known) return known;
  const made = tool.examples.map(({ title, arguments: args }) => {
    const answer = answerOf(tool, args);
    const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
    return {
      name,
      title,
      arguments: args,
      value: answer.value,
      text: tool.text(answer),
      card: tool.card(answer) as Card,
    };
  });
  answers.set(tool, made);
  return made;
}

/** A read is shown at the end of the story, a write in the first state that fits. */
function answerOf(tool: Tool, args: Readonly<Record<string, unknown>>) {
  const states = tool.kind === 'read' ? STATES.toReversed() : STATES;
  for (const state of states) {
    try {
      return call(state, tool, args).answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  throw new Error(`No state of the examples' story accepts ${tool.name} ${JSON.stringify(args)}.`);
}

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
