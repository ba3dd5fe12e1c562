import type { TSchema } from '@sinclair/typebox';
import { ProblemSchema } from '../../problems/problem.js';
import { TOOLS } from '../../registry.js';
import { ROUTES } from '../../routes/routes.js';
import { HistoryEntry } from '../../tasks/history.js';
import { Counts, Task, TaskSummary } from '../../tasks/task.js';
import { CARD_SCHEMAS } from '../../tasks/views/cards.js';
import type { Tool } from '../../tools/tool.js';
import { restForm } from '../rest_form.js';
import {
  type JsonSchema,
  type ObjectSchema,
  publishedInput,
  publishedOutput,
  toJsonSchema,
} from '../schema.js';
import { type Part, pascalCase, refer } from './part.js';
import { toolDefinitionComponents } from './tool_definition.js';

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

/** Every schema component of the document. */
export function schemaComponents(): Part {
  return {
    ...Object.fromEntries(named.map(([name, schema]) => [name, linkInside(schema)])),
    Card: cardUnion(),
    ToolArguments: toolArguments(),
    ...toolDefinitionComponents(),
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
