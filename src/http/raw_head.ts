import type { Named } from './authority.js';

/** What a packet begins with in which a head begins: in the middle of a body anything may stand. */
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/;
const HEAD_END = '\r\n\r\n';

/**
 * Host and Origin of a request that Node refused while it read the head, from the packet that it stopped in;
 * null where no head begins there. A line that is not whole says nothing, nor does one that came twice.
 */
export function namedByRawHead(error: Error): Named | null {
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : null;
  const text = packet?.toString('latin1') ?? '';
  if (!REQUEST_LINE.test(text)) return null;
  const [head = ''] = text.split(HEAD_END, 1);
  // What follows the last line end is cut off, unless the head is whole.
  const whole = text.includes(HEAD_END) ? head : head.slice(0, head.lastIndexOf('\r\n'));
  const lines = whole.split('\r\n').slice(1);
  const host = onlyValue(lines, 'host');
  const origin = onlyValue(lines, 'origin');
  return host === undefined || origin === undefined ? null : { headers: { host, origin } };
}

function onlyValue(lines: readonly string[], name: string): string | undefined {
  const found = lines.filter((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  return found.length === 1 ? found[0]?.slice(name.length + 1).trim() : undefined;
}
