import { isSpecType, type SpecTypeName, specTypeSchemas } from '@modelcontextprotocol/client';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { toMcpTool } from '../../src/definitions/published.js';
import type { Problem } from '../../src/problems/problem.js';
import { requireTool, TOOLS } from '../../src/registry.js';
import type { Answer } from '../http/harness.js';
import { findFault } from './contract_document.js';

const ajv = new Ajv2020({ strict: false });
/** What a client compiles of tools/list, to hold structured content against. */
const OUTLINES: ReadonlyMap<string, ValidateFunction> = new Map(
  TOOLS.map((tool) => [tool.name, ajv.compile(toMcpTool(tool).outputSchema)]),
);

/** What must be said of the call that a message answers. */
interface Asked {
  readonly id: number;
  readonly tool: string;
  readonly revision: string;
}

/** The result in a message, which must be one by the schemas of the protocol. */
export function checkMessage({ id, revision }: Asked, message: unknown): unknown {
  expectSpecType('JSONRPCResultResponse', message);
  if (!isSpecType.JSONRPCResultResponse(message)) throw new Error('It is a result, as was just expected.');
  expect(message.id).toBe(id);
  const { result } = message;
  expectSpecType('CallToolResult', result);
  expectRevision(revision, result);
  return result;
}

function expectSpecType(name: SpecTypeName, value: unknown): void {
  const validated = specTypeSchemas[name]['~standard'].validate(value);
  expect('issues' in validated ? validated.issues : undefined).toBeUndefined();
}

/** What tells the revisions apart in a result: the newest says that it is whole, and which server answers. */
function expectRevision(revision: string, result: Readonly<Record<string, unknown>>): void {
  const { resultType, _meta: meta } = result;
  const server = Object(meta)['io.modelcontextprotocol/serverInfo']?.name;
  const isNewest = revision === '2026-07-28';
  expect([resultType, server]).toEqual(isNewest ? ['complete', 'tasklatch'] : [undefined, undefined]);
}

/** A value must fit the outline that tools/list publishes, and all that openapi.yaml says of it and its card. */
export function checkResult({ tool }: Asked, value: unknown, card: unknown): void {
  const outline = OUTLINES.get(tool);
  expect(outline?.(value), JSON.stringify(outline?.errors)).toBe(true);
  const name = requireTool(tool).name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  expect(findFault(['components', 'schemas', `${name}Value`], value)).toBeNull();
  expect(findFault(['components', 'schemas', 'Card'], card)).toBeNull();
}

/** A refusal must be the problem that openapi.yaml describes, of the request that was answered. */
export function checkRefusal(problem: Problem, answer: Answer): void {
  expect(findFault(['components', 'schemas', 'Problem'], problem)).toBeNull();
  expect(problem.instance).toBe(`urn:uuid:${answer.headers['x-request-id']}`);
}
