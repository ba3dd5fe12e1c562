import type { IncomingHttpHeaders } from 'node:http';
import { type Issue, invalidInput } from '../../refusals/refusal.js';

const READ_NAMES = ['Idempotency-Key', 'If-Match', 'If-None-Match', 'Tasklatch-Agent', 'Tasklatch-Session'];
/** By what they are called without what sets words apart. */
const READ_BY_LETTERS: ReadonlyMap<string, string> = new Map(
  READ_NAMES.map((name) => [lettersOf(name), name]),
);
const READ_FIELDS: ReadonlySet<string> = new Set(READ_NAMES.map((name) => name.toLowerCase()));

/** What begins a name that is nearly one of these, or that asks for a dry run. Few others begin so. */
const ODD_STARTS: ReadonlySet<number> = new Set([...'ditx-_'].map((start) => start.charCodeAt(0)));
const IDEMPOTENT = 'idempoten';
const PRODUCT = 'tasklatch';
const DRY_RUN = 'dryrun';
const PREFERS_DRY_RUN = /\bdry[-_]?run\b/i;

/**
 * A header that is nearly one of ours would be passed over: with Idempotency_Key or X-Idempotency-Key a
 * second call would make a second task. So would one that is to hold a write back.
 *
 * @throws Refusal INVALID_INPUT that names each with the header that is read
 */
export function refuseMisnamedHeaders(headers: IncomingHttpHeaders, method: string | undefined): void {
  const isRead = method === 'GET' || method === 'HEAD';
  const issues: Issue[] = [];
  for (const name in headers) {
    if (!isOdd(name)) continue;
    const issue = misnamed(name) ?? (isRead ? undefined : dryRun(name));
    if (issue !== undefined) issues.push(issue);
  }
  if (!isRead && headers.prefer !== undefined && PREFERS_DRY_RUN.test(String(headers.prefer))) {
    issues.push(noDryRun('prefer'));
  }
  if (issues.length > 0) throw invalidInput(issues);
}

/** The issue of a name, in lower case, that is none of ours and nearly one; undefined for any other. */
export function misnamed(name: string): Issue | undefined {
  if (READ_FIELDS.has(name)) return undefined;
  const letters = lettersOf(name);
  if (letters.includes(IDEMPOTENT)) return notRead(name, 'Idempotency-Key');
  const bare = letters.startsWith('x') ? letters.slice(1) : letters;
  const isOfProduct = bare.startsWith(PRODUCT);
  const meant = READ_BY_LETTERS.get(bare) ?? (isOfProduct ? meantOfProduct(bare) : undefined);
  if (meant !== undefined) return notRead(name, meant);
  if (!isOfProduct) return undefined;
  const message = `${name} is not read; of its own this service reads Tasklatch-Agent and Tasklatch-Session.`;
  return { path: name, code: 'unknown_key', message };
}

function meantOfProduct(letters: string): string | undefined {
  if (letters.startsWith(`${PRODUCT}agent`)) return 'Tasklatch-Agent';
  if (letters.startsWith(`${PRODUCT}session`)) return 'Tasklatch-Session';
  return READ_BY_LETTERS.get(letters.slice(PRODUCT.length));
}

function notRead(name: string, meant: string): Issue {
  return { path: name, code: 'unknown_key', message: `${name} is not read; send ${meant}.`, expected: meant };
}

function dryRun(name: string): Issue | undefined {
  return lettersOf(name).includes(DRY_RUN) ? noDryRun(name) : undefined;
}

function noDryRun(name: string): Issue {
  const message = `${name} asks for a dry run, which there is none of here; send it without only if the call is meant.`;
  return { path: name, code: 'unknown_key', message };
}

/** A first look, since every header of every request is asked for. */
function isOdd(name: string): boolean {
  return ODD_STARTS.has(name.charCodeAt(0)) || name.includes(IDEMPOTENT);
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll('-', '').replaceAll('_', '');
}
