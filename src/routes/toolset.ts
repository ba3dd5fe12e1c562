import { type Static, Type } from '@sinclair/typebox';
import type { Issue } from '../refusals/refusal.js';
import { StringEnum } from '../schema/kinds.js';
import { TIERS, type Tier } from '../tools/tool.js';

/** The choices of tools that have a name: each is an MCP address, too. */
const TOOLSETS = ['core', 'all'] as const;

/** Which tools a query is about. */
export const TOOLSET_QUERY = {
  toolset: Type.Optional(
    StringEnum(TOOLSETS, {
      description:
        'Only the tools of this toolset; core is what every agent needs at once. All when not given.',
    }),
  ),
  tier: Type.Optional(
    StringEnum(TIERS, {
      description: 'The older name of toolset: core is the same, more is what core leaves out.',
    }),
  ),
};

const ToolsetQuery = Type.Object(TOOLSET_QUERY);
type ToolsetQuery = Readonly<Static<typeof ToolsetQuery>>;

/** The tier whose tools are asked for; null for those of all. */
export function tierOf({ toolset, tier }: ToolsetQuery): Tier | null {
  if (toolset === undefined) return tier ?? null;
  return toolset === 'all' ? null : toolset;
}

/** What names the tools, as the caller wrote it; null where nothing does. */
export function toolsetAsGiven({ toolset, tier }: ToolsetQuery): string | null {
  if (toolset !== undefined) return `toolset=${toolset}`;
  return tier === undefined ? null : `tier=${tier}`;
}

/** An issue where the two names ask for different tools: which of them was meant cannot be known. */
export function findToolsetConflict({ toolset, tier }: ToolsetQuery): Issue[] {
  if (toolset === undefined || tier === undefined || tierOf({ toolset }) === tier) return [];
  const message = `tier=${tier} is not the same as toolset=${toolset}; send toolset alone, with what is meant.`;
  return [{ path: 'tier', code: 'conflict', message, received: `"${tier}"` }];
}
