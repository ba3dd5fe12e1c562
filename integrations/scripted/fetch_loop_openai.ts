import { openAiModel } from '../fetch-loop/models.ts';
import { type Message, type Request, runAgent } from '../fetch-loop/openai.ts';
import { nextTurn, PROMPT, report } from './conversation.ts';
import { serveModel } from './model_server.ts';

function shownIn({ messages }: Request): string[] {
  return messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []));
}

function answerTo(request: Request): { choices: { message: Message }[] } {
  const turn = nextTurn(shownIn(request));
  if (typeof turn === 'string') return { choices: [{ message: { role: 'assistant', content: turn } }] };
  const calls = turn.map(({ name, arguments: args }) => ({
    id: crypto.randomUUID(),
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { choices: [{ message: { role: 'assistant', content: null, tool_calls: calls } }] };
}

const server = await serveModel(answerTo);
const model = openAiModel({ model: 'scripted', key: 'none', url: server.url });
const answer = await runAgent({ model, prompt: PROMPT, list: 'fetch-loop-openai' });
// What the loop sent last.
const last = server.requests.at(-1)?.body as Request;
const system = last.messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n');
report({ answer, system, tools: last.tools, shown: shownIn(last) });
server.close();
