import { createHash } from 'node:crypto';
import { instructionsPage } from '../definitions/instructions.js';
import { InstructionsQuery } from '../definitions/plain_routes.js';
import type { Tier } from '../tools/tool.js';
import type { App } from './app_type.js';
import { isKnown, prefersText, sendNotModified, sendText } from './negotiation.js';

/** An answer that is made once. JSON and text have tags of their own, since their bytes differ. */
interface Body {
  readonly bytes: string;
  readonly etag: string;
}

/** What an agent should be told: as JSON, or the block for its system prompt as text. */
export function registerInstructions(app: App): void {
  const bodies = { all: toBodies(null), core: toBodies('core'), more: toBodies('more') };
  app.get('/v1/instructions', { schema: { querystring: InstructionsQuery } }, async (request, reply) => {
    const { json, text } = bodies[request.query.tier ?? 'all'];
    const isText = prefersText(request, reply);
    const { bytes, etag } = isText ? text : json;
    // A new version of the service may say something else at once, so a cache asks before it answers.
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (isKnown(request, etag)) return sendNotModified(reply);
    return isText ? sendText(reply, bytes) : reply.type('application/json; charset=utf-8').send(bytes);
  });
}

function toBodies(tier: Tier | null): { readonly json: Body; readonly text: Body } {
  const page = instructionsPage(tier);
  return { json: toBody(JSON.stringify(page)), text: toBody(page.instructions) };
}

function toBody(bytes: string): Body {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex')}"` };
}
