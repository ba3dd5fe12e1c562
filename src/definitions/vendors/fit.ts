import type { Tool } from '../../tools/tool.js';
import { publishedInput } from '../schema.js';
import { adapt, type VendorSchema } from './adapt.js';
import { type Form, LIMITS } from './limits.js';

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
