import { Refusal } from '../refusals/refusal.js';
import { taskCreate } from '../tasks/tools/task_create.js';
import { taskDelete } from '../tasks/tools/task_delete.js';
import { taskUpdate } from '../tasks/tools/task_update.js';
import type { Card } from '../tasks/views/card.js';
import type { Tool, WriteTool } from '../tools/tool.js';
import { call, EMPTY_LIST, type ExampleList } from './example_list.js';

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
export const STATES: readonly ExampleList[] = tellStory();

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
      card: tool.card(answer),
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
