import { TOOLS } from '../../registry.js';
import type { Tool } from '../../tools/tool.js';
import { answeredExamples, type ExampleAnswer } from '../examples.js';
import { BODY_REFUSALS, refusalsOf } from '../refusals.js';
import { restArguments, restForm } from '../rest_form.js';
import { type HeaderName, headerRefs } from './headers.js';
import { type ParameterName, parameterRefs, toParameters } from './parameters.js';
import { type Part, refer } from './part.js';
import type { ProblemResponses } from './responses.js';
import { notModified, type Paths, toTemplate } from './route_operations.js';
import { toolSchemas } from './schemas.js';

/** The resource routes: one operation for each tool, made from its http binding and named like it. */
export function toolPaths(problems: ProblemResponses): Paths {
  const paths: Paths = {};
  for (const tool of TOOLS) {
    const path = toTemplate(`/v1/lists/:list${tool.http.path}`);
    paths[path] = { ...paths[path], [tool.http.method.toLowerCase()]: toOperation(tool, problems) };
  }
  return paths;
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
export function toExamples(
  answers: readonly ExampleAnswer[],
  pick: (example: ExampleAnswer) => unknown,
): Part {
  return Object.fromEntries(
    answers.map((example) => [example.name, { summary: example.title, value: pick(example) }]),
  );
}
