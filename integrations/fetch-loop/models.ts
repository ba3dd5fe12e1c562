import type { Model as AnthropicModel } from './anthropic.ts';
import type { Model as OpenAiModel } from './openai.ts';

/** Where a model answers, its name, and the key for it. */
export interface Endpoint {
  readonly model: string;
  readonly key: string;
  /** Of the API, without a path; the vendor's own when not given. */
  readonly url?: string | undefined;
}

/** An answer may plan many tasks at once. */
const ANSWER_MAX_TOKENS = 8_192;

/** A model behind the Messages API. */
export function anthropicModel({ model, key, url = 'https://api.anthropic.com' }: Endpoint): AnthropicModel {
  const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return (request) =>
    post(`${url}/v1/messages`, headers, { model, max_tokens: ANSWER_MAX_TOKENS, ...request });
}

/** A model behind Chat Completions, of OpenAI or of the many that speak it. */
export function openAiModel({ model, key, url = 'https://api.openai.com' }: Endpoint): OpenAiModel {
  return (request) =>
    post(`${url}/v1/chat/completions`, { Authorization: `Bearer ${key}` }, { model, ...request });
}

/** The answer is what the API of the vendor says it is. @throws Error with what the API answered instead */
async function post<Result>(url: string, headers: Record<string, string>, body: unknown): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
