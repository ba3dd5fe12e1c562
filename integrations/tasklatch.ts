import { randomUUID } from 'node:crypto';

/** Where the tasks are, and who calls. Nothing of it is an argument of a tool, so a model cannot get it wrong. */
export interface Place {
  /** Of the service. When not given: TASKLATCH_URL, else a service on this machine. */
  readonly url?: string | undefined;
  /** An API key of the service. When not given: TASKLATCH_KEY, else none is sent. */
  readonly key?: string | undefined;
  /** The list that holds the tasks; any valid name is a list. `default` when not given. */
  readonly list?: string | undefined;
  /** Signs each change in the history. */
  readonly agent?: string | undefined;
  /** The conversation that a change came from; a new one when not given. */
  readonly session?: string | undefined;
}

/** What the model reads about one call, and whether the service did it. */
export interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

export interface Tasklatch {
  /** Of the service, without a slash at the end. */
  readonly url: string;
  /** MCP over Streamable HTTP, on this list. */
  readonly mcpUrl: string;
  /** To be sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** The block for the system prompt that keeps a model to the tools; the same text each time. */
  instructions(): Promise<string>;
  /** The definitions in the format of a vendor, to be sent as they are. */
  tools<Definition>(format: 'openai' | 'openai-chat' | 'anthropic' | 'gemini'): Promise<Definition[]>;
  /**
   * The arguments as the model gave them, or a string with the JSON that it wrote.
   * Never rejects: a refusal, and a call without an answer, are texts that the model can act on.
   */
  call(tool: string, args: unknown): Promise<Answer>;
}

export function connect(place: Place = {}): Tasklatch {
  const { TASKLATCH_URL, TASKLATCH_KEY } = process.env;
  const { list = 'default', agent, session = randomUUID(), key = TASKLATCH_KEY } = place;
  const url = (place.url || TASKLATCH_URL || 'http://127.0.0.1:3000').replace(/\/+$/, '');
  const headers = {
    'Tasklatch-Session': session,
    ...(agent && { 'Tasklatch-Agent': agent }),
    ...(key && { Authorization: `Bearer ${key}` }),
  };
  const listUrl = `${url}/v1/lists/${encodeURIComponent(list)}`;
  return {
    url,
    mcpUrl: `${listUrl}/mcp`,
    headers,
    instructions: () => read(`${url}/v1/instructions`, { ...headers, Accept: 'text/plain' }),
    // No loop here lets the model search for tools, so none may wait for that.
    tools: async (format) =>
      JSON.parse(await read(`${url}/v1/tools?format=${format}&defer=false`, headers)).tools,
    call: (tool, args) => call(`${listUrl}/tools/${encodeURIComponent(tool)}`, headers, args),
  };
}

async function read(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { headers });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${body}`);
  return body;
}

async function call(url: string, headers: Record<string, string>, args: unknown): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: typeof args === 'string' ? args : JSON.stringify(args),
    });
    // Successes and refusals both carry the text that a model should read.
    const { text } = (await response.json()) as { text: string };
    return { ok: response.ok, text };
  } catch (error) {
    return {
      ok: false,
      text: `No answer came (${error}). Repeat the call unchanged, idempotencyKey and all.`,
    };
  }
}

/** The instructions of an agent, and then what keeps it to its tasks. */
export async function systemPrompt(tasklatch: Tasklatch, own = ''): Promise<string> {
  const fence = await tasklatch.instructions();
  return own === '' ? fence : `${own}\n\n${fence}`;
}
