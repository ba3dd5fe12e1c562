import {
  type AgentOutputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Usage,
} from '@openai/agents';
import { runAgent } from '../openai-agents/agent.ts';
import { nextTurn, PROMPT, report } from './conversation.ts';

/** Answers by the script; keeps the last request. */
class ScriptedModel implements Model {
  last: ModelRequest | undefined;

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.last = request;
    return { usage: new Usage(), output: toOutput(nextTurn(shownIn(request))) };
  }

  getStreamedResponse(): never {
    throw new Error('The script does not stream.');
  }
}

function toOutput(turn: ReturnType<typeof nextTurn>): AgentOutputItem[] {
  if (typeof turn === 'string') {
    const content = [{ type: 'output_text' as const, text: turn }];
    return [{ type: 'message', role: 'assistant', status: 'completed', content }];
  }
  return turn.map(({ name, arguments: args }, index) => ({
    type: 'function_call',
    callId: `${crypto.randomUUID()}-${index}`,
    name,
    arguments: JSON.stringify(args),
    status: 'completed',
  }));
}

function shownIn({ input }: ModelRequest): string[] {
  if (typeof input === 'string') return [];
  return input.flatMap((item) => (item.type === 'function_call_result' ? [toText(item.output)] : []));
}

/** A text alone comes as a list of one part; anything else is shown as it is. */
function toText(output: unknown): string {
  const [part, ...others] = output as readonly { readonly type: string; readonly text?: string }[];
  const isText = others.length === 0 && part?.type === 'input_text';
  return isText ? String(part.text) : JSON.stringify(output);
}

const model = new ScriptedModel();
const answer = await runAgent({ model, prompt: PROMPT, list: 'openai-agents' });
const { systemInstructions = '', tools = [] } = model.last ?? {};
report({ answer, system: systemInstructions, tools, shown: model.last ? shownIn(model.last) : [] });
