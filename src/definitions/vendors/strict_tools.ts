import type { Tool } from '../../tools/tool.js';
import { publishedInput } from '../schema.js';
import { adapt } from './adapt.js';
import { sizeOf } from './fit.js';
import { type Form, LIMITS } from './limits.js';

/**
 * Which of the tools of one request are marked as strict. All of them where the vendor sets no limit on the
 * whole. Where it does, those of the core come first and then the others in the order of the registry, each
 * that still fits: a tool that does not fit is served without the mark, since one tool too many would have
 * the whole request refused. Its schema stays the same, and the gate refuses what the vendor then lets pass.
 */
export function strictAmong(tools: readonly Tool[], form: Form): ReadonlySet<Tool> {
  const { strictTogether } = LIMITS[form];
  if (!strictTogether) return new Set(tools);
  const strict = new Set<Tool>();
  const left = { ...strictTogether };
  const byTier = (tier: Tool['tier']) => tools.filter((tool) => tool.tier === tier);
  for (const tool of [...byTier('core'), ...byTier('more')]) {
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
