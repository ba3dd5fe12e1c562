import { connect, type Place, systemPrompt, type Tasklatch } from '../tasklatch.ts';

/** The parts of Chat Completions that the loop reads; whatever else stands in a message goes back as it came. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON that the model wrote, which may be broken. */
  readonly function: { readonly name: string; readonly arguments: string };
}
export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };
type AssistantMessage = Extract<Message, { role: 'assistant' }>;
export interface Request {
  readonly tools: readonly unknown[];
  readonly messages: readonly Message[];
}
export type Model = (
  request: Request,
) => Promise<{ readonly choices: readonly { message: AssistantMessage }[] }>;

export interface AgentOptions extends Place {
  readonly model: Model;
  readonly prompt: string;
  /** What the agent is, besides keeping its tasks. */
  readonly instructions?: string | undefined;
}

/** A turn is one answer of the model; an agent that needs more has lost its way. */
const TURNS_MAX_COUNT = 50;

/** Runs an agent that keeps its tasks by tool calls; answers what it says in the end. */
export async function runAgent({ model, prompt, instructions, ...place }: AgentOptions): Promise<string> {
  const tasklatch = connect({ agent: 'fetch-loop', ...place });
  const tools = await tasklatch.tools('openai-chat');
  const messages: Message[] = [
    { role: 'system', content: await systemPrompt(tasklatch, instructions) },
    { role: 'user', content: prompt },
  ];
  for (let turn = 0; turn < TURNS_MAX_COUNT; turn += 1) {
    const message = (await model({ tools, messages })).choices[0]?.message;
    const calls = message?.tool_calls ?? [];
    if (!message || calls.length === 0) return message?.content ?? '';
    messages.push(message, ...(await answerAll(tasklatch, calls)));
  }
  throw new Error(`The model was not done after ${TURNS_MAX_COUNT} turns.`);
}

/** One after the other, in the order of the model. The service reads the JSON, so it can say where it is broken. */
async function answerAll(tasklatch: Tasklatch, calls: readonly ToolCall[]): Promise<Message[]> {
  const messages: Message[] = [];
  for (const { id, function: wanted } of calls) {
    const { text } = await tasklatch.call(wanted.name, wanted.arguments);
    messages.push({ role: 'tool', tool_call_id: id, content: text });
  }
  return messages;
}
