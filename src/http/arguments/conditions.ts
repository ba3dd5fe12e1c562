import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Issue, invalidInput } from '../../refusals/refusal.js';
import type { Tool } from '../../tools/tool.js';

/** Preconditions of RFC 9110 section 13.1 that no write judges. */
const NOT_OF_WRITES = ['If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'] as const;
/** What holds a write back, or its repetition. */
const OF_WRITES = ['If-Match', 'Idempotency-Key'] as const;

/** An issue for each header that is to hold a call back and that the call of this tool does not judge. */
export function unjudgedConditions(headers: IncomingHttpHeaders, tool: Tool): Issue[] {
  if (tool.kind === 'read') return conditionsOfRead(headers, `${tool.name} only reads`);
  const { name, versioned } = tool;
  if (!versioned) {
    const why = `${name} is decided on no version, and nothing holds it back`;
    const issues = given(headers, ['If-Match', ...NOT_OF_WRITES]).map((header) => refused(header, why));
    return issues.map((issue) => (issue.path === 'If-Match' ? { ...issue, path: 'expectedVersion' } : issue));
  }
  const why = `${name} is decided on the version that If-Match names, and nothing else holds it back`;
  return given(headers, NOT_OF_WRITES).map((header) => refused(header, why));
}

/** Routes that are no tools are all reads but those of MCP, which judge their own. */
export function refuseConditionsOfReads(app: FastifyInstance): void {
  app.addHook('preValidation', ({ method, raw, routeOptions }, _reply, done) => {
    if ((method === 'GET' || method === 'HEAD') && routeOptions.config.tool === undefined) {
      const issues = conditionsOfRead(raw.headers, 'it is only read');
      if (issues.length > 0) throw invalidInput(issues);
    }
    done();
  });
}

function conditionsOfRead(headers: IncomingHttpHeaders, why: string): Issue[] {
  return given(headers, OF_WRITES).map((header) => refused(header, `${why}, and nothing holds it back`));
}

function given<Name extends string>(headers: IncomingHttpHeaders, names: readonly Name[]): Name[] {
  return names.filter((name) => headers[name.toLowerCase()] !== undefined);
}

function refused(path: string, why: string): Issue {
  const message = `This address takes no ${path}: ${why}; send it without only if it is meant as it stands.`;
  return { path, code: 'unknown_key', message };
}
