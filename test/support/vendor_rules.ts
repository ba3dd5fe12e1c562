/**
 * The rules of the vendors for tool definitions, written from their documentation and from nothing in src: what
 * a vendor would answer with 400, or drop in silence, is a fault here. Where the surfaces of a vendor differ,
 * the stricter one counts.
 */

type Json = Readonly<Record<string, unknown>>;

/** One sentence for each broken rule; none when the definition is fine. */
export type Faults = readonly string[];

interface Node {
  readonly path: string;
  readonly schema: Json;
  /** Of objects and arrays, the root being 1. */
  readonly level: number;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function typesOf({ type }: Json): readonly unknown[] {
  return [type ?? []].flat();
}

/** Every schema within a schema. */
function walk(schema: Json, path = '', level = 1): Node[] {
  const inside = Object.entries(isJson(schema.properties) ? schema.properties : {}).flatMap(
    ([name, property]) => (isJson(property) ? walk(property, `${path}.${name}`, level + 1) : []),
  );
  const items = isJson(schema.items) ? walk(schema.items, `${path}[]`, level + 1) : [];
  return [{ path, schema, level }, ...inside, ...items];
}

function nameFaults(name: unknown, pattern: RegExp): Faults {
  return typeof name === 'string' && pattern.test(name)
    ? []
    : [`the name ${JSON.stringify(name)} is not taken`];
}

function fieldFaults(entry: Json, required: readonly string[], optional: readonly string[] = []): Faults {
  const missing = required
    .filter((field) => entry[field] === undefined)
    .map((field) => `${field} is missing`);
  const unknown = Object.keys(entry)
    .filter((field) => !required.includes(field) && !optional.includes(field))
    .map((field) => `${field} is no field of the vendor`);
  const empty = entry.description === '' ? ['the description is empty'] : [];
  return [...missing, ...unknown, ...empty];
}

function rootFaults(schema: Json): Faults {
  return schema.type === 'object' ? [] : ['the root is no object'];
}

function keywordFaults(nodes: readonly Node[], allowed: readonly string[]): Faults {
  return nodes.flatMap(({ path, schema }) =>
    Object.keys(schema)
      .filter((keyword) => !allowed.includes(keyword))
      .map((keyword) => `${path} has ${keyword}`),
  );
}

function requiredFaults(nodes: readonly Node[]): Faults {
  return nodes.flatMap(({ path, schema }) => {
    const known = Object.keys(isJson(schema.properties) ? schema.properties : {});
    return strings(schema.required)
      .filter((name) => !known.includes(name))
      .map((name) => `${path} requires ${name}, which it does not have`);
  });
}

/** No open map of any keys, which strict modes refuse. */
function closedFaults(nodes: readonly Node[]): Faults {
  return nodes
    .filter(({ schema }) => typesOf(schema).includes('object') && schema.additionalProperties !== false)
    .map(({ path }) => `${path} is open`);
}

function itemsFaults(nodes: readonly Node[]): Faults {
  return nodes
    .filter(({ schema }) => typesOf(schema).includes('array') && !isJson(schema.items))
    .map(({ path }) => `${path} does not say its items`);
}

/** Beside one type only null may stand; an enum fits the types beside it. */
function typeFaults(nodes: readonly Node[]): Faults {
  return nodes.flatMap(({ path, schema }) => {
    const types = typesOf(schema);
    const others = types.filter((type) => type !== 'null');
    const mixed = others.length === 1 ? [] : [`${path} has ${others.length} types`];
    const words: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
    const wrong = words.filter((word) =>
      word === null ? !types.includes('null') : typeof word !== 'string',
    );
    const lower = strings(words).map((word) => word.toLowerCase());
    const twice = new Set(lower).size === lower.length ? [] : [`${path} has an enum word twice`];
    const unreachable =
      words.length > 0 && types.includes('null') && !words.includes(null)
        ? [`${path} has no null in its enum`]
        : [];
    return [...mixed, ...wrong.map((word) => `${path} has the enum word ${word}`), ...twice, ...unreachable];
  });
}

function patternFaults(nodes: readonly Node[], unsupported: RegExp): Faults {
  return nodes
    .filter(({ schema }) => typeof schema.pattern === 'string' && unsupported.test(schema.pattern))
    .map(({ path, schema }) => `${path} has the pattern ${schema.pattern}`);
}

const COMMON = ['type', 'description', 'enum', 'properties', 'required', 'items'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const LENGTHS = ['minLength', 'maxLength'];
const COUNTS = ['minItems', 'maxItems'];
/** What every client reads of JSON Schema; no combinators, no references, no defaults. */
const CANONICAL = [...COMMON, 'additionalProperties', 'pattern', ...NUMBERS, ...LENGTHS, ...COUNTS];
/** Look-around, back references and word boundaries. */
const FANCY_PATTERN = /\(\?|\\[bB1-9k]/;
/** A counter that goes beyond 10: the documentation says "large ranges" and no number. */
const LARGE_COUNTER = /\{(?:\d{3,}|[2-9]\d|1[1-9])|,(?:\d{3,}|[2-9]\d|1[1-9])?\}/;

function canonicalFaults(schema: Json): Faults {
  const nodes = walk(schema);
  return [
    ...rootFaults(schema),
    ...keywordFaults(nodes, CANONICAL),
    ...requiredFaults(nodes),
    ...closedFaults(nodes),
    ...itemsFaults(nodes),
    ...typeFaults(nodes),
    ...patternFaults(nodes, FANCY_PATTERN),
  ];
}

/** MCP 2026-07-28 and the conformance suite; the safe intersection of what clients read. */
export function mcpFaults(entry: Json): Faults {
  const { inputSchema, outputSchema, annotations } = entry;
  const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
  const fields = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'];
  return [
    ...fieldFaults(entry, fields),
    ...nameFaults(entry.name, /^[A-Za-z0-9_.-]{1,64}$/),
    ...(isJson(inputSchema) ? canonicalFaults(inputSchema) : ['inputSchema is no object']),
    ...(isJson(outputSchema) ? rootFaults(outputSchema) : ['outputSchema is no object']),
    ...hints.filter((hint) => !isJson(annotations) || typeof annotations[hint] !== 'boolean'),
  ];
}

/** A tool of the Responses API. */
export function openAiFaults(entry: Json): Faults {
  const { type, ...definition } = entry;
  return [...(type === 'function' ? [] : ['it is no function']), ...openAiFunctionFaults(definition)];
}

/** A tool of Chat Completions. */
export function openAiChatFaults(entry: Json): Faults {
  const definition = isJson(entry.function) ? entry.function : {};
  return [
    ...fieldFaults(entry, ['type', 'function']),
    ...(entry.type === 'function' ? [] : ['it is no function']),
    ...openAiFunctionFaults(definition),
  ];
}

function openAiFunctionFaults(definition: Json): Faults {
  const { name, parameters, strict } = definition;
  if (!isJson(parameters)) return ['parameters is no object'];
  return [
    ...fieldFaults(definition, ['name', 'description', 'parameters', 'strict']),
    ...nameFaults(name, /^[a-zA-Z0-9_-]{1,64}$/),
    ...(strict === true ? openAiStrictFaults(parameters) : canonicalFaults(parameters)),
  ];
}

/** Structured outputs; of the sizes those of Azure, which are smaller. */
function openAiStrictFaults(schema: Json): Faults {
  const nodes = walk(schema);
  const names = nodes.flatMap(({ schema: { properties } }) =>
    Object.keys(isJson(properties) ? properties : {}),
  );
  const words = nodes.flatMap(({ schema: node }) => strings(node.enum));
  const optional = nodes.flatMap(({ path, schema: node }) =>
    Object.keys(isJson(node.properties) ? node.properties : {})
      .filter((name) => !strings(node.required).includes(name))
      .map((name) => `${path}.${name} is not required`),
  );
  return [
    ...canonicalFaults(schema),
    ...keywordFaults(nodes, [...COMMON, 'additionalProperties', 'pattern', ...NUMBERS, ...COUNTS]),
    ...optional,
    ...(names.length > 100 ? ['it has more than 100 properties'] : []),
    ...(nodes.some(({ level }) => level > 5) ? ['it has more than 5 levels'] : []),
    ...(words.length > 1_000 ? ['it has more than 1,000 enum values'] : []),
    ...([...names, ...words].join('').length > 120_000 ? ['it has more than 120,000 characters'] : []),
  ];
}

/** All tools of one request of the Messages API. */
export function anthropicFaults(entries: readonly Json[]): Faults {
  const strict = entries.filter((entry) => entry.strict === true);
  const nodes = strict.flatMap(({ input_schema: schema }) => (isJson(schema) ? walk(schema) : []));
  const optional = nodes.flatMap(({ schema }) =>
    Object.keys(isJson(schema.properties) ? schema.properties : {}).filter(
      (name) => !strings(schema.required).includes(name),
    ),
  );
  const unions = nodes.filter(({ schema }) => Array.isArray(schema.type) || schema.anyOf !== undefined);
  const deferred = entries.filter((entry) => entry.defer_loading === true);
  return [
    ...entries.flatMap(anthropicToolFaults),
    ...(strict.length > 20 ? ['more than 20 tools are strict'] : []),
    ...(optional.length > 24 ? [`${optional.length} properties of strict tools are optional`] : []),
    ...(unions.length > 16 ? [`${unions.length} properties of strict tools are of a union type`] : []),
    ...(deferred.length === entries.length ? ['every tool is deferred'] : []),
  ];
}

function anthropicToolFaults(entry: Json): Faults {
  const { name, input_schema: schema, defer_loading: isDeferred, input_examples: examples, strict } = entry;
  if (!isJson(schema)) return ['input_schema is no object'];
  const optional = ['input_examples', 'strict', 'defer_loading'];
  const hasBoth = isDeferred === true && examples !== undefined;
  return [
    ...fieldFaults(entry, ['name', 'description', 'input_schema'], optional),
    ...nameFaults(name, /^[a-zA-Z0-9_-]{1,64}$/),
    ...canonicalFaults(schema),
    ...(hasBoth ? ['a tool that is searched for has examples'] : []),
    ...(strict === true ? anthropicStrictFaults(schema) : []),
  ];
}

function anthropicStrictFaults(schema: Json): Faults {
  const nodes = walk(schema);
  const manyItems = nodes.filter(({ schema: { minItems } }) => typeof minItems === 'number' && minItems > 1);
  return [
    ...keywordFaults(nodes, [...COMMON, 'additionalProperties', 'pattern', 'minItems']),
    ...manyItems.map(({ path }) => `${path} has minItems above 1`),
    ...patternFaults(nodes, LARGE_COUNTER),
  ];
}

const GEMINI_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,62}$/;

/** The one entry of `tools`, with its functions in the form of JSON Schema. */
export function geminiFaults(entry: Json): Faults {
  const keywords = [
    ...COMMON,
    'additionalProperties',
    'minimum',
    'maximum',
    ...COUNTS,
    'title',
    'propertyOrdering',
  ];
  return geminiToolFaults(entry, 'parametersJsonSchema', (schema) => [
    ...canonicalFaults(schema),
    ...keywordFaults(walk(schema), keywords),
  ]);
}

/** The same with the functions in the form of OpenAPI 3.0. */
export function geminiOpenApiFaults(entry: Json): Faults {
  const numbers = ['minimum', 'maximum', ...LENGTHS, ...COUNTS, 'minProperties', 'maxProperties'];
  const words = ['title', 'format', 'nullable', 'pattern', 'propertyOrdering'];
  return geminiToolFaults(entry, 'parameters', (schema) => {
    const nodes = walk(schema);
    return [
      ...rootFaults(schema),
      ...keywordFaults(nodes, [...COMMON, ...numbers, ...words]),
      ...requiredFaults(nodes),
      ...itemsFaults(nodes),
      ...typeFaults(nodes),
      ...nodes
        .filter(({ schema: { type } }) => typeof type !== 'string')
        .map(({ path }) => `${path} has no one type`),
      ...nodes.flatMap(orderingFaults),
      ...nodes
        .filter(({ schema: { required } }) => Array.isArray(required) && required.length === 0)
        .map(({ path }) => `${path} requires nothing, in so many words`),
    ];
  });
}

function orderingFaults({ path, schema: { properties, propertyOrdering } }: Node): Faults {
  if (!isJson(properties)) return [];
  const isWhole = strings(propertyOrdering).join() === Object.keys(properties).join();
  return isWhole ? [] : [`${path} does not say the order of its properties`];
}

function geminiToolFaults(entry: Json, field: string, schemaFaults: (schema: Json) => Faults): Faults {
  const declarations = Array.isArray(entry.functionDeclarations)
    ? entry.functionDeclarations.filter(isJson)
    : [];
  return [
    ...fieldFaults(entry, ['functionDeclarations']),
    ...(declarations.length === 0 || declarations.length > 128
      ? ['it has no function, or more than 128']
      : []),
    ...declarations.flatMap((declaration) => {
      const schema = declaration[field];
      return [
        ...fieldFaults(declaration, ['name', 'description', field]),
        ...nameFaults(declaration.name, GEMINI_NAME),
        ...(isJson(schema) ? schemaFaults(schema) : [`${field} is no object`]),
      ];
    }),
  ];
}
