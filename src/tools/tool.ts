import { createHash } from 'node:crypto';
import type { Static, TObject } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { stringify } from 'safe-stable-stringify';
import { type CrossCheck, compileGate } from '../gate/gate.js';
import type { Caller } from '../log/caller.js';
import type { Answer, Decision, Proposal } from '../log/decide_batch.js';
import type { LogEntry, LogName, LogState, ReadKind } from '../log/definition.js';
import type { ErrorCode } from '../refusals/catalog.js';
import { toolMeantBy } from './likely_tool.js';

/** Validated arguments plus who calls, on which list. */
export interface Intent<Arguments> {
  readonly list: string;
  readonly arguments: Arguments;
  readonly caller: Caller;
}

/** How soon a runtime should show a tool to its model. */
export const TIERS = ['core', 'more'] as const;
export type Tier = (typeof TIERS)[number];

/**
 * What a runtime may assume of a tool before it calls it (MCP tool annotations, all four). A write that names
 * a version is idempotent: sent again it is refused as stale, so that it has no further effect.
 */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** How the generic REST adapter serves a tool below /v1/lists/{list}. */
export interface HttpBinding {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the list, such as /tasks/:id; its parameters are arguments. */
  readonly path: string;
  /** Status of a success. */
  readonly status: 200 | 201;
  /** `arguments`: the body holds arguments. `merge-patch`: the body is a JSON Merge Patch of the task. */
  readonly body: 'none' | 'arguments' | 'merge-patch';
  /** Which version the ETag names. */
  readonly etag: 'task' | 'list' | 'none';
}

/** A call that a model could make: it stands in the definitions, in the documentation and in the tests. */
interface Example<Arguments> {
  readonly title: string;
  readonly arguments: Arguments;
}

/** What every tool says of itself: one value, and one file, with everything about it. */
interface ToolSpec<Input extends TObject, Output extends TObject> {
  readonly name: string;
  readonly title: string;
  /** core: what every agent needs at once. more: what a runtime may load when it is asked for. */
  readonly tier: Tier;
  /** What it does and answers, in a sentence or two. */
  readonly does: string;
  /** When to use it, in one sentence that begins with "Use it". */
  readonly use: string;
  /** When not to, which tool is meant instead, and what to watch for; begins with "Not". */
  readonly avoid: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: Annotations;
  readonly http: HttpBinding;
  readonly examples: readonly [Example<Static<Input>>, ...Example<Static<Input>>[]];
  /** The refusals that its rule can give, beyond those that any call can get. */
  readonly refusals: readonly ErrorCode[];
  readonly check?: CrossCheck<Static<Input>>;
  /** What a model reads; a pure function of what is stored. */
  text(answer: TypedAnswer<Static<Output>>): string;
  /** What a screen draws; a pure function of what is stored. */
  card(answer: TypedAnswer<Static<Output>>): Card;
}

/** What a screen draws. A client chooses by `card`, never by the name of the tool that answered. */
export interface Card {
  readonly card: string;
}

type TypedAnswer<Value> = Omit<Answer, 'value'> & { readonly value: Value };

interface ReadSpec<Input extends TObject, Output extends TObject, Query, Rows>
  extends ToolSpec<Input, Output> {
  readonly reads: ReadKind<Query, Rows>;
  query(intent: Intent<Static<Input>>): Query;
  /** The mark of the list version that the value names, where its ETag is that of the list. */
  markOf?(rows: Rows): string | null;
  /** Pure. @throws Refusal */
  decide(rows: Rows, intent: Intent<Static<Input>>): Static<Output>;
}

/** Something with a version of its own. */
interface Subject {
  readonly id: string;
  readonly version: number;
}

interface WriteSpec<
  Input extends TObject,
  Output extends TObject,
  Needs,
  State extends LogState,
  Change,
  Entry extends LogEntry,
