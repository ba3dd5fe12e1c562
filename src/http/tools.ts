import { toMcpTools } from '../definitions/mcp.js';
import { ToolsQuery } from '../definitions/plain_routes.js';
import type { Service } from '../service.js';
import { requireTool } from '../tools/registry.js';
import type { App } from './app_type.js';
import { callTool } from './call.js';
import { prefersText, sendText } from './negotiation.js';
import { parameterOf } from './parameters.js';
import { readToolArguments } from './read_arguments.js';

/** The definitions of the tools, and one address that takes a call of any tool. */
export function registerTools(app: App, service: Service): void {
  const definitions = JSON.stringify(toMcpTools());
  app.get('/v1/tools', { schema: { querystring: ToolsQuery } }, async (_request, reply) => {
    reply.type('application/json; charset=utf-8');
    return definitions;
  });

  app.post('/v1/lists/:list/tools/:tool', async (request, reply) => {
    const tool = requireTool(parameterOf(request, 'tool') ?? '');
    const answer = await callTool(service, tool, request, readToolArguments(tool, request));
    if (answer.replayed) reply.header('idempotency-replayed', 'true');
    if (prefersText(request, reply)) return sendText(reply, answer.text());
    const { value, replayed } = answer;
    return { value, text: answer.text(), card: answer.card(), replayed };
  });
}
