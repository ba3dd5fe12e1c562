import { isPlainObject } from '../../json/loss.js';
import type { Issue } from '../../refusals/refusal.js';
import { adviceOf, type Kept } from '../../schema/advice.js';
import type { ObjectShape } from '../../schema/shape.js';
import { joinPath, render } from '../../text/render.js';
import { fold } from '../../text/words.js';

/** Keys that stand for no argument: who sets what they name, and whether the call can do without them. */

/** What the connection sets, so that a model cannot get it wrong; no tool takes it as an argument. */
export const SET_BY_CONNECTION: ReadonlySet<string> = new Set(
  'list listid listname session sessionid agent agentid agentname caller principal'.split(' '),
);

/**
 * What runtimes add to the arguments of a call behind the model's back: n8n the call, the chat and the name
 * of its node; LangChain its RunnableConfig; Flowise its flow; others their session, call or trace, or a text
 * for a tool that they believe to have no parameters.
 */
const ADDED: ReadonlySet<string> = new Set(
  [
    'toolCallId tool_call_id tool sessionId chatInput _sessionID sessionKey random_string _meta',
    'configurable callbacks run_manager runManager recursion_limit recursionLimit max_concurrency run_id runId',
    'run_name runName thread_id threadId checkpoint_id checkpoint_ns flowId chatflowId chatflowid chatId',
    'conversation_id conversationId call_id callId trace_id traceId',
  ]
    .join(' ')
    .split(' '),
);
/** What the `config` of LangChain has; another one is a model's own word. */
const CONFIG_KEYS: readonly string[] = 'configurable callbacks recursion_limit run_id run_name tags'.split(
  ' ',
);
/** What n8n's chat sends as `action`, which by another value is a model's own word. */
const CHAT_ACTIONS: ReadonlySet<unknown> = new Set(['sendMessage', 'loadPreviousSession']);

/** Of an issue that the model cannot repair, since it never wrote what is wrong. */
export const RUNTIME_KEY = 'runtime_key';

/** Whether a key that the tool does not have comes from the runtime and not from the model. */
export function isAddedByRuntime(key: string, value: unknown): boolean {
  if (value === null) return false;
  if (key === 'config') return isPlainObject(value) && CONFIG_KEYS.some((name) => Object.hasOwn(value, name));
  return key === 'action' ? CHAT_ACTIONS.has(value) : ADDED.has(key);
}

/** One issue for all of them, under the first. */
export function runtimeKeysIssue(keys: readonly string[]): Issue {
  const [first = ''] = keys;
  const [are, them] = keys.length === 1 ? ['is no argument', 'it'] : ['are no arguments', 'them'];
  const names = keys.join(', ');
  const message = [
    `${names} ${are}: the runtime added ${them}, not the model,`,
    `and adds ${them} again when the call is repeated;`,
    'whoever runs it can have it send the arguments of the tool alone (docs/agents.md of Tasklatch).',
  ].join(' ');
  return { path: joinPath('', first), code: RUNTIME_KEY, message, received: render(keys) };
}

/** What a caller must know who sets what the service sets; undefined for any other key, and for no value. */
export function setByService(kept: Kept | undefined, key: string, value: unknown): string | undefined {
  if (saysNothing(value)) return undefined;
  const name = fold(key);
  return kept?.set.find(({ names }) => names.test(name))?.says;
}

/** What to send in place of a key that asks for a change which nothing beside it does; else undefined. */
export function changeInstead(
  { schema, members }: ObjectShape,
  key: string,
  value: unknown,
  siblings: Record<string, unknown>,
): string | undefined {
  const { kept } = adviceOf(schema);
  const asks = saysNothing(value) ? undefined : kept?.asks;
  if (!kept || !asks?.names.test(fold(key)) || isAsRead(kept, siblings)) return undefined;
  const [inner = ''] = [...members].find(([, { kind }]) => kind === 'object') ?? [];
  const held = siblings[inner];
  return Object.hasOwn(isPlainObject(held) ? held : siblings, asks.field) ? undefined : asks.says;
}

/** Of a whole thing that comes back as it was read, which has what nobody sets. */
export function isAsRead(kept: Kept, siblings: Record<string, unknown>): boolean {
  return kept.marks.every((name) => Object.hasOwn(siblings, name));
}

/** Names under which a model speaks of the call and not of what it does, folded. */
const REMARKS: ReadonlySet<string> = new Set(
  'reason explanation justification rationale reasoning thinking thought thoughts'.split(' '),
);
/** A sign before a comment tells it from one that is to be kept, where nothing can keep one. */
const COMMENT = /^(?:\/\/|[$_]comments?$|\$schema$|\$id$)/i;

/** Names that ask by true for what is never done unasked, folded: false asks for what is done anyway. */
const EXTRAS = /^(?:(?:include|with|show)(?:deleted|archived|history)|verbose|debug|notify|force|dryrun)$/;

/**
 * Whether a call does what was meant also without this key, which no tool has. Only of these it is said that
 * they are to be left out: any other may restrict, place or time what is done, or ask for what there is not.
 * `shown` has the names of what is shown with what the call changes and set by nobody; `isAdvised` where a
 * caller is told what keeps it.
 */
export function isHarmless(
  key: string,
  value: unknown,
  shown: Kept['shown'] | undefined,
  isAdvised = false,
): boolean {
  const name = fold(key);
  if (saysNothing(value) || REMARKS.has(name)) return true;
  if (COMMENT.test(key)) return !isAdvised;
  // Who sends a whole thing back as it was read means to keep it.
  if (shown?.split(' ').includes(name)) return true;
  return (value === false || value === 'false') && EXTRAS.test(name);
}

/** Whether a value is null or empty. */
export function saysNothing(value: unknown): boolean {
  if (value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}
