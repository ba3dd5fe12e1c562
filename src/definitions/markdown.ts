import type { TSchema } from '@sinclair/typebox';
import { CATALOG, type ErrorCode } from '../refusals/catalog.js';
import { TOOLS } from '../registry.js';
import { resourcePath, toTemplate } from '../routes/route.js';
import type { JsonSchema } from '../schema/shape.js';
import { HistoryEntry } from '../tasks/changes.js';
import { Task } from '../tasks/task.js';
import type { Tool } from '../tools/tool.js';
import { answeredExamples, type ExampleAnswer } from './examples.js';
import {
  BODY_REFUSALS,
  CALL_REFUSALS,
  CODES,
  publishedInput,
  publishedOutput,
  REQUEST_REFUSALS,
  refusalsOf,
  toJsonSchema,
} from './published.js';

/** The tools as a page for people: what stands in the definitions, and examples with their texts. */
export function toToolsMarkdown(): string {
  const contents = TOOLS.map(({ name, title }) => `- [${name}](#${name}): ${title}`);
  const parts = [
    '# Tools',
    INTRODUCTION,
    contents.join('\n'),
    GENERAL_REFUSALS,
    ...TOOLS.map(describeTool),
    ...describeRecord('Task', Task),
    ...describeRecord('History entry', HistoryEntry),
  ];
  return `${parts.join('\n\n')}\n`;
}

const INTRODUCTION = [
  'Each tool is one operation on one list. Call it by name, `POST /v1/lists/{list}/tools/{tool}` with the arguments as JSON,',
  'or through its resource route: the arguments, the rules and the answers are the same. `null` on an optional argument',
  'means "not given", also under the name of a field beside `patch`; only in the merge patch of `PATCH /v1/lists/{list}/tasks/{id}` it empties a field.',
].join(' ');

const GENERAL_REFUSALS = [
  `Beyond the refusals of its rule, every call can be refused with ${enumerate(CALL_REFUSALS)};`,
  `one with a body also with ${enumerate(BODY_REFUSALS)};`,
  `one that writes also with ${enumerate(['CONTENTION'])}.`,
].join(' ');

function describeTool(tool: Tool): string {
  const { name, title, description, http, annotations } = tool;
  const hints = Object.entries(annotations).map(([hint, value]) => `${hint} ${value}`);
  const facts = [
    `- Resource route: \`${http.method} ${toTemplate(resourcePath(tool))}\`, answers ${http.status}`,
    `- Refusals of its rule: ${tool.refusals.length > 0 ? enumerate(tool.refusals) : 'none'}`,
    `- Annotations: ${hints.join(', ')}`,
  ];
  return [
    `## ${name}`,
    `**${title}.** ${description}`,
    facts.join('\n'),
    '### Arguments',
    table(['argument', 'type', 'required', 'what'], argumentRows(publishedInput(tool))),
    '### Value',
    fieldTable(publishedOutput(tool)),
    '### Examples',
    ...answeredExamples(tool).map(describeExample),
  ].join('\n\n');
}

function describeExample({ title, arguments: args, text }: ExampleAnswer): string {
  const call = codeBlock('json', JSON.stringify(args, null, 2));
  return [`${title}:`, call, 'answers', codeBlock('text', text)].join('\n\n');
}

function describeRecord(title: string, schema: TSchema): string[] {
  return [`## ${title}`, fieldTable(toJsonSchema(schema))];
}

/** The properties of an object inside follow it, under its name and a dot. */
function argumentRows({ properties = {}, required = [] }: JsonSchema, prefix = ''): string[][] {
  return Object.entries(properties).flatMap(([name, property]) => [
    [
      `\`${prefix}${name}\``,
      typeOf(property),
      required.includes(name) ? 'yes' : 'no',
      property.description ?? '',
    ],
    ...argumentRows(property, `${prefix}${name}.`),
  ]);
}

function fieldTable({ properties = {} }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, property]) => [
    `\`${name}\``,
    typeOf(property),
    property.description ?? property.items?.description ?? '',
  ]);
  return table(['field', 'type', 'what'], rows);
}

function typeOf({ type, enum: words, items }: JsonSchema): string {
  if (words) return words.map((word) => `\`${word}\``).join(', ');
  if (items) return `array of ${typeOf(items)}`;
  return [type ?? 'any'].flat().join(' or ');
}

function enumerate(codes: readonly ErrorCode[]): string {
  const links = codes.map((code) => `[${code}](errors.md#${code.toLowerCase()})`);
  const last = links.at(-1) ?? '';
  return links.length < 2 ? last : `${links.slice(0, -1).join(', ')} or ${last}`;
}

const ABOUT_ERRORS = [
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
  const intro = ['# Errors', ABOUT_ERRORS, table(['code', 'status', 'title', 'retryable'], rows)];
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

/** A table in Markdown. No cell may hold a line break. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Text as a code block; it must not hold a fence of its own. */
function codeBlock(language: 'json' | 'text', text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
