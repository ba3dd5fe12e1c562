import { createHash } from 'node:crypto';
import { TOOLS } from '../registry.js';
import type { InstructionsPage } from '../routes/instructions.js';
import { type Sealed, seal } from '../routes/route.js';
import type { Tier, Tool } from '../tools/tool.js';
import { keepToTools } from './instructions/named_tools.js';
import { PROTOCOL_PROMPT, type Prompt } from './instructions/protocol.js';
import { RULES } from './instructions/rules.js';

/** Every prompt, in the order in which they are offered. */
export const PROMPTS: readonly Prompt[] = [PROTOCOL_PROMPT];

const HEAD = [
  'Tasklatch keeps your tasks. All progress goes through its tools; only their answers are the state.',
  'Their names may carry a prefix. A built-in tool of a similar name (TodoWrite, TaskCreate, update_plan) is another: do not call it.',
].join(' ');

/** What a system prompt needs to hold a model to the given tools. The same tools give the same bytes. */
export function toInstructions(tools: readonly Tool[]): string {
  const names = tools.map(({ name }) => name);
  const rules = RULES.map((rule) => keepToTools(rule, names)).filter((rule) => rule !== '');
  const lines = tools.map(({ name, use, avoid }) => `- ${name}: ${keepToTools(`${use} ${avoid}`, names)}`);
  return [
    '# Tasks',
    HEAD,
    '## Rules',
    rules.map((rule, index) => `${index + 1}. ${rule}`).join('\n'),
    '## Tools',
    lines.join('\n'),
  ].join('\n\n');
}

/** The instructions for the tools of one tier, or of all when it is null. */
export function instructionsFor(tier: Tier | null): string {
  return toInstructions(tier === null ? TOOLS : TOOLS.filter((tool) => tool.tier === tier));
}

const answers = new Map<Tier | null, { readonly page: Sealed; readonly block: Sealed }>();

/** The page and its block as they are sent. Their bytes differ, so they have tags of their own. */
export function toInstructionsAnswer(tier: Tier | null) {
  const known = answers.get(tier);
  if (known) return known;
  const page = instructionsPage(tier);
  const made = { page: seal(JSON.stringify(page)), block: seal(page.instructions) };
  answers.set(tier, made);
  return made;
}

/** What GET /v1/instructions answers. */
function instructionsPage(tier: Tier | null): InstructionsPage {
  const instructions = instructionsFor(tier);
  const digest = createHash('sha256').update(instructions).digest('hex');
  return { instructions, prompts: tier === 'more' ? [] : [...PROMPTS], digest };
}
