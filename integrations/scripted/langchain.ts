import { FakeBuiltModel } from '@langchain/core/testing';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { AIMessage, type BaseMessage, ToolMessage } from 'langchain';
import { runAgent } from '../langchain/agent.ts';
import { nextTurn, PROMPT, report } from './conversation.ts';

/** More than the script has. */
const TURNS_COUNT = 20;

function shownIn(messages: readonly BaseMessage[]): string[] {
  return messages.flatMap((message) => (ToolMessage.isInstance(message) ? [toText(message.content)] : []));
}

/** A text alone comes as a string; anything else is shown as it is. */
function toText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}

function answerTo(messages: readonly BaseMessage[]): AIMessage {
  const turn = nextTurn(shownIn(messages));
  if (typeof turn === 'string') return new AIMessage(turn);
  const calls = turn.map(({ name, arguments: args }) => ({
    type: 'tool_call' as const,
    id: crypto.randomUUID(),
    name,
    args: { ...args },
  }));
  return new AIMessage({ content: '', tool_calls: calls });
}

/** Keeps what it is bound to, which the calls do not tell. */
class ScriptedModel extends FakeBuiltModel {
  bound: Parameters<FakeBuiltModel['bindTools']>[0] = [];

  override bindTools(tools: ScriptedModel['bound']) {
    this.bound = tools;
    return super.bindTools(tools);
  }
}

const model = new ScriptedModel();
for (let turn = 0; turn < TURNS_COUNT; turn += 1) model.respond(answerTo);

const answer = await runAgent({ model, prompt: PROMPT, list: 'langchain' });
const messages = model.calls.at(-1)?.messages ?? [];
const system = messages[0]?.text ?? '';
// As a model of OpenAI sends them.
const tools = model.bound.map((tool) =>
  convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]),
);
report({ answer, system, tools, shown: shownIn(messages) });
