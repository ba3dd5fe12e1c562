import type { TObject, TSchema } from '@sinclair/typebox';
import { formatMarkedVersion } from '../../log/marked_version.js';
import { type ExampleWorld, isOpen, type Kept, type Route, toTemplate } from '../../routes/route.js';
import type { JsonSchema } from '../../schema/shape.js';
import { toHistoryEntry } from '../../tasks/changes.js';
import { EXAMPLE_LIST_NAME, EXAMPLE_MARK } from '../example_list.js';
import { LAST_STATE } from '../examples.js';
import { toInstructionsAnswer } from '../instructions.js';
import { CALL_REFUSALS, REQUEST_REFUSALS, toJsonSchema } from '../published.js';
import { toDefinitionsAnswer } from '../vendors/forms.js';
import { type Part, type Paths, parameterRefs, refer, toParameters } from './components.js';
import {
  type HeaderName,
  headerRefs,
  KEPT_HEADERS,
  notModified,
  type ProblemResponses,
} from './responses.js';
import { link } from './schemas.js';

const cursorAt = (version: number) => formatMarkedVersion({ version, mark: EXAMPLE_MARK });
const { version, counts } = LAST_STATE.rows.head;

/** What the examples of the routes show. */
export const EXAMPLE_WORLD: ExampleWorld = {
  head: { list: EXAMPLE_LIST_NAME, version, cursor: cursorAt(version), counts },
  events: LAST_STATE.entries.map(toHistoryEntry),
  definitions: { instructions: toInstructionsAnswer, tools: toDefinitionsAnswer },
  cursorAt,
};

/** The operations of the routes that are no tools. */
export function routePaths(problems: ProblemResponses, routes: readonly Route[]): Paths {
  const paths: Paths = {};
  for (const route of routes) {
    const path = toTemplate(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route, problems) };
  }
  return paths;
}

function toOperation(route: Route, problems: ProblemResponses): Part {
  const { operationId, summary, description, tag, kept, refusals = [] } = route;
  const parameters = parametersOf(route);
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(isOpen(route) && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: success(route),
      ...(kept && { 304: notModified(kept) }),
      ...problems.refs([...refusals, ...(isOpen(route) ? REQUEST_REFUSALS : CALL_REFUSALS)]),
    },
  };
}

function parametersOf({ parameters, query, kept, example }: Route): Part[] {
  const { list, ...others } = parameters ? propertiesOf(parameters) : {};
  return [
    ...parameterRefs(list ? ['List'] : []),
    ...toParameters('path', others, []),
    ...(query ? toParameters('query', propertiesOf(query), [example(EXAMPLE_WORLD).query ?? {}]) : []),
    ...(kept ? [ifNoneMatch(kept)] : []),
  ];
}

function propertiesOf(schema: TObject): Readonly<Record<string, JsonSchema>> {
  return toJsonSchema(schema).properties ?? {};
}

function success(route: Route): Part {
  const { says, type, schema } = route.answers;
  const { answer, answers, text } = route.example(EXAMPLE_WORLD);
  const shown = answers ? { examples: toExamples(answers) } : { example: answer };
  return {
    description: says,
    headers: headerRefs(headersOf(route)),
    content: {
      [type]: { schema: schemaOf(schema), ...shown },
      ...(text !== undefined && { 'text/plain': { schema: { type: 'string' }, example: text } }),
    },
  };
}

function headersOf({ kept, answers }: Route): readonly HeaderName[] {
  if (answers.type === 'text/html') return ['ContentSecurityPolicy'];
  return kept ? KEPT_HEADERS[kept.by] : [];
}

function toExamples(answers: Readonly<Record<string, unknown>>): Part {
  const examples = Object.entries(answers).map(([summary, value]) => [summary, { summary, value }]);
  return Object.fromEntries(examples);
}

/** A reference names a component that is made elsewhere. */
function schemaOf(schema: TSchema): Part {
  const { $ref } = schema;
  return typeof $ref === 'string' ? refer('schemas', $ref) : link(toJsonSchema(schema));
}

function ifNoneMatch({ by, what }: Kept): Part {
  if (by === 'list version') return refer('parameters', 'IfNoneMatch');
  return {
    name: 'If-None-Match',
    in: 'header',
    description: `The ETag of the ${what} as you last saw them. When they are still the same, 304 answers.`,
    schema: { type: 'string' },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  };
}
