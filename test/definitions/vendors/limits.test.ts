import { describe, expect, test } from 'vitest';
import { adapt } from '../../../src/definitions/vendors/forms.js';
import {
  type Form,
  LIMITS,
  requireFewTools,
  requireFit,
  sizeOf,
  type VendorSchema,
} from '../../../src/definitions/vendors/limits.js';

const CANONICAL = {
  type: 'object',
  properties: {
    id: { type: 'string', description: 'Id: 1 to 9 digits.', pattern: '^[1-9][0-9]{0,8}$' },
    key: { type: 'string', description: 'Key: up to 200.', pattern: '^[a-z]{1,200}$' },
    order: { type: 'string', enum: ['up', 'down'] },
    limits: { type: 'array', maxItems: 3, items: { type: 'integer', minimum: 1, maximum: 9 } },
    note: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 5 } },
      additionalProperties: false,
    },
  },
  required: ['id'],
  additionalProperties: false,
} as const;

const id = CANONICAL.properties.id;

describe('a schema in the form', () => {
  test.each(['mcp', 'openai', 'openai-chat', 'anthropic'] as const)('%s stays as it is', (form) => {
    expect(adapt(CANONICAL, LIMITS[form])).toEqual(CANONICAL);
  });

  test('openai-strict requires every property at every level, with null for what is not given', () => {
    expect(adapt(CANONICAL, LIMITS['openai-strict'])).toEqual({
      type: 'object',
      properties: {
        id,
        key: { ...CANONICAL.properties.key, type: ['string', 'null'] },
        order: { type: ['string', 'null'], enum: ['up', 'down', null] },
        limits: { ...CANONICAL.properties.limits, type: ['array', 'null'] },
        note: {
          type: ['object', 'null'],
          properties: { text: { type: ['string', 'null'] } },
          required: ['text'],
          additionalProperties: false,
        },
      },
      required: ['id', 'key', 'order', 'limits', 'note'],
      additionalProperties: false,
    });
  });

  test('anthropic-strict has no bounds, and patterns only with small counters', () => {
    expect(adapt(CANONICAL, LIMITS['anthropic-strict'])).toEqual({
      type: 'object',
      properties: {
        id,
        key: { type: 'string', description: 'Key: up to 200.' },
        order: CANONICAL.properties.order,
        limits: { type: 'array', items: { type: 'integer' } },
        note: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
      },
      required: ['id'],
      additionalProperties: false,
    });
  });

  test('gemini has neither patterns nor lengths, and keeps the other bounds', () => {
    const { properties } = adapt(CANONICAL, LIMITS.gemini);
    expect(properties?.id).toEqual({ type: 'string', description: 'Id: 1 to 9 digits.' });
    expect(properties?.limits).toEqual(CANONICAL.properties.limits);
    expect(properties?.note?.properties).toEqual({ text: { type: 'string' } });
  });

  test('gemini-openapi says nullable and the order, and nothing of other properties', () => {
    expect(adapt(CANONICAL, LIMITS['gemini-openapi'])).toEqual({
      type: 'object',
      properties: {
        id,
        key: { ...CANONICAL.properties.key, nullable: true },
        order: { ...CANONICAL.properties.order, nullable: true },
        limits: { ...CANONICAL.properties.limits, nullable: true },
        note: {
          type: 'object',
          properties: { text: { type: 'string', maxLength: 5, nullable: true } },
          propertyOrdering: ['text'],
          nullable: true,
        },
      },
      required: ['id'],
      propertyOrdering: ['id', 'key', 'order', 'limits', 'note'],
    });
  });
});

test('the size of a schema counts what is nested in it', () => {
  expect(sizeOf(adapt(CANONICAL, LIMITS.anthropic))).toEqual({
    levels: 2,
    properties: 6,
    optionalProperties: 5,
    unionTypes: 0,
    enumValues: 2,
    characters: 'idkeyorderlimitsnotetextupdown'.length,
  });
  expect(sizeOf(adapt(CANONICAL, LIMITS['openai-strict']))).toMatchObject({
    optionalProperties: 0,
    unionTypes: 5,
  });
});

describe('a tool is never published', () => {
  const many = (count: number): VendorSchema => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]),
    ),
  });
  const deep = (levels: number): VendorSchema =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };
  const words = (count: number, length: number): VendorSchema => ({
    type: 'object',
    properties: { a: { type: 'string', enum: Array.from({ length: count }, () => 'x'.repeat(length)) } },
  });

  test.each<[form: Form, name: string, schema: VendorSchema, fault: string]>([
    ['mcp', 'task/get', {}, 'mcp takes no tool that is named task/get.'],
    ['openai', 'task.get', {}, 'openai takes no tool that is named task.get.'],
    ['openai-chat', 'x'.repeat(65), {}, `openai-chat takes no tool that is named ${'x'.repeat(65)}.`],
    ['gemini', 'x'.repeat(64), {}, `gemini takes no tool that is named ${'x'.repeat(64)}.`],
    ['openai-strict', 'a', many(101), 'openai-strict takes at most 100 properties; a has 101.'],
    ['openai-strict', 'a', deep(6), 'openai-strict takes at most 5 levels; a has 6.'],
    ['openai-strict', 'a', words(1_001, 1), 'openai-strict takes at most 1000 enum values; a has 1001.'],
    [
      'openai-strict',
      'a',
      words(1, 120_000),
      'openai-strict takes at most 120000 characters of names and enum values; a has 120001.',
    ],
  ])('in the form %s when the vendor would not take it', (form, name, schema, fault) => {
    expect(() => requireFit(form, name, schema)).toThrow(fault);
  });

  test('with more others than a request takes', () => {
    expect(() => requireFewTools('gemini', 129)).toThrow(
      'gemini takes at most 128 tools in a request, not 129.',
    );
    expect(() => requireFewTools('gemini', 128)).not.toThrow();
  });

  test.each<[form: Form, schema: VendorSchema]>([
    ['openai-strict', many(100)],
    ['openai-strict', deep(5)],
    ['openai-strict', words(1_000, 1)],
    ['mcp', many(1_000)],
  ])('but one that just fits in the form %s is', (form, schema) => {
    expect(() => requireFit(form, 'x'.repeat(63), schema)).not.toThrow();
  });
});
