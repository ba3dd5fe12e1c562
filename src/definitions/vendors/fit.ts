import type { Tool } from '../../tools/tool.js';
import { type JsonSchema, publishedInput } from '../published.js';
import { type Form, LIMITS, type VendorLimits } from './limits.js';

/** A schema in the form of a vendor. */
export interface VendorSchema extends Omit<JsonSchema, 'enum' | 'properties' | 'items'> {
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, VendorSchema>>;
  readonly items?: VendorSchema;
  /** OpenAPI 3.0 says so what JSON Schema says with the type null. */
  readonly nullable?: true;
  /** The order in which Gemini writes the properties. */
  readonly propertyOrdering?: readonly string[];
}

/**
 * The schema as the vendor takes it. It accepts whatever the published schema accepts, but that an optional
 * property may have to be null instead of being left out. What a dropped bound leaves open is said by the
 * description, and refused by the gate.
 */
export function adapt(schema: JsonSchema, limits: VendorLimits): VendorSchema {
  const kept = Object.entries(schema).filter(([keyword, value]) => isKept(keyword, value, limits));
  const { properties, items } = schema;
  return {
    ...Object.fromEntries(kept),
    ...(items && { items: adapt(items, limits) }),
    ...(properties && adaptProperties(properties, schema.required ?? [], limits)),
  };
}

function isKept(keyword: string, value: unknown, { keywords, optional, counterMax }: VendorLimits): boolean {
  if (!keywords.includes(keyword)) return false;
  if (keyword === 'pattern') return longestCounter(String(value)) <= (counterMax ?? Number.POSITIVE_INFINITY);
  // OpenAPI 3.0 wants a name in required or no such keyword at all.
  return !(keyword === 'required' && optional === 'nullable' && Array.isArray(value) && value.length === 0);
}

/** The largest number in the counters of a pattern: 8 of ^[1-9][0-9]{0,8}$. */
function longestCounter(pattern: string): number {
  const counters = pattern.match(/\{\d+(?:,\d*)?\}/g) ?? [];
  return Math.max(0, ...counters.flatMap((counter) => counter.match(/\d+/g) ?? []).map(Number));
}

function adaptProperties(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
  limits: VendorLimits,
): VendorSchema {
  const names = Object.keys(properties);
  const adapted = Object.entries(properties).map(([name, property]): [string, VendorSchema] => {
    const schema = adapt(property, limits);
    return [name, required.includes(name) ? schema : asOptional(schema, limits)];
  });
  return {
    properties: Object.fromEntries(adapted),
    ...(limits.optional === 'null' && { required: names }),
    ...(limits.optional === 'nullable' && { propertyOrdering: names }),
  };
}

function asOptional(schema: VendorSchema, { optional }: VendorLimits): VendorSchema {
  if (optional === 'left out') return schema;
  if (optional === 'nullable') return { ...schema, nullable: true };
  return {
    ...schema,
    type: [...[schema.type ?? []].flat(), 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

/** What the limits of a vendor count in a schema. */
export interface SchemaSize {
  readonly levels: number;
  readonly properties: number;
  readonly optionalProperties: number;
  readonly unionTypes: number;
  readonly enumValues: number;
  /** Of property names and enum words. */
  readonly characters: number;
}

export function sizeOf(schema: VendorSchema): SchemaSize {
  const { properties = {}, required = [], items, enum: words = [] } = schema;
  const names = Object.keys(properties);
  const inside = [...Object.values(properties), ...(items ? [items] : [])].map(sizeOf);
  const sum = (pick: (size: SchemaSize) => number) => inside.reduce((total, size) => total + pick(size), 0);
  const isNested = names.length > 0 || items !== undefined;
  const lengths = [...names, ...words].map((word) => word?.length ?? 0);
  return {
    levels: (isNested ? 1 : 0) + Math.max(0, ...inside.map(({ levels }) => levels)),
    properties: names.length + sum((size) => size.properties),
    optionalProperties:
      names.filter((name) => !required.includes(name)).length + sum((size) => size.optionalProperties),
    unionTypes: (Array.isArray(schema.type) ? 1 : 0) + sum((size) => size.unionTypes),
    enumValues: words.length + sum((size) => size.enumValues),
    characters: lengths.reduce((total, length) => total + length, 0) + sum((size) => size.characters),
  };
}

/**
 * Holds a definition against the limits of its vendor.
 * @throws Error a tool that a vendor would refuse must not be published
 */
export function requireFit(form: Form, name: string, schema: VendorSchema): void {
  const limits = LIMITS[form];
  if (!limits.name.test(name)) throw new Error(`${form} takes no tool that is named ${name}.`);
  const size = sizeOf(schema);
  const counted: readonly (readonly [what: string, count: number, most: number | undefined])[] = [
    ['levels', size.levels, limits.levelsMax],
    ['properties', size.properties, limits.propertiesMax],
    ['enum values', size.enumValues, limits.enumValuesMax],
    ['characters of names and enum values', size.characters, limits.charactersMax],
  ];
  for (const [what, count, most] of counted) {
    if (most !== undefined && count > most)
      throw new Error(`${form} takes at most ${most} ${what}; ${name} has ${count}.`);
  }
}

/** @throws Error as requireFit does */
export function requireFewTools(form: Form, count: number): void {
  const { toolsMax } = LIMITS[form];
  if (toolsMax !== undefined && count > toolsMax)
    throw new Error(`${form} takes at most ${toolsMax} tools in a request, not ${count}.`);
}

/**
 * Which of the tools of one request are marked as strict. All of them where the vendor sets no limit on the
 * whole. Where it does, those of the core come first, in each tier those that write, since a wrong write
 * costs more than a wrong read, then in the order of the registry, each that still fits. A tool that does not
 * fit is served without the mark: one tool too many would have the whole request refused. Its schema stays
 * the same, and the gate refuses what the vendor then lets pass.
 */
export function strictAmong(tools: readonly Tool[], form: Form): ReadonlySet<Tool> {
  const { strictTogether } = LIMITS[form];
  if (!strictTogether) return new Set(tools);
  const strict = new Set<Tool>();
  const left = { ...strictTogether };
  const among = (tier: Tool['tier'], kind: Tool['kind']) =>
    tools.filter((tool) => tool.tier === tier && tool.kind === kind);
  const core = [...among('core', 'write'), ...among('core', 'read')];
  for (const tool of [...core, ...among('more', 'write'), ...among('more', 'read')]) {
    const { optionalProperties, unionTypes } = sizeOf(adapt(publishedInput(tool), LIMITS[form]));
    if (left.tools < 1 || left.optionalProperties < optionalProperties || left.unionTypes < unionTypes)
      continue;
    left.tools -= 1;
    left.optionalProperties -= optionalProperties;
    left.unionTypes -= unionTypes;
    strict.add(tool);
  }
  return strict;
}
