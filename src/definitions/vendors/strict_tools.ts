import type { Tool } from '../../tools/tool.js';
import { publishedInput } from '../schema.js';
import { adapt } from './adapt.js';
import { sizeOf } from './fit.js';
import { type Form, LIMITS } from './limits.js';

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
