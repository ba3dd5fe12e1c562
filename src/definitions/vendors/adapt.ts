import type { JsonSchema } from '../schema.js';
import type { VendorLimits } from './limits.js';

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
