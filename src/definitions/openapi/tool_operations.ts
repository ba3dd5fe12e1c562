import { TOOLS } from '../../registry.js';
import { resourcePath, toTemplate } from '../../routes/route.js';
import type { Tool } from '../../tools/tool.js';
import { answeredExamples, type ExampleAnswer } from '../examples.js';
import { BODY_REFUSALS, refusalsOf } from '../published.js';
import {
  type ParameterName,
  type Part,
  type Paths,
  parameterRefs,
  refer,
  toParameters,
} from './components.js';
import { type HeaderName, headerRefs, notModified, type ProblemResponses } from './responses.js';
import { restArguments, restForm, toolSchemas } from './schemas.js';

/** An operation for each tool, made from its http binding and named like it, and one that calls any tool. */
export function toolPaths(problems: ProblemResponses): Paths {
  const paths: Paths = {};
  for (const tool of TOOLS) {
    const path = toTemplate(resourcePath(tool));
    paths[path] = { ...paths[path], [tool.http.method.toLowerCase()]: toOperation(tool, problems) };
  }
  return { ...paths, ...callPaths(problems) };
}

function toOperation(tool: Tool, problems: ProblemResponses): Part {
  const { body, etag, status } = tool.http;
  const isVersioned = tool.kind === 'write' && tool.versioned;
  const codes = [...refusalsOf(tool), ...(body === 'none' ? [] : BODY_REFUSALS)];
  const kept = etag === 'list' && { 304: notModified({ what: 'list', by: 'list version' }) };
  return {
    operationId: tool.name,
    summary: tool.title,
    description: tool.description,
    tags: ['tasks'],
    parameters: parametersOf(tool, isVersioned),
    ...(restForm(tool).body && { requestBody: requestBody(tool) }),
    responses: {
      [status]: success(tool),
      ...kept,
      ...problems.refs(codes, { hasIfMatch: isVersioned, isPatch: body === 'merge-patch' }),
    },
  };
}

function parametersOf(tool: Tool, isVersioned: boolean): Part[] {
  const { path, query } = restForm(tool);
  const examples = tool.examples.map(({ arguments: args }) => args);
  const headers: ParameterName[] = [
    ...(isVersioned ? (['IfMatch'] as const) : []),
    ...(tool.http.etag === 'list' ? (['IfNoneMatch'] as const) : []),
    ...(tool.kind === 'write' ? (['IdempotencyKey'] as const) : []),
    'Agent',
    'Session',
  ];
  return [
    ...parameterRefs(['List']),
    ...toParameters('path', path, examples),
    ...toParameters('query', query, examples),
    ...parameterRefs(headers),
  ];
}

/** An empty body is the empty object, so a body is required only where an argument is. */
function requestBody(tool: Tool): Part {
  const { body } = restForm(tool);
  const examples = toExamples(
    answeredExamples(tool),
    (example) => restArguments(tool, example.arguments).body,
  );
  const content = { schema: refer('schemas', toolSchemas(tool).body), examples };
  const isPatch = tool.http.body === 'merge-patch';
  return {
    description: isPatch
      ? 'A JSON Merge Patch of the task: only the fields to change; null empties one.'
      : 'The arguments.',
    required: isPatch || (body?.required.length ?? 0) > 0,
    content: {
      ...(isPatch && { 'application/merge-patch+json': content }),
      'application/json': content,
    },
  };
}

function success(tool: Tool): Part {
  const { etag, status } = tool.http;
  const answers = answeredExamples(tool);
  const headers: HeaderName[] = [
    ...(etag === 'task' ? (['TaskETag'] as const) : []),
    ...(etag === 'list' ? (['ListETag', 'PrivateRevalidate'] as const) : []),
    ...(status === 201 ? (['Location'] as const) : []),
    ...(tool.kind === 'write' ? (['Replayed'] as const) : []),
  ];
  return {
    description: 'The value; with Accept: text/plain the text that a model should read.',
    headers: headerRefs(headers),
    content: {
      'application/json': {
        schema: refer('schemas', toolSchemas(tool).value),
        examples: toExamples(answers, ({ value }) => value),
      },
      'text/plain': { schema: { type: 'string' }, examples: toExamples(answers, ({ text }) => text) },
    },
  };
}

/** Examples by name, as the document writes them. */
function toExamples(answers: readonly ExampleAnswer[], pick: (example: ExampleAnswer) => unknown): Part {
  return Object.fromEntries(
    answers.map((example) => [example.name, { summary: example.title, value: pick(example) }]),
  );
}

const CALL_DESCRIPTION = [
  'Calls the tool that a model chose, with the arguments that the model wrote, and answers its value, its text for the model',
  'and its card for a screen. Send the arguments as they are; what is wrong with them comes back as a problem whose text the',
  'model can act on.',
].join(' ');

/**
 * The tool route is one operation whose tool is a path parameter, not one operation for each tool. Who knows
 * the tool when the code is written has a typed operation for it already (its resource route, of the same
 * name); who calls this route passes on what a model chose, so that the name is known only at run time. A
 * second typed operation for each tool would double what a generated client and a loader that makes tools of
 * operations show, under names that nobody could tell apart.
 */
function callPaths(problems: ProblemResponses): Paths {
  const codes = new Set(TOOLS.flatMap(refusalsOf));
  return {
    '/v1/lists/{list}/tools/{tool}': {
      post: {
        operationId: 'call_tool',
        summary: 'Call a tool',
        description: CALL_DESCRIPTION,
        tags: ['tools'],
        parameters: parameterRefs(['List', 'Tool', 'IfMatch', 'IdempotencyKey', 'Agent', 'Session']),
        requestBody: {
          description: 'The arguments of the tool. An empty body is the empty object.',
          required: false,
          content: {
            'application/json': {
              schema: refer('schemas', 'ToolArguments'),
              examples: examplesOfAll((example) => example.arguments),
            },
          },
        },
        responses: {
          200: callSuccess(),
          ...problems.refs([...codes, ...BODY_REFUSALS, 'UNKNOWN_TOOL'], { hasIfMatch: true }),
        },
      },
    },
  };
}

function callSuccess(): Part {
  return {
    description: 'The answer of the tool; with Accept: text/plain its text alone.',
    headers: headerRefs(['Replayed']),
    content: {
      'application/json': {
        schema: { anyOf: TOOLS.map((tool) => refer('schemas', toolSchemas(tool).answer)) },
        examples: examplesOfAll(({ value, text, card }) => ({ value, text, card, replayed: false })),
      },
      'text/plain': { schema: { type: 'string' }, examples: examplesOfAll(({ text }) => text) },
    },
  };
}

function examplesOfAll(pick: (example: ExampleAnswer) => unknown): Part {
  const examples = TOOLS.flatMap((tool) =>
    answeredExamples(tool).map((example) => [
      `${tool.name}_${example.name}`,
      { summary: `${tool.name}: ${example.title}`, value: pick(example) },
    ]),
  );
  return Object.fromEntries(examples);
}
