import type { FastifyRequest } from 'fastify';
import { Issues } from '../../gate/issues.js';
import { type Issue, invalidInput, Refusal } from '../../refusals/refusal.js';
import { type Reply, requireListName, type Service } from '../../service.js';
import type { Tool } from '../../tools/tool.js';
import { isOtherTool, listOf } from './address.js';
import { readClaims } from './headers.js';
import type { RawArguments } from './raw_arguments.js';

const PRECONDITION_FAILED = 412;

/** Runs a tool for whoever sent the request, on the list in its path. @throws Refusal */
export async function callTool(
  service: Service,
  tool: Tool,
  request: FastifyRequest,
  args: RawArguments,
  toolCallId: string | null = null,
): Promise<Reply> {
  const { id: requestId, principal, raw } = request;
  const list = listOf(request);
  const { agent, session, issues } = readClaims(raw);
  const found = [...listIssues(list), ...args.issues, ...issues];
  if (found.length > 0) throw joinGate(found, tool, args);
  try {
    const caller = { principal, agent, session, requestId, toolCallId };
    return await service.call(tool.name, list, caller, args.raw);
  } catch (error) {
    throw error instanceof Refusal ? inWordsOfHttp(error, args) : error;
  }
}

function listIssues(list: string): readonly Issue[] {
  return judge(() => requireListName(list)).issues;
}

/** The refusal of the list in the path, for a door that says it before any call; null where it is a name. */
export function refusedList(request: FastifyRequest): Refusal | null {
  const issues = listIssues(listOf(request));
  return issues.length > 0 ? invalidInput(issues) : null;
}

/** What is wrong with the arguments that the head of a call holds, of whose body nothing is known yet. */
export function headIssues(tool: Tool, args: RawArguments): Issue[] {
  const { issues } = judge(() => tool.admit(args.raw));
  const ofHead = issues.filter(({ path }) => args.placeOf(path) !== undefined);
  return [...args.issues, ...ofHead.flatMap((issue) => args.reword(issue) ?? [])];
}

/** What the door found, and what the gate finds in the rest: a caller gets to know all of it at once. */
function joinGate(found: readonly Issue[], tool: Tool, args: RawArguments): Refusal {
  const issues = new Issues();
  for (const issue of found) issues.add(issue);
  const byGate = judge(() => tool.admit(args.raw));
  issues.count(args.left + byGate.left);
  for (const issue of byGate.issues) {
    // What another tool is to be called with is not to be unwrapped for this one.
    if (issue.path === '' && issue.code === 'unknown_key' && found.some(isOtherTool)) continue;
    // Of an object with a member that the door took out, the gate can only say what is no longer so.
    if (found.some(({ path }) => path.startsWith(`${issue.path}.`))) continue;
    issues.addAll([args.reword(issue) ?? []].flat());
  }
  return issues.toRefusal();
}

/** The issues that a gate names, and how many more it counted. */
function judge(admit: () => unknown): { readonly issues: readonly Issue[]; readonly left: number } {
  try {
    admit();
    return { issues: [], left: 0 };
  } catch (error) {
    if (!(error instanceof Refusal && error.extras.issues)) throw error;
    const issues = error.extras.issues.filter(({ code }) => code !== 'more');
    return { issues, left: (error.extras.issuesCount ?? issues.length) - issues.length };
  }
}

/** RFC 9110 section 13.1.1: a stale version that came as If-Match has a status of its own. */
function inWordsOfHttp(refusal: Refusal, args: RawArguments): Refusal {
  const { code, message, extras } = refusal;
  if (code === 'STALE_VERSION' && args.placeOf('expectedVersion') === 'If-Match') {
    return new Refusal(code, message, { ...extras, status: PRECONDITION_FAILED });
  }
  if (code !== 'INVALID_INPUT' || !extras.issues) return refusal;
  return new Refusal(code, message, {
    ...extras,
    issues: extras.issues.flatMap((issue) => args.reword(issue) ?? []),
  });
}
