import { TOOLS } from '../../registry.js';
import { answeredExamples, type ExampleAnswer } from '../examples.js';
import { BODY_REFUSALS, refusalsOf } from '../refusals.js';
import { headerRefs } from './headers.js';
import { parameterRefs } from './parameters.js';
import { type Part, refer } from './part.js';
import type { ProblemResponses } from './responses.js';
import type { Paths } from './route_operations.js';
import { toolSchemas } from './schemas.js';

const DESCRIPTION = [
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
export function callPaths(problems: ProblemResponses): Paths {
  const codes = new Set(TOOLS.flatMap(refusalsOf));
  return {
    '/v1/lists/{list}/tools/{tool}': {
      post: {
        operationId: 'call_tool',
        summary: 'Call a tool',
        description: DESCRIPTION,
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
          200: success(),
          ...problems.refs([...codes, ...BODY_REFUSALS, 'UNKNOWN_TOOL'], { hasIfMatch: true }),
        },
      },
    },
  };
}

function success(): Part {
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
