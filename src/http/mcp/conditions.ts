import type { FastifyRequest } from 'fastify';
import { type Issue, invalidInput, type Refusal } from '../../refusals/refusal.js';
import type { Tool } from '../../tools/tool.js';
import { misplacedInQuery } from './misplaced.js';

/** What holds a call or its repetition back on the other doors, with the argument that does so on each. */
const CONDITIONS = [
  { name: 'If-Match', field: 'if-match', argument: 'expectedVersion' },
  { name: 'If-None-Match', field: 'if-none-match', argument: 'expectedVersion' },
  { name: 'If-Modified-Since', field: 'if-modified-since', argument: 'expectedVersion' },
  { name: 'If-Unmodified-Since', field: 'if-unmodified-since', argument: 'expectedVersion' },
  { name: 'Idempotency-Key', field: 'idempotency-key', argument: 'idempotencyKey' },
] as const;

/**
 * The issue of each header that would hold a call of `tool` back on another door, and of each member of the
 * query. On this one a request may hold several calls, so each says in its own arguments what it is decided
 * on. Null is any other message.
 */
export function conditionIssues(request: FastifyRequest, tool: Tool | null): Issue[] {
  const { headers } = request.raw;
  const given = CONDITIONS.filter(({ field }) => headers[field] !== undefined);
  const ofHeaders = given.map(({ name, argument }) => {
    const message = `The MCP address takes no ${name}; ${insteadOf(argument, tool)}.`;
    return { path: name, code: 'unknown_key', message };
  });
  return [...ofHeaders, ...misplacedInQuery(request, tool)];
}

/** The refusal of a message that is no call, which none of these could hold back either. */
export function refusedConditions(request: FastifyRequest): Refusal | null {
  const issues = conditionIssues(request, null);
  return issues.length > 0 ? invalidInput(issues) : null;
}

function insteadOf(argument: string, tool: Tool | null): string {
  if (tool === null) return `a tools/call that writes takes ${argument} among its arguments`;
  if (Object.hasOwn(tool.input.properties, argument)) return `send ${argument} among the arguments`;
  return `${tool.name} has no ${argument} either, so send it without only if it is meant as it stands`;
}
