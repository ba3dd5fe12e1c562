import type { TSchema } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../../src/refusals/refusal.js';
import { requireTool, TOOLS } from '../../../src/registry.js';
import { useApp } from '../../http/harness.js';
import { openDoors } from '../../support/doors.js';
import { issuesOf } from '../schemas.js';

const app = useApp();

/** The end of one argument and the next one whole, as vendors write it. */
const SYNTAXES: Readonly<Record<string, (own: string, key: string, value: string) => string>> = {
  'closed as a parameter': (_, key, value) => `</parameter>\n<parameter name="${key}">${value}</parameter>`,
  'closed by its own name': (own, key, value) => `</${own}>\n<parameter name="${key}">${value}`,
  'closed by another name': (_, key, value) =>
    `</note><parameter name='${key}'>${value}</parameter></invoke>`,
  'in a name space': (_, key, value) => `</x:parameter>\n<x:parameter name="${key}">${value}</x:parameter>`,
  'with bars': (_, key, value) =>
    `</｜D｜parameter>\n<｜D｜parameter name="${key}" string="true">${value}</｜D｜parameter>`,
  'with a sign': (_, key, value) => `\n</parameter>\n<parameter=${key}>\n${value}\n</parameter>\n</function>`,
  'as a key and a value': (_, key, value) =>
    `</arg_value>\n<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>`,
  'as elements': (own, key, value) => `</${own}>\n<${key}>${value}</${key}>`,
  'with attributes': (own, key, value) => `</${own}>\n<${key} type="string">${value}</${key}>`,
  'in capitals': (_, key, value) => `</Parameter>\n<Parameter Name="${key}">${value}</Parameter>`,
  'by entities': (_, key, value) => `&lt;/parameter&gt;\n&lt;parameter name="${key}"&gt;${value}`,
  'by entities in whole': (_, key, value) =>
    `&lt;/parameter&gt;\n&lt;parameter name=&quot;${key}&quot;&gt;${value}&lt;/parameter&gt;`,
  'with an escaped slash': (_, key, value) =>
    `<\\/parameter>\n<parameter name="${key}">${value}<\\/parameter>`,
  'as JSON': (_, key, value) => `", "${key}": ${value}}`,
  'as escaped JSON': (_, key, value) => `\\", \\"${key}\\": ${value.replaceAll('"', '\\"')}}`,
  'in apostrophes': (_, key, value) => `', '${key}': ${value.replaceAll('"', "'")}}`,
  'as keywords': (_, key, value) => `", ${key}=${value})`,
  'as keywords in apostrophes': (_, key, value) => `', ${key}=${value.replaceAll('"', "'")})`,
};
/** Those in which a string stands in quotes. */
const QUOTED = /JSON|apostrophes|keywords/;

interface TextArgument {
  readonly tool: string;
  readonly path: string;
  readonly key: string;
  readonly text: string;
  /** An argument beside it that is not given, and what it should be. */
  readonly lost: readonly [path: string, key: string, value: unknown];
  call(text: string, lost?: unknown): Record<string, unknown>;
}

const UPDATE = { id: '1', expectedVersion: 1 };

