import { isPlainObject } from '../../json/values.js';

/** The newest first: a client that asks for none of them is offered the newest that it can take. */
export const PROTOCOL_VERSIONS: readonly string[] = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];
/** The first revision; it has neither structured content nor titles nor annotations. */
const OLDEST = '2024-11-05';
/** The first that has an envelope in each message in place of a handshake. */
const FIRST_WITH_ENVELOPE = '2026-07-28';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The revisions in the order in which they are offered to a client that asks for one in a handshake: the one
 * that it names, or the newest that is older, since it may take that one too; the oldest to one that is older
 * than all. One that names no date, or a newer one, is offered the newest.
 */
export function offeredTo(message: unknown): string[] {
  const offered = offeredBy(message);
  if (offered === null || !DATE.test(offered)) return [...PROTOCOL_VERSIONS];
  const withHandshake = PROTOCOL_VERSIONS.filter((version) => version < FIRST_WITH_ENVELOPE);
  const best = withHandshake.find((version) => version <= offered) ?? OLDEST;
  return [best, ...PROTOCOL_VERSIONS.filter((version) => version !== best)];
}

function offeredBy(message: unknown): string | null {
  if (!isPlainObject(message) || message.method !== 'initialize' || !isPlainObject(message.params))
    return null;
  const { protocolVersion } = message.params;
  return typeof protocolVersion === 'string' ? protocolVersion : null;
}

/** What the oldest revision does not have, by the member of a result that holds it or a list of them. */
const NOT_IN_OLDEST: Readonly<Record<string, readonly string[]>> = {
  serverInfo: ['title'],
  tools: ['title', 'annotations', 'outputSchema', '_meta'],
  resources: ['title', 'annotations'],
  resourceTemplates: ['title', 'annotations'],
  prompts: ['title'],
};

/**
 * Whether a message is answered to a client that speaks the oldest revision: its header says so, or it is
 * about to agree to it. Whoever says nothing gets the whole answer; a result of any revision may have more
 * members.
 */
export function speaksOldest(request: Request, message: unknown): boolean {
  const isAgreed = offeredBy(message) !== null && offeredTo(message)[0] === OLDEST;
  return isAgreed || request.headers.get('mcp-protocol-version') === OLDEST;
}

/** An answer without what the oldest revision does not have. */
export async function inOldest(response: Response): Promise<Response> {
  const body = await response.text();
  return new Response(body === '' ? null : JSON.stringify(toOldest(JSON.parse(body))), response);
}

function toOldest(message: Readonly<Record<string, unknown>>): unknown {
  const { result } = message;
  if (!isPlainObject(result)) return message;
  const { structuredContent: _, ...rest } = result;
  const plain = Object.entries(rest).map(([name, value]) => {
    const left = NOT_IN_OLDEST[name];
    return [name, left === undefined ? value : without(value, left)];
  });
  return { ...message, result: Object.fromEntries(plain) };
}

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
