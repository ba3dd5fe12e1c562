import type { IncomingMessage } from 'node:http';
import { type Issue, invalidInput } from '../refusals/refusal.js';

/** Headers that mean one thing, of which Node keeps the first and drops the others without a word. */
const KEPT_FIRST = ['Authorization', 'Content-Type'] as const;

/**
 * RFC 9112 section 3.2 for Host; the others because which of two values was meant cannot be known.
 * @throws Refusal INVALID_INPUT that names each header that came more than once
 */
export function refuseRepeatedHeaders(request: IncomingMessage): void {
  const { rawHeaders, headers } = request;
  if (rawHeaders.length === 2 * Object.keys(headers).length) return; // each name came once
  const issues = KEPT_FIRST.flatMap((name) => repetition(name, name, valuesOf(request, name)) ?? []);
  const hosts = valuesOf(request, 'Host');
  if (hosts.length > 1) issues.unshift(issueOf('Host', 'Host', hosts.length));
  if (issues.length > 0) throw invalidInput(issues);
}

/** What a header came with, one value for each time that it came. Node joins or drops all but the first. */
export function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  const wanted = name.toLowerCase();
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted);
}

/** The issue of a header that came with different values; undefined where all are the same. */
export function repetition(name: string, path: string, values: readonly string[]): Issue | undefined {
  return new Set(values).size > 1 ? issueOf(name, path, values.length) : undefined;
}

function issueOf(name: string, path: string, count: number): Issue {
  const message = `${name} came ${count} times in one request; send it once.`;
  return { path, code: 'conflict', message, expected: `${name} once` };
}
