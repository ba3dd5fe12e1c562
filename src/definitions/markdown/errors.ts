import { CATALOG, type ErrorCode } from '../../refusals/catalog.js';
import { TOOLS } from '../../registry.js';
import { BODY_REFUSALS, CALL_REFUSALS, CODES, REQUEST_REFUSALS, refusalsOf } from '../refusals.js';
import { table } from './table.js';

const INTRODUCTION = [
  'Every failure is a problem (RFC 9457, `application/problem+json`) whose `code` is one of these.',
  '`hint` names the next step, `text` says all of it for a model.',
  'Retryable means that the same call can succeed later without a change.',
].join(' ');

/** The error catalog as a page for people: what each code means, what to do next, and what gives it. */
export function toErrorsMarkdown(): string {
  const rows = CODES.map((code) => {
    const { status, title, retryable } = CATALOG[code];
    return [`[${code}](#${code.toLowerCase()})`, String(status), title, retryable ? 'yes' : 'no'];
  });
  const intro = ['# Errors', INTRODUCTION, table(['code', 'status', 'title', 'retryable'], rows)];
  return `${[...intro, ...CODES.map(describeError)].join('\n\n')}\n`;
}

function describeError(code: ErrorCode): string {
  const { status, title, hint, retryable } = CATALOG[code];
  const facts = [
    `- Status: ${status}${code === 'STALE_VERSION' ? ', or 412 when the version came as If-Match' : ''}`,
    `- Hint: ${hint}`,
    `- Retryable: ${retryable ? 'yes' : 'no'}`,
    `- Given by: ${giversOf(code)}`,
  ];
  return [`## ${code}`, `${title}.`, facts.join('\n')].join('\n\n');
}

/** In words where it is not the rule of a tool that gives the code. */
function giversOf(code: ErrorCode): string {
  if (REQUEST_REFUSALS.includes(code)) return 'every address';
  if (CALL_REFUSALS.includes(code)) return 'every address below /v1';
  if (BODY_REFUSALS.includes(code)) return 'every address that takes a body';
  if (code === 'CONTENTION') return 'every tool that writes';
  const tools = TOOLS.filter((tool) => refusalsOf(tool).includes(code));
  if (tools.length === 0) return 'no tool; the call reaches none';
  return tools.map(({ name }) => `[${name}](tools.md#${name})`).join(', ');
}
