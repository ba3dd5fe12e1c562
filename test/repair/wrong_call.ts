import type { ErrorCode } from '../../src/refusals/catalog.js';

/** Stands in a call for the name of the list that it is sent to. */
export const OWN_LIST = '(own list)';

/** A call of a tool as its model means it; `raw` in place of arguments where the body itself is wrong. */
export interface Call {
  readonly tool: string;
  readonly arguments: unknown;
}

/** A call that models really make, and what it should have been. */
export interface WrongCall extends Call {
  /** The body as it is sent, where it is not the arguments as JSON. */
  readonly raw?: string;
  /** What happened in the list since WORLD. */
  readonly before?: readonly Call[];
  /** The call that was meant; null where nobody can tell, or where another call must come first. */
  readonly right: Call | null;
  /** Of a call without a right one: the refusal that ends the attempts. */
  readonly code?: ErrorCode;
  /** Of a call without a right one: what the text of that refusal must say so that a model can go on. */
  readonly says?: string;
}

export type Kind = readonly [name: string, calls: readonly WrongCall[]];

type Fields = Readonly<Record<string, unknown>>;

export const call = (tool: string, args: unknown): Call => ({ tool, arguments: args });

/** The arguments of a task_update. */
export const change = (id: string, expectedVersion: number, patch: Fields, more: Fields = {}): Fields => ({
  id,
  expectedVersion,
  patch,
  ...more,
});

/** A wrong call and the arguments of the same tool that were meant. */
export const meant = (tool: string, args: unknown, right: Fields): WrongCall => ({
  ...call(tool, args),
  right: call(tool, right),
});

/** Wrong arguments of a task_create that meant the subject X and these fields. */
export const created = (args: unknown, fields: Fields = {}): WrongCall =>
  meant('task_create', args, { subject: 'X', ...fields });

/** A patch of #1 at version 1 and the patch that was meant. */
export const patched = (patch: unknown, right: Fields): WrongCall =>
  meant('task_update', { id: '1', expectedVersion: 1, patch }, change('1', 1, right));

/** Wrong arguments of a task_list, and those that were meant. */
export const listed = (args: unknown, right: Fields): WrongCall => meant('task_list', args, right);

/** A call that nobody can correct from its refusal alone; `says` is what shows a model the way on. */
export const open = (tool: string, args: unknown, code: ErrorCode, says: string): WrongCall => ({
  ...call(tool, args),
  right: null,
  code,
  says,
});

/** What every list of the corpus holds: #1 free, #2 waits for it, #3 has it all, #4 done, #5 deleted, #6 started. */
export const WORLD: readonly Call[] = [
  call('task_create', { subject: 'Write tests' }),
  call('task_create', { subject: 'Deploy', blockedBy: ['1'] }),
  call('task_create', {
    subject: 'Draft',
    description: 'Two pages.',
    priority: 'high',
    owner: 'ann',
    labels: ['docs', 'plan'],
  }),
  call('task_create', { subject: 'Old work' }),
  call('task_create', { subject: 'Made twice' }),
  call('task_create', { subject: 'Release' }),
  call('task_update', change('3', 1, { subject: 'Draft the plan' })),
  call('task_update', change('4', 1, { status: 'done' })),
  call('task_delete', { id: '5', expectedVersion: 1 }),
  call('task_update', change('6', 1, { status: 'in_progress' })),
];
