import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { type CreateAgentParams, createAgent } from 'langchain';
import { connect, type Place, systemPrompt } from '../tasklatch.ts';
import { callAsItCame } from './call_as_it_came.ts';

export interface AgentOptions extends Place {
  /** A chat model that takes tools, or a name such as openai:gpt-5. */
  readonly model: NonNullable<CreateAgentParams['model']>;
  readonly prompt: string;
  /** What the agent is, besides keeping its tasks. */
  readonly instructions?: string | undefined;
}

/** LangGraph counts each answer of the model and each round of tools; an agent that needs more has lost its way. */
const STEPS_MAX_COUNT = 100;

/** Runs an agent that keeps its tasks over MCP; answers what it says in the end. */
export async function runAgent({ model, prompt, instructions, ...place }: AgentOptions): Promise<string> {
  const tasklatch = connect({ agent: 'langchain', ...place });
  const server = { transport: 'http' as const, url: tasklatch.mcpUrl, headers: { ...tasklatch.headers } };
  const client = new MultiServerMCPClient({ mcpServers: { tasklatch: server } });
  try {
    const tools = await client.getTools();
    const agent = createAgent({
      model,
      tools,
      systemPrompt: await systemPrompt(tasklatch, instructions),
      middleware: [callAsItCame(await client.getClient('tasklatch'), tools)],
    });
    const messages = [{ role: 'user', content: prompt }];
    const result = await agent.invoke({ messages }, { recursionLimit: STEPS_MAX_COUNT });
    return result.messages.at(-1)?.text ?? '';
  } finally {
    await client.close();
  }
}
