import { Agent, MCPServerStreamableHttp, type Model, run } from '@openai/agents';
import { connect, type Place, systemPrompt } from '../tasklatch.ts';

export interface AgentOptions extends Place {
  /** A name, or a model of your own; the default of the SDK when not given. */
  readonly model?: string | Model | undefined;
  readonly prompt: string;
  /** What the agent is, besides keeping its tasks. */
  readonly instructions?: string | undefined;
}

/** A turn is one answer of the model; an agent that needs more has lost its way. */
const TURNS_MAX_COUNT = 50;

/** Runs an agent that keeps its tasks over MCP; answers what it says in the end. */
export async function runAgent({ model, prompt, instructions, ...place }: AgentOptions): Promise<string> {
  const tasklatch = connect({ agent: 'openai-agents', ...place });
  const server = new MCPServerStreamableHttp({
    name: 'tasklatch',
    url: tasklatch.mcpUrl,
    requestInit: { headers: tasklatch.headers },
    // The tools change only with the version of the service.
    cacheToolsList: true,
  });
  await server.connect();
  try {
    const agent = new Agent({
      name: 'Worker',
      instructions: await systemPrompt(tasklatch, instructions),
      mcpServers: [server],
      ...(model && { model }),
    });
    const result = await run(agent, prompt, {
      maxTurns: TURNS_MAX_COUNT,
      // In the order of the model, so that ids come in the order in which it wrote the calls.
      toolExecution: { maxFunctionToolConcurrency: 1 },
      // A model that calls a tool which is not there is told so, rather than ended.
      toolNotFoundBehavior: 'return_error_to_model',
    });
    return result.finalOutput ?? '';
  } finally {
    await server.close();
  }
}
