import type { LanguageModelV4CallOptions, LanguageModelV4Content } from '@ai-sdk/provider';
import { MockLanguageModelV4 } from 'ai/test';
import { runAgent } from '../vercel-ai-sdk/agent.ts';
import { nextTurn, PROMPT, report } from './conversation.ts';

const NO_TOKENS = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
const USAGE = {
  inputTokens: NO_TOKENS,
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

const model = new MockLanguageModelV4({
  async doGenerate(options) {
    const turn = nextTurn(shownIn(options));
    const unified = typeof turn === 'string' ? ('stop' as const) : ('tool-calls' as const);
    return {
      content: toContent(turn),
      finishReason: { unified, raw: undefined },
      usage: USAGE,
      warnings: [],
    };
  },
});

function toContent(turn: ReturnType<typeof nextTurn>): LanguageModelV4Content[] {
  if (typeof turn === 'string') return [{ type: 'text', text: turn }];
  return turn.map(({ name, arguments: args }) => ({
    type: 'tool-call',
    toolCallId: crypto.randomUUID(),
    toolName: name,
    input: JSON.stringify(args),
  }));
}

function shownIn({ prompt }: LanguageModelV4CallOptions): string[] {
  const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  return results.flatMap((part) => (part.type === 'tool-result' ? [toText(part.output)] : []));
}

/** A text alone comes as a list of one part; anything else is shown as it is. */
function toText(output: unknown): string {
  const { type, value } = output as { type: string; value: readonly { type: string; text?: string }[] };
  const isText = type === 'content' && value.length === 1 && value[0]?.type === 'text';
  return isText ? String(value[0]?.text) : JSON.stringify(output);
}

const answer = await runAgent({ model, prompt: PROMPT, list: 'vercel-ai-sdk' });
const last = model.doGenerateCalls.at(-1);
const system = last?.prompt.flatMap(({ role, content }) => (role === 'system' ? [content] : [])) ?? [];
report({ answer, system: system.join('\n'), tools: last?.tools ?? [], shown: last ? shownIn(last) : [] });
