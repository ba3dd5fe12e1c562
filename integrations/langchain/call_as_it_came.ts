import type { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { createMiddleware, ToolMessage } from 'langchain';

type McpClient = Awaited<ReturnType<MultiServerMCPClient['getClient']>>;

/**
 * Lets the service judge each call, and the model read what it says. Left to itself LangChain refuses arguments
 * that do not fit without saying which, puts a refusal into words of its own, and shows the model the whole
 * value and the card beside the text.
 */
export function callAsItCame(client: McpClient, tools: readonly { readonly name: string }[]) {
  const names = new Set(tools.map(({ name }) => name));
  // Calls of one turn come at the same time; in line, ids come in the order in which the model wrote the calls.
  let line: Promise<unknown> = Promise.resolve();
  return createMiddleware({
    name: 'CallAsItCame',
    async wrapToolCall(request, handler) {
      const { name, args, id = '' } = request.toolCall;
      if (!client || !names.has(name)) return handler(request);
      const called = line.then(() => call(client, name, args));
      line = called;
      const { text, isError } = await called;
      return new ToolMessage({
        name,
        content: text,
        tool_call_id: id,
        status: isError ? 'error' : 'success',
      });
    },
  });
}

/** Never rejects. */
async function call(client: NonNullable<McpClient>, name: string, args: Record<string, unknown>) {
  try {
    const { content, isError } = await client.callTool({ name, arguments: args });
    // The service answers one text for each call.
    const [{ text }] = content as [{ text: string }];
    return { text, isError: isError === true };
  } catch (error) {
    return {
      text: `No answer came (${error}). Repeat the call unchanged, idempotencyKey and all.`,
      isError: true,
    };
  }
}
