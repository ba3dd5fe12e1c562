import type { TSchema } from '@sinclair/typebox';
import { ProblemSchema } from '../../problems/problem.js';
import { TOOLS } from '../../registry.js';
import { parameterNames } from '../../routes/route.js';
import { ROUTES } from '../../routes/routes.js';
import type { JsonSchema, ObjectSchema } from '../../schema/shape.js';
import { HistoryEntry } from '../../tasks/changes.js';
import { Counts, Task, TaskSummary } from '../../tasks/task.js';
import { CARD_SCHEMAS } from '../../tasks/views/cards.js';
import type { Tool } from '../../tools/tool.js';
import { publishedInput, publishedOutput, toJsonSchema } from '../published.js';
import { type Part, pascalCase, refer } from './components.js';

const { issues, changedSince, blockers, card: ProblemCardSchema } = ProblemSchema.properties;

/** The schemas that have a name of their own; wherever one stands in another, the document refers to it. */
const NAMED: Readonly<Record<string, TSchema>> = {
  Task,
  TaskSummary,
  Counts,
  FieldChange: HistoryEntry.properties.changes.items,
  HistoryEntry,
  TaskCard: CARD_SCHEMAS.task,
  TasksCard: CARD_SCHEMAS.tasks,
  DiffCard: CARD_SCHEMAS.diff,
  TimelineCard: CARD_SCHEMAS.timeline,
  Issue: issues.items,
  ChangedField: changedSince.items,
  Blocker: blockers.items,
  ProblemCard: ProblemCardSchema,
  Problem: ProblemSchema,
  ...Object.assign({}, ...ROUTES.map(({ schemas }) => schemas)),
};

const named = Object.entries(NAMED).map(([name, schema]): [string, JsonSchema] => [
  name,
  toJsonSchema(schema),
]);

/** Schemas are the same when their published forms are. */
const nameOf: ReadonlyMap<string, string> = new Map(
  named.map(([name, schema]) => [JSON.stringify(schema), name]),
);

/** The schema with each named schema in it as a reference. */
export function link(schema: JsonSchema): Part {
  const name = nameOf.get(JSON.stringify(schema));
  return name ? refer('schemas', name) : linkInside(schema);
}

function linkInside(schema: JsonSchema): Part {
  const { properties, items } = schema;
  const linked = Object.entries(properties ?? {}).map(([name, property]) => [name, link(property)]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(linked) }),
    ...(items && { items: link(items) }),
  };
}

/** The names of the components that belong to a tool. */
export function toolSchemas(tool: Tool) {
  const name = pascalCase(tool.name);
  return { body: `${name}Body`, value: `${name}Value`, answer: `${name}Answer` };
}

/** Every schema component of the document; `toolDefinitions` are those of the forms of a definition. */
export function schemaComponents(toolDefinitions: Part): Part {
  return {
    ...Object.fromEntries(named.map(([name, schema]) => [name, linkInside(schema)])),
    Card: cardUnion(),
    ToolArguments: toolArguments(),
    ...toolDefinitions,
    ...Object.fromEntries(TOOLS.flatMap(componentsOf)),
  };
}

function componentsOf(tool: Tool): [string, Part][] {
  const names = toolSchemas(tool);
  const { body } = restForm(tool);
  const describe = (schema: ObjectSchema, what: string): Part => ({
    type: schema.type,
    description: `${what} of ${tool.name}.`,
    ...linkInside(schema),
  });
  const bodies: [string, Part][] = body
    ? [[names.body, describe(body, 'The body of the resource route')]]
    : [];
  return [
    ...bodies,
    [names.value, describe(publishedOutput(tool), 'The value')],
    [names.answer, answerOf(tool)],
  ];
}

/** Where a resource route takes each argument of its tool. */
interface RestForm {
  /** In the order of the path. */
  readonly path: Readonly<Record<string, JsonSchema>>;
  readonly query: Readonly<Record<string, JsonSchema>>;
  /** null where the route needs no body. */
  readonly body: ObjectSchema | null;
}

/**
 * The arguments that a resource route publishes. A GET and a DELETE take them as query parameters, the others
 * in the body. A DELETE reads a body, too, but HTTP gives it no meaning, and a client that is made from both
 * would have each argument twice. expectedVersion is never required here, because If-Match may carry it.
 */
