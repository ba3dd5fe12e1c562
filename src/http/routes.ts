import type { TObject } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toInstructionsAnswer } from '../definitions/instructions.js';
import { documentAt } from '../definitions/openapi/document.js';
import { toDefinitionsAnswer } from '../definitions/vendors/forms.js';
import type { CrossCheck } from '../gate/gate.js';
import { compileGate } from '../gate/gate.js';
import { readQueryArguments } from '../gate/query.js';
import { isOpen, type Kept, type Route, type RouteAnswer, type RouteDeps } from '../routes/route.js';
import type { Service } from '../service.js';
import { type Names, publicAddress } from './admission/target.js';
import { isKnown, KEPT_BY_CALLER, prefersText, sendNotModified, sendText } from './answers/negotiation.js';
import { refuseQuery } from './arguments/read_arguments.js';

/** What the routes answer from, in this process. */
export function toRouteDeps(service: Service, metrics: RouteDeps['metrics']): RouteDeps {
  const definitions = { instructions: toInstructionsAnswer, tools: toDefinitionsAnswer };
  return { service, metrics, definitions, document: documentAt };
}

/** Serves the routes that are no tools. What they take passes the gate, as what the tools take does. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  deps: RouteDeps,
  http: Names,
): void {
  for (const route of routes) {
    const { handle } = route;
    if (!handle) continue;
    const readParameters = reader(route.parameters);
    const readQuery = reader(route.query, route.check);
    app.get(route.path, async (request, reply) => {
      const parameters = readParameters(request.params);
      if (!route.query && !isOpen(route)) refuseQuery(request, route.noQuery ?? 'nothing narrows its answer');
      const query = readQuery(request.query);
      const { reaches } = request;
      const address = () => publicAddress(request, http);
      const answer = await handle(deps, { parameters, query, reaches, address });
      return send(route, answer, request, reply);
    });
  }
}

/** Fastify's own validator would coerce, default and drop. */
function reader(schema: TObject | undefined, check?: CrossCheck<Record<string, unknown>>) {
  if (schema === undefined) return () => ({});
  const admit = compileGate(schema, check);
  // Fastify's readers make an object of strings and arrays of strings.
  return (given: unknown) => admit(readQueryArguments(schema, given as Record<string, string | string[]>));
}

const CACHE_CONTROL: Readonly<Record<Kept['by'], object>> = {
  'list version': KEPT_BY_CALLER,
  // A new version of the service may answer something else at once, so a cache asks before it answers.
  bytes: { 'cache-control': 'no-cache' },
};

function send(route: Route, answer: RouteAnswer, request: FastifyRequest, reply: FastifyReply): unknown {
  const { kept, answers } = route;
  const text = answer.text !== undefined && prefersText(request, reply) ? answer.text : null;
  const etags = text ? [text.etag] : (answer.etags ?? []);
  if (kept) {
    reply.headers({ etag: etags[0], ...CACHE_CONTROL[kept.by] });
    if (isKnown(request, ...etags)) return sendNotModified(reply);
  }
  if (text) return sendText(reply, text.bytes);
  if (typeof answer.body === 'string') reply.type(answer.type ?? `${answers.type}; charset=utf-8`);
  return reply.send(answer.body);
}
