import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatMarkedVersion } from '../log/marked_version.js';
import { requireTool, TOOLS } from '../registry.js';
import { resourcePath } from '../routes/route.js';
import type { Reply, Service } from '../service.js';
import type { Task } from '../tasks/task.js';
import type { HttpBinding, Tool } from '../tools/tool.js';
import {
  isKnown,
  KEPT_BY_CALLER,
  prefersText,
  sendJson,
  sendNotModified,
  sendText,
  TEXT_MARK,
  toEtag,
} from './answers/negotiation.js';
import { callTool } from './arguments/call.js';
import { readToolArguments, resourceReader } from './arguments/read_arguments.js';

/** Serves every tool as the resource that its binding describes, and by its name. */
export function registerTools(app: FastifyInstance, service: Service): void {
  registerToolRoute(app, service);
  for (const tool of TOOLS) {
    const { method } = tool.http;
    const url = resourcePath(tool);
    app.route({ method, url, config: { tool: tool.name }, handler: resourceHandler(service, tool) });
  }
}

const ToolPath = Type.Object({ list: Type.String(), tool: Type.String() });
/** The schema gives the types; what the parameters hold is for the registry and the gate to judge. */
const TYPED_PATH = { schema: { params: ToolPath }, validatorCompiler: () => () => true };

/** One address that takes a call of any tool. */
function registerToolRoute(app: FastifyInstance, service: Service): void {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.post('/v1/lists/:list/tools/:tool', TYPED_PATH, async (request, reply) => {
    const tool = requireTool(request.params.tool);
    const answer = await callTool(service, tool, request, readToolArguments(tool, request));
    if (answer.replayed) reply.header('idempotency-replayed', 'true');
    if (prefersText(request, reply)) return sendText(reply, answer.text());
    const { value, replayed } = answer;
    return { value, text: answer.text(), card: answer.card(), replayed };
  });
}

function resourceHandler(service: Service, tool: Tool) {
  const readArguments = resourceReader(tool);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await callTool(service, tool, request, readArguments(request));
    return sendAnswer(tool.http, answer, request, reply);
  };
}

function sendAnswer(
  binding: HttpBinding,
  answer: Reply,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const asText = prefersText(request, reply);
  const [etag, ...others] = etagsOf(binding, answer, asText ? TEXT_MARK : '');
  if (etag !== undefined) reply.header('etag', etag);
  if (binding.etag === 'list') reply.headers(KEPT_BY_CALLER);
  if (binding.etag === 'list' && etag !== undefined && isKnown(request, etag, ...others)) {
    return sendNotModified(reply);
  }
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  if (binding.status === 201) reply.header('location', locationOf(answer.value));
  reply.code(binding.status);
  return asText ? sendText(reply, answer.text()) : sendJson(reply, answer.json());
}

/**
 * The tag that the answer carries, and others that a caller may know it by. Text has a tag of its own, since
 * a strong one stands for the bytes of one form (RFC 9110 section 8.8.1).
 */
function etagsOf({ etag }: HttpBinding, { value, mark }: Reply, form: string): string[] {
  if (etag === 'none') return [];
  if (etag === 'task') return [toEtag(`${taskOf(value).version}${form}`)];
  // The output schema of such a tool has the list version.
  const { version } = value as { version: number };
  const exact = toEtag(`${formatMarkedVersion({ version, mark })}${form}`);
  // Without its mark a list version is taken, unchecked; one that has none is the tag of JSON alone.
  return mark === null ? [exact] : [exact, toEtag(version)];
}

function locationOf(value: unknown): string {
  const { list, id } = taskOf(value);
  return `/v1/lists/${list}/tasks/${id}`;
}

/** The service has checked the value by the output schema, which has a task where the binding says so. */
function taskOf(value: unknown): Task {
  return (value as { task: Task }).task;
}