> extends ToolSpec<Input, Output> {
  /** The log that it writes to. */
  readonly log: LogName<Needs, State, Change, Entry>;
  /** True when a write must name the version it was decided on; its input then has `expectedVersion`. */
  readonly versioned: boolean;
  needs(args: Static<Input>): Needs;
  /** What a value is about, so that a replay of it can say what became of that; null for nothing. */
  about(value: Static<Output>): Subject | null;
  /** Pure. @throws Refusal */
  decide(state: State, intent: Intent<Static<Input>>): Decision<Change> & { readonly value: Static<Output> };
}

/** A tool with its types erased, as the registry holds it. */
interface ToolBase extends Omit<ToolSpec<TObject, TObject>, 'check' | 'text' | 'card'> {
  /** `does`, `use` and `avoid` as one text: what a model reads of the tool. */
  readonly description: string;
  /** Turns raw arguments into typed ones. @throws Refusal INVALID_INPUT with every issue. */
  admit(raw: unknown): Record<string, unknown>;
  text(answer: Answer): string;
  card(answer: Answer): Card;
}

export interface ReadTool extends ToolBase {
  readonly kind: 'read';
  readonly reads: ReadKind;
  query(intent: Intent<unknown>): unknown;
  markOf?(rows: unknown): string | null;
  decide(rows: unknown, intent: Intent<unknown>): unknown;
}

export interface WriteTool extends ToolBase {
  readonly kind: 'write';
  readonly log: LogName;
  readonly versioned: boolean;
  needs(args: unknown): unknown;
  about(value: unknown): Subject | null;
  decide(state: LogState, intent: Intent<unknown>): Decision;
}

export type Tool = ReadTool | WriteTool;

/**
 * Defines a tool that only reads. The casts to the erased type hold because every argument that reaches the
 * functions went through `admit`, which compiles the same schema that types them.
 */
export function defineReadTool<Input extends TObject, Output extends TObject, Query, Rows>(
  spec: ReadSpec<Input, Output, Query, Rows>,
): ReadTool {
  const check = outputCheck(spec);
  const decide: typeof spec.decide = (rows, intent) => check(spec.decide(rows, intent));
  return { ...spec, kind: 'read', ...erased(spec), decide } as unknown as ReadTool;
}

/** Defines a tool that writes. The casts hold as in defineReadTool. */
export function defineWriteTool<
  Input extends TObject,
  Output extends TObject,
  Needs,
  State extends LogState,
  Change,
  Entry extends LogEntry,
>(spec: WriteSpec<Input, Output, Needs, State, Change, Entry>): WriteTool {
  const check = outputCheck(spec);
  const decide: typeof spec.decide = (state, intent) => {
    const decision = spec.decide(state, intent);
    check(decision.value);
    return decision;
  };
  return { ...spec, kind: 'write', ...erased(spec), decide } as unknown as WriteTool;
}

function erased<Input extends TObject>(spec: ToolSpec<Input, TObject>) {
  const description = [spec.does, spec.use, spec.avoid].join(' ');
  const called = { name: spec.name, meantBy: toolMeantBy };
  return { description, admit: compileGate(spec.input, spec.check, called) };
}

/** Nothing is stored or answered that the output schema of its tool does not allow. */
function outputCheck<Output extends TObject>({ name, output }: ToolSpec<TObject, Output>) {
  const check = TypeCompiler.Compile(output);
  return (value: Static<Output>): Static<Output> => {
    if (check.Check(value)) return value;
    const fault = check.Errors(value).First();
    throw new Error(
      `${name} came to a value that its output schema does not allow: ${fault?.path} ${fault?.message}`,
    );
  };
}

/** The intent of a call as its log takes it. */
export function toProposal(tool: WriteTool, intent: Intent<Record<string, unknown>>): Proposal {
  const { idempotencyKey: key, ...meant } = intent.arguments;
  return {
    tool: tool.name,
    caller: intent.caller,
    needs: tool.needs(intent.arguments),
    idempotency: typeof key === 'string' ? { key, fingerprint: fingerprintOf(meant) } : null,
    decide: (state) => tool.decide(state, intent),
  };
}

/** The same for the same arguments, whatever the order of their keys. */
function fingerprintOf(args: Record<string, unknown>): string {
  return createHash('sha256')
    .update(stringify(args) ?? '')
    .digest('base64url');
}
