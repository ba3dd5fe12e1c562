import type { FastifyRequest } from 'fastify';
import { readToolsQuery } from '../definitions/tools_query.js';
import { toDefinitionsAnswer } from '../definitions/vendors/answer.js';
import { requireTool } from '../registry.js';
import type { Service } from '../service.js';
import type { App } from './app_type.js';
import { callTool } from './call.js';
import { isKnown, prefersText, sendNotModified, sendText } from './negotiation.js';
import { parameterOf } from './parameters.js';
import { readToolArguments } from './read_arguments.js';

/** The definitions of the tools, and one address that takes a call of any tool. */
export function registerTools(app: App, service: Service): void {
  app.get('/v1/tools', async (request, reply) => {
    const { body, etag } = toDefinitionsAnswer(readToolsQuery(queryOf(request)));
    // A new version of the service has new definitions at once, so a cache asks before it answers.
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (isKnown(request, etag)) return sendNotModified(reply);
    return reply.type('application/json; charset=utf-8').send(body);
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

function queryOf(request: FastifyRequest): Record<string, string | string[]> {
  // Fastify's reader of queries makes nothing else, in an object without a prototype.
  return request.query as Record<string, string | string[]>;
}
