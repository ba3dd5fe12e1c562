/** A tool call of the model. */
export interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What a run tells the test that started it. */
export interface Report {
  /** What the agent said in the end. */
  readonly answer: string;
  readonly system: string;
  /** The definitions that the model was given, in the form of its client. */
  readonly tools: readonly unknown[];
  /** What the model read about each call, in order. */
  readonly shown: readonly string[];
}

export const PROMPT = 'Plan the parser, its tests and its release; then do the parser.';
const FINAL = 'The parser is done; its tests are next.';

/** By how many answers the model has read: from the last of them to what it calls next. */
const STEPS: Readonly<Record<number, (last: string) => readonly Call[]>> = {
  0: () => [
    create({ subject: 'Write the parser', priority: 'high' }),
    create({ subject: 'Write the manual' }),
  ],
  2: () => [create({ subject: 'Test the parser', blockedBy: ['1'] })],
  3: () => [create({ subject: 'Publish it', blocked_by: ['2', '3'] })],
  4: (refusal) => [create({ subject: 'Publish it', [found(refusal, /use (\w+);/)]: ['2', '3'] })],
  5: () => [update(1, 'in_progress')],
  6: () => [update(1, 'done')],
  7: (refusal) => [update(Number(found(refusal, /send expectedVersion (\d+)/)), 'done')],
  8: () => [
    { name: 'task_list', arguments: {} },
    { name: 'task_get', arguments: { id: '4' } },
  ],
};

/**
 * What a model that knows nothing but what it read does next: calls, or its last words. It mends each
 * refused call with what the refusal says, and fails where the refusal does not reach it.
 */
export function nextTurn(shown: readonly string[]): readonly Call[] | string {
  const step = STEPS[shown.length];
  return step ? step(shown.at(-1) ?? '') : FINAL;
}

function create(args: Record<string, unknown>): Call {
  return { name: 'task_create', arguments: args };
}

function update(expectedVersion: number, status: string): Call {
  return { name: 'task_update', arguments: { id: '1', expectedVersion, patch: { status } } };
}

function found(refusal: string, pattern: RegExp): string {
  const [, word] = pattern.exec(refusal) ?? [];
  if (word === undefined) throw new Error(`The model cannot repair its call with what it read:\n${refusal}`);
  return word;
}

/** Hands the report to the test. */
export function report(facts: Report): void {
  console.log(JSON.stringify(facts));
}
