import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { answeredExamples, exampleProblem } from '../../src/definitions/examples.js';
import { restArguments, restForm } from '../../src/definitions/openapi/schemas.js';
import { CODES, publishedInput, publishedOutput, toJsonSchema } from '../../src/definitions/published.js';
import { ProblemSchema } from '../../src/problems/problem.js';
import { CATALOG } from '../../src/refusals/catalog.js';
import { TOOLS } from '../../src/registry.js';
import { CARD_SCHEMAS } from '../../src/tasks/views/cards.js';

const ajv = new Ajv2020({ allErrors: true });

function faultsOf(schema: object, value: unknown): unknown[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

const examples = TOOLS.flatMap((tool) =>
  answeredExamples(tool).map((example) => [`${tool.name}: ${example.title}`, tool, example] as const),
);

describe.each(examples)('the example "%s"', (_, tool, example) => {
  test('is accepted by the published input schema and by the gate', () => {
    expect(faultsOf(publishedInput(tool), example.arguments)).toEqual([]);
    expect(tool.admit(example.arguments)).toEqual(example.arguments);
  });

  test('answers a value that the published output schema accepts', () => {
    expect(faultsOf(publishedOutput(tool), example.value)).toEqual([]);
  });

  test('answers a text, and a card that the schema of its kind accepts', () => {
    expect(example.text).toMatch(/\S/);
    const { card } = example;
    if (card.card === 'problem') expect.unreachable('an answer has no card of a problem');
    else expect(faultsOf(toJsonSchema(CARD_SCHEMAS[card.card]), card)).toEqual([]);
  });

  test('has a body that the resource route takes', () => {
    const { body } = restForm(tool);
    const sent = restArguments(tool, example.arguments).body;
    expect(sent === null).toBe(body === null);
    if (body) expect(faultsOf(body, sent)).toEqual([]);
  });
});

test('a merge patch says null for what the tool names in clear', () => {
  const [tool] = TOOLS.filter(({ http }) => http.body === 'merge-patch');
  if (!tool) return expect.unreachable('a tool takes a merge patch');
  const args = { id: '1', expectedVersion: 3, patch: { priority: 'low' }, clear: ['owner', 'labels'] };
  expect(restArguments(tool, args).body).toEqual({
    priority: 'low',
    owner: null,
    labels: null,
    expectedVersion: 3,
  });
});

test.each(CODES)('the example of %s is a problem with its code and status', (code) => {
  const problem = exampleProblem(code);
  expect(problem).toMatchObject({ code, status: CATALOG[code].status, title: CATALOG[code].title });
  expect(faultsOf(toJsonSchema(ProblemSchema), problem)).toEqual([]);
});
