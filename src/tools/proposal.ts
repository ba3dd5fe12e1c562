import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import type { Proposal } from '../log/decide_batch.js';
import type { Intent, WriteTool } from './tool.js';

/** The intent of a call as its log takes it. */
export function toProposal(tool: WriteTool, intent: Intent<Record<string, unknown>>): Proposal {
  const { idempotencyKey: key, ...meant } = intent.arguments;
  return {
    tool: tool.name,
    caller: intent.caller,
    needs: tool.needs(intent.arguments),
    idempotency: typeof key === 'string' ? { key, fingerprint: fingerprintOf(meant) } : null,
    decide: (state) => tool.decide(state, intent),
  };
}

/** The same for the same arguments, whatever the order of their keys. */
function fingerprintOf(args: Record<string, unknown>): string {
  return createHash('sha256')
    .update(stringify(args) ?? '')
    .digest('base64url');
}