const argument = (
  tool: string,
  [path, text]: [string, string],
  lost: TextArgument['lost'],
  call: TextArgument['call'],
): TextArgument => ({ tool, path, key: path.replace(/.*\./, '').replace(/\[.*/, ''), text, lost, call });

/** Every argument that is a text, of every tool. */
const TEXTS: readonly TextArgument[] = [
  ...['description', 'subject', 'owner'].map((key) =>
    argument('task_create', [key, 'Alpha'], ['priority', 'priority', 'high'], (text, priority) => ({
      subject: 'S',
      [key]: text,
      ...(priority !== undefined && { priority }),
    })),
  ),
  argument('task_create', ['labels[0]', 'api'], ['blockedBy', 'blockedBy', ['1']], (text, blockedBy) => ({
    subject: 'S',
    labels: [text],
    ...(blockedBy !== undefined && { blockedBy }),
  })),
  argument('task_create', ['idempotencyKey', 'k-1'], ['labels', 'labels', ['a']], (text, labels) => ({
    subject: 'S',
    idempotencyKey: text,
    ...(labels !== undefined && { labels }),
  })),
  ...['description', 'subject', 'owner', 'status'].map((key) =>
    argument(
      'task_update',
      [`patch.${key}`, key === 'status' ? 'done' : 'Alpha'],
      ['patch.priority', 'priority', 'high'],
      (text, priority) => ({
        ...UPDATE,
        patch: { [key]: text, ...(priority !== undefined && { priority }) },
      }),
    ),
  ),
  argument(
    'task_update',
    ['patch.description', 'Alpha'],
    ['expectedVersion', 'expectedVersion', 3],
    (text, version) => ({
      id: '1',
      patch: { description: text },
      ...(version !== undefined && { expectedVersion: version }),
    }),
  ),
  ...['task_delete', 'task_reopen'].map((tool) =>
    argument(tool, ['reason', 'Again.'], ['expectedVersion', 'expectedVersion', 3], (reason, version) => ({
      id: '1',
      reason,
      ...(version !== undefined && { expectedVersion: version }),
    })),
  ),
  ...['task_get', 'task_history', 'task_restore'].map((tool) =>
    argument(
      tool,
      ['id', '1'],
      tool === 'task_restore'
        ? ['expectedVersion', 'expectedVersion', 2]
        : (['limit', 'limit', 5] as TextArgument['lost']),
      (id, value) => ({
        id,
        ...(value !== undefined && (tool === 'task_restore' ? { expectedVersion: value } : { limit: value })),
      }),
    ),
  ),
  ...['owner', 'label', 'cursor'].map((key) =>
    argument('task_list', [key, 'api'], ['ready', 'ready', true], (text, ready) => ({
      [key]: text,
      ...(ready !== undefined && { ready }),
    })),
  ),
];

function judge(tool: string, args: unknown): readonly Issue[] {
  return issuesOf((raw) => requireTool(tool).admit(raw), args);
}

describe.each(Object.entries(SYNTAXES))('F1: a text that runs on, %s,', (name, syntax) => {
  const texts = TEXTS.filter(({ tool, lost: [, key] }) => key in allKeys(tool));
  it.each(texts)('is refused as $path of $tool, with what it swallowed', (given) => {
    const { tool, path, key, text, lost, call } = given;
    const [lostPath, lostKey, value] = lost;
    const isJson = QUOTED.test(name);
    const written = isJson || typeof value !== 'string' ? JSON.stringify(value) : value;
    const issues = judge(tool, call(text + syntax(key, lostKey, written)));
    const found = Object.fromEntries(issues.map((issue) => [issue.path, issue]));
    expect(found[path]).toMatchObject({ code: 'swallowed', suggestion: text });
    expect(found[path]?.message).toContain(`holds ${lostPath}: send it as an argument of its own`);
    expect(found[lostPath]).toMatchObject({ code: 'swallowed', suggestion: value });
    expect(JSON.stringify(issues.map(({ suggestion }) => suggestion ?? null))).not.toMatch(/[<>]|": /);
    expect(requireTool(tool).admit(call(text, value))).toEqual(call(text, value));
  });
});

function allKeys(tool: string): Record<string, TSchema> {
  const { properties } = requireTool(tool).input;
  return { ...properties, ...properties.patch?.properties };
}

/** Other words for an argument, as models write them. */
const OTHER_NAMES: readonly (readonly [text: string, path: string, value: unknown])[] = [
  ['</parameter>\n<parameter name="dependsOn">["1"]', 'blockedBy', ['1']],
  ['</parameter>\n<parameter name="depends_on">["1"]</parameter>', 'blockedBy', ['1']],
  ['</parameter>\n<parameter name="assignee">ann</parameter>', 'owner', 'ann'],
  ['</description>\n<dependsOn>["1"]</dependsOn>', 'blockedBy', ['1']],
  ['</arg_value>\n<arg_key>depends_on</arg_key>\n<arg_value>["1"]</arg_value>', 'blockedBy', ['1']],
  ['", "dependsOn": ["1"]', 'blockedBy', ['1']],
  ['", "tags": ["a"]}', 'labels', ['a']],
  ['", priority="high", blockedBy=["1"])', 'priority', 'high'],
  ['", blockedBy=["1"], priority="high")', 'blockedBy', ['1']],
  ["', 'priority': 'high'", 'priority', 'high'],
  ["', 'priority': 'high", 'priority', 'high'],
  ["', 'priority': 'very", 'priority', undefined],
  ['\\", \\"priority\\": \\"high\\"', 'priority', 'high'],
];

/** What a whole call behind a text begins with. */
const NEXT_CALLS = [
  '"}\n[TOOL_CALLS][{"name": "task_create", "arguments": {"subject": "B',
  '"}<|tool_call_end|><|tool_call_begin|>functions.task_create:1<|tool_call_argument_begin|>{"subject": "B',
  '<|tool_call_end|>\n<|tool_call_begin|>functions.task_create',
  '"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>task_create\n```json\n{"subject": "B',
  '"}<|call|><|start|>assistant<|channel|>commentary to=functions.task_create <|message|>{"subject": "B',
  '"}<|start|>assistant<|channel|>commentary to=functions.task_create',
  '"}<|channel|>commentary to=functions.task_create',
];

describe('F1: what a text runs on into', () => {
  it.each(OTHER_NAMES)('is known by what models call the argument: %j', (text, path, value) => {
    const issues = judge('task_create', { subject: 'S', description: `Don't do it.${text}` });
    expect(issues.find((issue) => issue.path === path)).toMatchObject({ code: 'swallowed' });
    expect(issues.find((issue) => issue.path === path)?.suggestion).toEqual(value);
  });

  it('is not known by a slip of the pen', () => {
    const args = { subject: 'S', description: 'x</parameter>\n<parameter name="prioritty">high' };
    expect(requireTool('task_create').admit(args)).toEqual(args);
  });

  it.each(NEXT_CALLS)('into another call is refused: %j', (text) => {
    const [issue, ...others] = judge('task_create', { subject: 'S', description: `Do it.${text}` });
    expect(others).toEqual([]);
    expect(issue?.message).toContain('holds another call: send that as a call of its own');
    expect(issue).not.toHaveProperty('suggestion');
  });
});

const NEXT = '</parameter>\n<parameter name="priority">high';

describe('F1: a text about such syntax', () => {
  it.each([
    ['where nothing is closed first', 'Ask why <parameter name="priority">high</parameter> is dropped.'],
    [
      'where what is closed was opened in it',
      'So: <parameter name="a">1</parameter>\n<parameter name="owner">x',
    ],
    ['with words between', 'Escape `</parameter>` before `<parameter name="priority">`.'],
    ['about an argument that no tool has', 'x</parameter>\n<parameter name="colour">red'],
    ['that is a document of its own', '<item><description>x</description>\n<owner>y</owner></item>'],
    ['that is markup', '<p>One</p>\n<label>Two</label>'],
    ['that is JSON', 'Send {"subject": "x", "priority": "high"} to it.'],
    ['about tokens', 'Kimi writes <|tool_call_begin|>functions.x and then <|tool_call_end|> behind it.'],
    ['that shows two calls', 'So: [TOOL_CALLS][{"a": "x"}]\n[TOOL_CALLS][{"a": "y"}]'],
    ['that shows a token behind a quote', 'It wrote {"a": "x"}\n[TOOL_CALLS][{"a": "y"}]'],
    ['about entities', 'Write `&lt;/parameter&gt;` before `&lt;parameter name="priority"&gt;`.'],
    ['that calls a function', 'Call f("x", priority="high") or f(\'x\', priority=\'high\').'],
    ['with apostrophes', "The users' list, and don't set 'status', 'priority': both are words."],
    ['with inches', 'Cut it to 5", label it and paint it.'],
    ['in Python', "Send {'subject': 'x', 'priority': 'high'} to it."],
    ['in escaped JSON', 'Send "{\\"subject\\": \\"x\\", \\"priority\\": \\"high\\"}" to it.'],
    ['that quotes two words', 'The members "status", "priority": both are words.'],
  ])('is stored as it is %s', async (_name, description) => {
    const doors = openDoors(app());
    for (const client of doors.all) {
      const { id } = await client.create('About syntax', { description });
      expect((await client.task('task_get', { id })).description).toBe(description);
    }
  });

  it('is stored as it is where the argument is given', () => {
    const args = { subject: 'S', priority: 'low', description: `x${NEXT}` };
    expect(requireTool('task_create').admit(args)).toEqual(args);
  });
});

describe('F1: a text that runs on', () => {
  it('is refused alike at every door', async () => {
    const doors = openDoors(app());
    await doors.tool.create('One');
    for (const [tool, args] of [
      ['task_create', { subject: 'S', description: `Do it.${NEXT}` }],
      ['task_update', { ...UPDATE, patch: { description: `Do it.${NEXT}` } }],
      ['task_delete', { id: '1', reason: 'Twice</reason>\n<parameter name="expectedVersion">1' }],
    ] as const) {
      const { issues = [], text } = await doors.refused(tool, args);
      expect(issues.map(({ code }) => code)).toEqual(['swallowed', 'swallowed']);
      expect(text).toMatch(/runs on past its end and holds [\w.]+: send it as an argument of its own/);
    }
  });

  it('names each argument that it swallowed, and suggests no text where one of them is not clear', () => {
    const next = '</parameter>\n<parameter name="labels">["a"]</parameter>\n<parameter name="priority">very';
    const issues = judge('task_create', { subject: 'S', description: `x${next}` });
    expect(issues.map(({ path, suggestion }) => [path, suggestion])).toEqual([
      ['description', undefined],
      ['labels', ['a']],
      ['priority', undefined],
    ]);
  });

  it('names another call that it swallowed', () => {
    const next = '</parameter>\n</invoke>\n<invoke name="task_create">\n<parameter name="subject">B';
    const [issue, ...others] = judge('task_create', { subject: 'A', description: `x${next}` });
    expect(others).toEqual([]);
    expect(issue?.message).toContain('holds another call: send that as a call of its own');
    expect(issue).not.toHaveProperty('suggestion');
  });

  it('is never suggested under another name', () => {
    const issues = judge('task_create', { title: `A${NEXT}`, tags: `a${NEXT}` });
    expect(issues.map(({ path, suggestion }) => [path, suggestion])).toEqual([
      ['title', 'subject'],
      ['tags', 'labels'],
      ['subject', undefined],
    ]);
  });

  it('is looked for in time that grows with the text alone', () => {
    const { admit } = requireTool('task_create');
    for (const piece of [
      '<',
      '</a>',
      '</a><b>',
      '<arg_key>',
      '", "',
      '", "a": ',
      '</parameter><parameter name="',
      '&lt;',
      '&lt;/a&gt;&lt;b&gt;',
      '<\\/a>',
      '", a=',
      '", a="',
      "', 'a': ",
      '\\", \\"a\\": ',
      '"}[TOOL_CALLS]',
      '<|tool_call_end|>',
      '<|tool_call_begin|>',
      '"<｜tool▁call▁begin｜>',
      '"}<|call|>',
      '&lt;a ',
      "', ",
      '\\\\',
    ]) {
      const description = piece.repeat(200_000 / piece.length);
      expect(() => admit({ subject: 'S', description })).toThrow();
    }
  });

  it('has a test for every argument that is a text', () => {
    const tested = new Set(TEXTS.map(({ tool, key }) => `${tool} ${key}`));
    const isFree = (schema: TSchema) => schema.type === 'string' && !schema.enum;
    const free = TOOLS.flatMap(({ name }) =>
      Object.entries(allKeys(name))
        .filter(
          ([key, schema]) => isFree(schema) && key !== 'id' && key !== 'idempotencyKey' && key !== 'cursor',
        )
        .map(([key]) => `${name} ${key}`),
    );
    expect(free.filter((argumentOf) => !tested.has(argumentOf))).toEqual([]);
  });
});
