import { type Content, GoogleGenAI } from '@google/genai';
import { runAgent } from '../gemini/agent.ts';
import { nextTurn, PROMPT, report } from './conversation.ts';
import { serveModel } from './model_server.ts';

/** What the SDK sends. */
interface Body {
  readonly contents: readonly Content[];
  readonly systemInstruction?: Content;
  readonly tools?: readonly unknown[];
}

function shownIn({ contents }: Body): string[] {
  const parts = contents.flatMap((content) => content.parts ?? []);
  return parts.flatMap(({ functionResponse }) =>
    functionResponse ? [toText(functionResponse.response)] : [],
  );
}

/** A text stands alone as `output` or `error`; anything else is shown as it is. */
function toText(response: Record<string, unknown> = {}): string {
  const [only, ...others] = Object.entries(response);
  const isText = others.length === 0 && only && ['output', 'error'].includes(only[0]);
  return isText ? String(only[1]) : JSON.stringify(response);
}

function answerTo(body: Body) {
  const turn = nextTurn(shownIn(body));
  const parts =
    typeof turn === 'string'
      ? [{ text: turn }]
      : turn.map(({ name, arguments: args }) => ({ functionCall: { id: crypto.randomUUID(), name, args } }));
  return { candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }] };
}

const server = await serveModel(answerTo);
const { models } = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: server.url } });
const answer = await runAgent({
  model: (request) => models.generateContent({ model: 'scripted', ...request }),
  prompt: PROMPT,
  list: 'gemini',
});
// What the SDK sent last.
const last = server.requests.at(-1)?.body as Body;
const system = last.systemInstruction?.parts?.map(({ text }) => text).join('') ?? '';
report({ answer, system, tools: last.tools ?? [], shown: shownIn(last) });
server.close();