export function restForm(tool: Tool): RestForm {
  const { method, body } = tool.http;
  const input = publishedInput(tool);
  const inPath = parameterNames(tool.http.path);
  const path = Object.fromEntries(inPath.map((name) => [name, propertyOf(input, name)]));
  const rest = Object.entries(input.properties).filter(([name]) => !inPath.includes(name));
  if (body === 'none' || method === 'DELETE') return { path, query: Object.fromEntries(rest), body: null };
  const required = input.required.filter((name) => name !== 'expectedVersion' && !inPath.includes(name));
  const schema =
    body === 'merge-patch' ? mergePatch(input, rest) : bodySchema(Object.fromEntries(rest), required);
  return { path, query: {}, body: schema };
}

/** The arguments of an example as the route takes them: those in the path, in the query, and the body. */
export function restArguments(tool: Tool, args: Readonly<Record<string, unknown>>) {
  const inPath = parameterNames(tool.http.path);
  const rest = Object.fromEntries(Object.entries(args).filter(([name]) => !inPath.includes(name)));
  if (restForm(tool).body === null) return { query: rest, body: null };
  if (tool.http.body === 'arguments') return { query: {}, body: rest };
  const { patch, clear, ...others } = rest;
  const fields = Array.isArray(clear) ? Object.fromEntries(clear.map((field) => [field, null])) : {};
  return { query: {}, body: { ...(typeof patch === 'object' && patch), ...fields, ...others } };
}

function propertyOf(schema: JsonSchema, name: string): JsonSchema {
  const property = schema.properties?.[name];
  if (!property)
    throw new Error(`The route needs the argument ${name}, which the input schema does not have.`);
  return property;
}

/** The fields of `patch` at the top level; null stands for each field that `clear` can name. */
function mergePatch(input: ObjectSchema, rest: readonly [string, JsonSchema][]): ObjectSchema {
  const clearable = propertyOf(input, 'clear').items?.enum ?? [];
  const fields = Object.entries(propertyOf(input, 'patch').properties ?? {}).map(
    ([name, schema]): [string, JsonSchema] => [name, clearable.includes(name) ? orNull(schema) : schema],
  );
  const others = rest.filter(([name]) => name !== 'patch' && name !== 'clear');
  return bodySchema(Object.fromEntries([...fields, ...others]), []);
}

function orNull(schema: JsonSchema): JsonSchema {
  const types = [schema.type ?? []].flat();
  return { ...schema, type: [...types, 'null'], description: `${schema.description} null empties it.` };
}

function bodySchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): ObjectSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/**
 * The arguments of every tool as one plain object: what makes tools of operations takes no union there, and
 * some then offer no tool at all. GET /v1/tools has the schema of each tool.
 */
function toolArguments(): Part {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, schema] of TOOLS.flatMap((tool) => Object.entries(publishedInput(tool).properties))) {
    properties[name] = inCommon(properties[name] ?? schema, schema);
  }
  return {
    type: 'object',
    description:
      'The arguments of the tool; which of these it takes is said by its definition in list_tools.',
    properties,
    additionalProperties: true,
  };
}

/** What two schemas agree on, so that whatever fits one of them fits it. */
function inCommon(one: JsonSchema, other: JsonSchema): JsonSchema {
  const others = new Map<string, unknown>(Object.entries(other));
  const agreed = Object.entries(one).filter(
    ([keyword, value]) => JSON.stringify(value) === JSON.stringify(others.get(keyword)),
  );
  return Object.fromEntries(agreed);
}

function answerOf(tool: Tool): Part {
  return {
    type: 'object',
    description: `The answer of ${tool.name}.`,
    properties: {
      value: refer('schemas', toolSchemas(tool).value),
      text: { type: 'string', description: 'The value as a model should read it.' },
      card: refer('schemas', 'Card'),
      replayed: {
        type: 'boolean',
        description: 'True when it is the stored answer of an earlier call with the same idempotencyKey.',
      },
    },
    required: ['value', 'text', 'card', 'replayed'],
    additionalProperties: false,
  };
}

function cardUnion(): Part {
  const cards = Object.keys(CARD_SCHEMAS);
  const refs = cards.map((card) => refer('schemas', `${pascalCase(card)}Card`));
  const mapping = Object.fromEntries(cards.map((card, index) => [card, refs[index]?.$ref]));
  return {
    description: 'What a screen draws. A client chooses by card, never by the name of the tool.',
    oneOf: refs,
    discriminator: { propertyName: 'card', mapping },
  };
}
