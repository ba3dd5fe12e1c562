import type { FastifyRequest } from 'fastify';
import { Issues } from '../gate/issues.js';
import type { Issue } from '../refusals/refusal.js';
import { joinPath, render } from '../text/render.js';
import { isDecodable } from './doors.js';

/**
 * Fastify's reader passes on undecoded what it cannot decode, which would then be taken at its word.
 * @throws Refusal INVALID_INPUT that names each member that is not percent-encoded UTF-8
 */
export function requireReadableQuery({ url }: FastifyRequest): void {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return;
  const faulty = url
    .slice(start + 1)
    .split('&')
    .filter((member) => !isDecodable(member));
  if (faulty.length > 0) throw Issues.ofEach(faulty, undecodable).toRefusal();
}

function undecodable(member: string): Issue {
  const name = member.split('=', 1)[0] ?? '';
  const path = joinPath('', isDecodable(name) ? decodeURIComponent(name) : name);
  const message = `${path} holds a % that is not followed by the bytes of a UTF-8 character; encode it anew.`;
  return { path, code: 'url', message, expected: 'percent-encoded UTF-8', received: render(member) };
}
