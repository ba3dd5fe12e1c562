import { createMCPClient } from '@ai-sdk/mcp';
import { generateText, type LanguageModel, stepCountIs } from 'ai';
import { connect, type Place, systemPrompt } from '../tasklatch.ts';

export interface AgentOptions extends Place {
  /** A model of a provider, or a name such as openai/gpt-5 for the gateway of the SDK. */
  readonly model: LanguageModel;
  readonly prompt: string;
  /** What the agent is, besides keeping its tasks. */
  readonly instructions?: string | undefined;
}

/** A step is one answer of the model; an agent that needs more has lost its way. */
const STEPS_MAX_COUNT = 50;

/** Runs an agent that keeps its tasks over MCP; answers what it says in the end. */
export async function runAgent({ model, prompt, instructions, ...place }: AgentOptions): Promise<string> {
  const tasklatch = connect({ agent: 'vercel-ai-sdk', ...place });
  const client = await createMCPClient({
    transport: { type: 'http', url: tasklatch.mcpUrl, headers: { ...tasklatch.headers } },
  });
  try {
    const { text } = await generateText({
      model,
      prompt,
      instructions: await systemPrompt(tasklatch, instructions),
      tools: await client.tools(),
      // In the order of the model, so that ids come in the order in which it wrote the calls.
      toolCallConcurrency: 1,
      stopWhen: stepCountIs(STEPS_MAX_COUNT),
    });
    return text;
  } finally {
    await client.close();
  }
}
