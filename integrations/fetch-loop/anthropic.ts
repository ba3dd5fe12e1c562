import { connect, type Place, systemPrompt, type Tasklatch } from '../tasklatch.ts';

/** The parts of the Messages API that the loop reads; whatever else stands in a block goes back as it came. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };
export interface ToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error: boolean;
}
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly Block[] | readonly ToolResult[];
}
export interface Request {
  readonly system: string;
  readonly tools: readonly unknown[];
  readonly messages: readonly Message[];
}
export type Model = (request: Request) => Promise<{ readonly content: readonly Block[] }>;

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
  const system = await systemPrompt(tasklatch, instructions);
  const tools = await tasklatch.tools('anthropic');
  const messages: Message[] = [{ role: 'user', content: prompt }];
  for (let turn = 0; turn < TURNS_MAX_COUNT; turn += 1) {
    const { content } = await model({ system, tools, messages });
    const results = await answerAll(tasklatch, content);
    if (results.length === 0) return textOf(content);
    messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  }
  throw new Error(`The model was not done after ${TURNS_MAX_COUNT} turns.`);
}

/** One after the other, in the order of the model. */
async function answerAll(tasklatch: Tasklatch, blocks: readonly Block[]): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  for (const block of blocks) {
    if (block.type !== 'tool_use') continue;
    const { ok, text } = await tasklatch.call(block.name, block.input);
    results.push({ type: 'tool_result', tool_use_id: block.id, content: text, is_error: !ok });
  }
  return results;
}

function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
