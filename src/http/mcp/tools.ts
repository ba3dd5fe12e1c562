import {
  type CallToolResult,
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { isPlainObject } from '../../json/loss.js';
import { toProblem } from '../../problems/problem.js';
import type { ErrorCode } from '../../refusals/catalog.js';
import type { Refusal } from '../../refusals/refusal.js';
import { requireTool } from '../../registry.js';
import type { Reply } from '../../service.js';
import { PAGE_MAX_ENTRIES } from '../../tasks/queries.js';
import type { TaskSummary } from '../../tasks/task.js';
import { shown } from '../../tasks/views/callers_words.js';
import { render } from '../../text/render.js';
import type { Tool } from '../../tools/tool.js';
import { toRefusal } from '../answers/problems.js';
import { listOf, settledBy } from '../arguments/address.js';
import { callTool } from '../arguments/call.js';
import { RawArguments } from '../arguments/raw_arguments.js';
import { noteOutcome } from '../connection/calls.js';
import { type RawCall, rawCallOf, shownText, toolCallIdOf } from './messages.js';
import { misplacedInHead, misplacedMembers } from './misplaced.js';
import { inServedWords, type McpRequest, type Offer, toData } from './offer.js';

/** The params of a tools/call, whose arguments putArgumentsAway has put away. */
interface CallParams {
  readonly name: string;
  readonly arguments?: Record<string, unknown> | undefined;
  readonly _meta?: Record<string, unknown> | undefined;
}

/**
 * Never rejects: a refusal of any kind is a result that a model reads, and nothing else says what went wrong.
 */
export async function callByMcp(mcp: McpRequest, params: CallParams): Promise<CallToolResult> {
  const { request, offer } = mcp;
  let name: string | null = null;
  try {
    const tool = requireTool(params.name, offer.tools);
    name = tool.name;
    const call = rawCallOf(params.arguments);
    if (call.refusal) throw call.refusal;
    const reply = await callTool(
      mcp.service,
      tool,
      request,
      toArguments(mcp, tool, call),
      toolCallIdOf(params._meta),
    );
    const result = toResult(reply, offer);
    noteOutcome(request, { tool: name, refusal: null });
    return result;
  } catch (error) {
    const refusal = toRefusal(error);
    noteOutcome(request, { tool: name, refusal });
    return toRefusedResult(inServedWords(refusal, offer.tools), request.id, offer);
  }
}

function toArguments({ request }: McpRequest, tool: Tool, call: RawCall): RawArguments {
  const args = new RawArguments(settledBy(request, tool));
  const { raw } = call;
  if (isPlainObject(raw)) args.addAll(raw, 'the body');
  else if (raw !== undefined) args.setWhole(raw);
  const found = [...misplacedInHead(request, tool, raw), ...misplacedMembers(call, tool, request)];
  if (found.length > 0) args.refuseEach(found, (issue) => issue);
  return args;
}

/** What stands in `_meta` of a result beside what the protocol puts there. */
const CARD = 'tasklatch/card';
const REPLAYED = 'tasklatch/replayed';
const PROBLEM = 'tasklatch/problem';
/** In place of the three where the text alone is wanted: runtimes hand `_meta` to their model too. */
const CODE = 'tasklatch/code';

function toResult(reply: Reply, { answerForm }: Offer): CallToolResult {
  // Every output schema is an object, and the service has checked the value by it.
  const structuredContent = reply.value as Record<string, unknown>;
  return {
    content: [{ type: 'text', text: reply.text() }],
    ...(answerForm === 'value' && {
      structuredContent,
      _meta: { [CARD]: reply.card(), [REPLAYED]: reply.replayed },
    }),
  };
}

function toRefusedResult(refusal: Refusal, requestId: string, { answerForm }: Offer): CallToolResult {
  const problem = toProblem(refusal, requestId);
  const { card, ...said } = problem;
  return {
    isError: true,
    content: [{ type: 'text', text: problem.text }],
    _meta: answerForm === 'value' ? { [CARD]: card, [PROBLEM]: said } : { [CODE]: refusal.code },
  };
}

const SCHEME = 'tasklatch://lists/';
const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';
/** Holds every subject whole, also quoted. */
const TITLE_MAX_BYTES = 2_000;

/** What says that there is no such resource, rather than that it cannot be read now. */
const NOT_FOUND: ReadonlySet<ErrorCode> = new Set(['TASK_NOT_FOUND', 'TASK_DELETED', 'INVALID_INPUT']);

/** The list itself on the first page, and then its tasks; the cursor is the one of task_list. */
export async function listResources(mcp: McpRequest, cursor?: string): Promise<ListResourcesResult> {
  const list = listOf(mcp.request);
  const args = { limit: PAGE_MAX_ENTRIES, ...(cursor !== undefined && { cursor }) };
  const { value } = await read(mcp, 'task_list', args);
  // The output schema of task_list has checked it.
  const { tasks, nextCursor } = value as { tasks: readonly TaskSummary[]; nextCursor: string | null };
  const resources = tasks.map(({ id, subject, updatedAt }) => ({
    uri: `${SCHEME}${list}/tasks/${id}`,
    name: `task-${id}`,
    title: shown(subject, TITLE_MAX_BYTES),
    mimeType: TEXT_TYPE,
    annotations: { lastModified: updatedAt },
  }));
  const whole = { uri: `${SCHEME}${list}`, name: 'tasks', title: `Tasks of ${list}`, mimeType: TEXT_TYPE };
  return {
    resources: cursor === undefined ? [whole, ...resources] : resources,
    ...(nextCursor !== null && { nextCursor }),
  };
}

export function listResourceTemplates(mcp: McpRequest): ListResourceTemplatesResult {
  const uriTemplate = `${SCHEME}${listOf(mcp.request)}/tasks/{id}`;
  const description = 'One task of this list, as text and as JSON. The id is a decimal string.';
  return {
    resourceTemplates: [{ uriTemplate, name: 'task', title: 'A task', description, mimeType: TEXT_TYPE }],
  };
}

/** The list or one task of it, as text for a model and as JSON for a program. Never another list's. */
export async function readResource(mcp: McpRequest, uri: string): Promise<ReadResourceResult> {
  const here = `${SCHEME}${listOf(mcp.request)}`;
  const task = `${here}/tasks/`;
  if (uri === here) return toContents(mcp, uri, await read(mcp, 'task_list', { limit: PAGE_MAX_ENTRIES }));
  if (!uri.startsWith(task)) throw notFound(uri);
  return toContents(mcp, uri, await read(mcp, 'task_get', { id: uri.slice(task.length) }, uri));
}

/** The protocol's own words would hold the address as it came, whatever it holds. */
function notFound(uri: string): ResourceNotFoundError {
  return new ResourceNotFoundError(shownText(uri), `Resource not found: ${render(uri)}`);
}

function toContents({ offer }: McpRequest, uri: string, reply: Reply): ReadResourceResult {
  const text = { uri, mimeType: TEXT_TYPE, text: reply.text() };
  if (offer.answerForm === 'text') return { contents: [text] };
  return { contents: [text, { uri, mimeType: JSON_TYPE, text: JSON.stringify(reply.value) }] };
}

/** @throws ProtocolError that says what a refusal says, since a resource has no result for it */
async function read(mcp: McpRequest, name: string, args: object, uri?: string): Promise<Reply> {
  const { request } = mcp;
  const raw = new RawArguments();
  raw.addAll({ ...args }, 'the body');
  try {
    const reply = await callTool(mcp.service, requireTool(name), request, raw);
    noteOutcome(request, { tool: null, refusal: null });
    return reply;
  } catch (error) {
    const refusal = toRefusal(error);
    noteOutcome(request, { tool: null, refusal });
    throw toProtocolError(inServedWords(refusal, mcp.offer.tools), mcp, uri);
  }
}

function toProtocolError(refusal: Refusal, mcp: McpRequest, uri: string | undefined): ProtocolError {
  const problem = toProblem(refusal, mcp.request.id);
  const isCallers = NOT_FOUND.has(refusal.code);
  const code = isCallers ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, problem.text, {
    ...(uri !== undefined && { uri: shownText(uri) }),
    ...toData(problem, mcp),
  });
}
