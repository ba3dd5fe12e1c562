import { isPlainObject } from '../../json/values.js';
import type { Issue } from '../../refusals/refusal.js';
import { joinPath, render } from '../../text/render.js';

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
