import { TOOLS } from '../../registry.js';
import type { JsonSchema } from '../../schema/shape.js';
import { LIST_PATTERN } from '../../tasks/wording/values.js';

/** What the operations are made of: plain parts, references to components, and the parameters among these. */

/** A part of the OpenAPI document: plain JSON. */
export type Part = Readonly<Record<string, unknown>>;

/** A reference to a component of the document. */
export function refer(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): Part {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The operations by path and method, such as { '/v1/lists': { get: {…} } }. */
export type Paths = Record<string, Record<string, Part>>;

/** TaskCreate for task_create, StaleVersion for STALE_VERSION. */
export function pascalCase(name: string): string {
  return name
    .toLowerCase()
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

const PRINTABLE: Part = { type: 'string', pattern: '^[ -~]{1,100}$' };

/**
 * Accept is no parameter here, because OpenAPI ignores one of that name: the media types of a response say
 * what can be asked for. Authorization is described by the security scheme.
 */
const PARAMETERS = {
  List: {
    name: 'list',
    in: 'path',
    required: true,
    description: 'The list. Every valid name is a list; one that nobody wrote to is empty.',
    schema: { type: 'string', pattern: LIST_PATTERN },
    example: 'home',
  },
  Tool: {
    name: 'tool',
    in: 'path',
    required: true,
    description: 'The name of the tool.',
    schema: { type: 'string', enum: TOOLS.map(({ name }) => name) },
    example: 'task_create',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the task as you last saw it; the same as expectedVersion. A task that has another version by now answers 412.',
    schema: { type: 'string' },
    example: '"1"',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the list as you last saw it. A list that is still at this version answers 304.',
    schema: { type: 'string' },
    example: '"5"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same as idempotencyKey, quoted or bare: a new key for each new intent, the same key to retry the same call.',
    schema: { type: 'string' },
    example: '"7f9c2ba4-e88f-4827-8d5c-1d6a4b3f0a52"',
  },
  Agent: {
    name: 'Tasklatch-Agent',
    in: 'header',
    description:
      'The agent that calls (a name without @, 1 to 100 printable ASCII characters): it signs the change beside the principal that the key proves.',
    schema: PRINTABLE,
    example: 'agent-7',
  },
  Session: {
    name: 'Tasklatch-Session',
    in: 'header',
    description: 'The session in which it calls (1 to 100 printable ASCII characters); kept in the history.',
    schema: PRINTABLE,
    example: 'session-1',
  },
} as const satisfies Record<string, Part>;

export type ParameterName = keyof typeof PARAMETERS;

export function parameterRefs(names: readonly ParameterName[]): Part[] {
  return names.map((name) => refer('parameters', name));
}

export const parameterComponents = (): Part => PARAMETERS;

/** Arguments as parameters, each with the first value that an example gives it. */
export function toParameters(
  where: 'path' | 'query',
  properties: Readonly<Record<string, JsonSchema>>,
  examples: readonly Readonly<Record<string, unknown>>[],
): Part[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const example = examples.find((args) => args[name] !== undefined)?.[name];
    return {
      name,
      in: where,
      ...(where === 'path' && { required: true }),
      description,
      schema,
      ...(example !== undefined && { example }),
    };
  });
}
