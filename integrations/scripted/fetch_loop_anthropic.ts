import { type Block, type Request, runAgent, type ToolResult } from '../fetch-loop/anthropic.ts';
import { anthropicModel } from '../fetch-loop/models.ts';
import { nextTurn, PROMPT, report } from './conversation.ts';
import { serveModel } from './model_server.ts';

function shownIn({ messages }: Request): string[] {
  const contents = messages.map(({ content }) => content);
  const blocks = contents.flatMap((content): (Block | ToolResult)[] =>
    typeof content === 'string' ? [] : [...content],
  );
  return blocks.flatMap((block) => (block.type === 'tool_result' ? [block.content] : []));
}

function answerTo(request: Request): { content: Block[] } {
  const turn = nextTurn(shownIn(request));
  if (typeof turn === 'string') return { content: [{ type: 'text', text: turn }] };
  const content = turn.map(({ name, arguments: input }): Block => {
    return { type: 'tool_use', id: crypto.randomUUID(), name, input };
  });
  return { content };
}

const server = await serveModel(answerTo);
const model = anthropicModel({ model: 'scripted', key: 'none', url: server.url });
const answer = await runAgent({ model, prompt: PROMPT, list: 'fetch-loop-anthropic' });
// What the loop sent last.
const last = server.requests.at(-1)?.body as Request;
report({ answer, system: last.system, tools: last.tools, shown: shownIn(last) });
server.close();
