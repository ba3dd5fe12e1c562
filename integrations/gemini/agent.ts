import type { Content, GenerateContentParameters, GenerateContentResponse, Part, Tool } from '@google/genai';
import { connect, type Place, systemPrompt, type Tasklatch } from '../tasklatch.ts';

export interface AgentOptions extends Place {
  /** Answers one request: generateContent of the SDK with the name of a model. */
  readonly model: (request: Omit<GenerateContentParameters, 'model'>) => Promise<GenerateContentResponse>;
  readonly prompt: string;
  /** What the agent is, besides keeping its tasks. */
  readonly instructions?: string | undefined;
}

/** A turn is one answer of the model; an agent that needs more has lost its way. */
const TURNS_MAX_COUNT = 50;

/** Runs an agent that keeps its tasks by function calls; answers what it says in the end. */
export async function runAgent({ model, prompt, instructions, ...place }: AgentOptions): Promise<string> {
  const tasklatch = connect({ agent: 'gemini', ...place });
  const config = {
    systemInstruction: await systemPrompt(tasklatch, instructions),
    tools: await tasklatch.tools<Tool>('gemini'),
  };
  const contents: Content[] = [{ role: 'user', parts: [{ text: prompt }] }];
  for (let turn = 0; turn < TURNS_MAX_COUNT; turn += 1) {
    const response = await model({ contents, config });
    if (!response.functionCalls) return response.text ?? '';
    // Whole, because a model that thinks wants the signatures of its thoughts back.
    contents.push(response.candidates?.[0]?.content ?? {});
    contents.push({ role: 'user', parts: await answerAll(tasklatch, response.functionCalls) });
  }
  throw new Error(`The model was not done after ${TURNS_MAX_COUNT} turns.`);
}

type FunctionCalls = NonNullable<GenerateContentResponse['functionCalls']>;

/** One after the other, in the order of the model. */
async function answerAll(tasklatch: Tasklatch, calls: FunctionCalls): Promise<Part[]> {
  const parts: Part[] = [];
  for (const { id, name = '', args = {} } of calls) {
    const { ok, text } = await tasklatch.call(name, args);
    const response = ok ? { output: text } : { error: text };
    parts.push({ functionResponse: { name, response, ...(id && { id }) } });
  }
  return parts;
}
