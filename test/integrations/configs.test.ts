import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { Environment } from '../../src/config/variables.js';
import { instructionsFor } from '../../src/definitions/instructions.js';
import { TOOLS } from '../../src/registry.js';
import { listen, send, useApp } from '../http/harness.js';
import { parseToml } from './toml.js';

/** The integrations that are configuration, as a newcomer has them: copied by the commands of their README. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const INTEGRATIONS = path.join(ROOT, 'integrations');
const PLACEHOLDER = 'http://127.0.0.1:3000/v1/lists/home/mcp';
const KEY = 'a-long-secret-key';
/** A README has to fit on a page. */
const PAGE_MAX_LINES = 60;

type Json = Readonly<Record<string, unknown>>;

interface McpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Runtime {
  readonly name: string;
  readonly folder: string;
  /** Where it keeps its MCP servers. */
  readonly config: string;
  readonly server: (text: string) => McpServer;
  /** The command of its hook as its configuration has it, and what it sets for it. */
  readonly hook: (text: string) => string;
  readonly hooks: string;
  readonly environment: (project: string) => Record<string, string>;
  /** A call that writes a progress file, as the runtime pipes it. */
  readonly write: (file: string) => Json;
  readonly denied: (reason: string) => Json;
  /** What lets a call pass. */
  readonly passed: Json | null;
  readonly prefix: string;
  /** Codex has no JSON that the hook could read the address from. */
  readonly start: ((context: string) => Json) | null;
  readonly startEvent: string;
}

interface McpJson {
  readonly mcpServers: {
    readonly tasklatch: { url?: string; httpUrl?: string; headers: Record<string, string> };
  };
}

function fromJson(text: string): McpServer {
  const { mcpServers } = JSON.parse(text) as McpJson; // what is missing fails the comparison
  const { url, httpUrl, headers } = mcpServers.tasklatch;
  return { url: httpUrl ?? url ?? '', headers };
}

interface HookGroup {
  readonly matcher?: string;
  readonly hooks: readonly { readonly type: string; readonly command: string; readonly timeout: number }[];
}

function hookOf(groups: readonly HookGroup[] | undefined): string {
  const [group] = groups ?? [];
  expect(group?.hooks).toMatchObject([{ type: 'command' }]);
  return group?.hooks[0]?.command ?? '';
}

const specific = (hookEventName: string, output: Json) => ({
  hookSpecificOutput: { hookEventName, ...output },
});
const claudeDenial = (reason: string) =>
  specific('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: reason });

const RUNTIMES: readonly Runtime[] = [
  {
    name: 'Claude Code',
    folder: 'claude-code',
    config: '.mcp.json',
    server: fromJson,
    hooks: '.claude/settings.json',
    hook: (text) => hookOf(JSON.parse(text).hooks.PreToolUse),
    environment: (project) => ({ CLAUDE_PROJECT_DIR: project }),
    write: (file_path) => ({ hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path } }),
    denied: claudeDenial,
    passed: null,
    prefix: 'mcp__tasklatch__',
    startEvent: 'SessionStart',
    start: (additionalContext) => specific('SessionStart', { additionalContext }),
  },
  {
    name: 'Codex',
    folder: 'codex',
    config: '.codex/config.toml',
    server: (text) => {
      const { url, http_headers } = (parseToml(text) as CodexConfig).mcp_servers.tasklatch;
      return { url, headers: http_headers };
    },
    hooks: '.codex/config.toml',
    hook: (text) => hookOf((parseToml(text) as CodexConfig).hooks.PreToolUse),
    environment: () => ({}),
    write: (file) => ({
      hook_event_name: 'PreToolUse',
      tool_name: 'apply_patch',
      tool_input: { command: `*** Begin Patch\n*** Add File: ${file}\n+- [ ] one\n*** End Patch` },
    }),
    denied: claudeDenial,
    passed: null,
    prefix: 'mcp__tasklatch__',
    startEvent: 'SessionStart',
    start: null,
  },
  {
    name: 'Cursor',
    folder: 'cursor',
    config: '.cursor/mcp.json',
    server: fromJson,
    hooks: '.cursor/hooks.json',
    hook: (text) => JSON.parse(text).hooks.preToolUse[0].command,
    environment: () => ({}),
    write: (file_path) => ({ hook_event_name: 'preToolUse', tool_name: 'Write', tool_input: { file_path } }),
    denied: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
    passed: { permission: 'allow' },
    prefix: '',
    startEvent: 'sessionStart',
    start: (additional_context) => ({ additional_context }),
  },
  {
    name: 'Gemini CLI',
    folder: 'gemini-cli',
    config: '.gemini/settings.json',
    server: fromJson,
    hooks: '.gemini/settings.json',
    hook: (text) => hookOf(JSON.parse(text).hooks.BeforeTool),
    environment: (project) => ({ GEMINI_PROJECT_DIR: project }),
    write: (file_path) => ({
      hook_event_name: 'BeforeTool',
      tool_name: 'write_file',
      tool_input: { file_path },
    }),
    denied: (reason) => ({ decision: 'deny', reason }),
    passed: null,
    prefix: 'mcp_tasklatch_',
    startEvent: 'SessionStart',
    start: (additionalContext) => specific('SessionStart', { additionalContext }),
  },
];

interface CodexConfig {
  readonly mcp_servers: {
    readonly tasklatch: {
      readonly url: string;
      readonly http_headers: Record<string, string>;
      readonly default_tools_approval_mode: string;
      readonly tools: Readonly<Record<string, { readonly approval_mode: string }>>;
    };
  };
  readonly tools: { readonly update_plan: { readonly enabled: boolean } };
  readonly features: { readonly goals: boolean };
  readonly hooks: { readonly PreToolUse: readonly HookGroup[] };
}

function readIntegration(...segments: readonly string[]): string {
  return readFileSync(path.join(INTEGRATIONS, ...segments), 'utf8');
}

/** As each of these runtimes expands it. */
function expand(value: string, env: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g, (all, name: string, fallback?: string) => {
    return env[name] ?? fallback ?? all;
  });
}

const MCP_TYPES = { accept: 'application/json, text/event-stream' };

function toolCall(name: string, args: Json): Json {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

const app = useApp();
const keyed = useApp({ keys: [{ principal: 'ann', key: KEY, lists: ['home'] }] });

describe.each(RUNTIMES.map((runtime) => [runtime.name, runtime] as const))('%s', (_name, runtime) => {
  let project: string;
  let url: string;

  /** The files, by the commands that the README has for it. */
  beforeAll(async () => {
    project = mkdtempSync(path.join(tmpdir(), 'a project '));
    execFileSync('git', ['init', '-q'], { cwd: project });
    const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(readIntegration(runtime.folder, 'README.md')) ?? [];
    execFileSync('sh', ['-ec', commands.replaceAll(/\/path\/to\/your\/project(\S*)/g, '"$PROJECT"$1')], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, PROJECT: project },
    });
    if (!app().server.listening) await listen(app());
    const address = app().server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => rmSync(project, { recursive: true }));

  const read = (file: string) => readFileSync(path.join(project, file), 'utf8');

  function runHook(event: Json): unknown {
    const stdout = execFileSync(
      'sh',
      ['-c', runtime.hook(read(runtime.hooks)).replace('$GEMINI_PROJECT_DIR', `'${project}'`)],
      {
        cwd: project,
        input: JSON.stringify({ session_id: 's', cwd: project, ...event }),
        env: { PATH: process.env.PATH, ...runtime.environment(project) },
        encoding: 'utf8',
      },
    );
    return stdout === '' ? null : JSON.parse(stdout);
  }

  /** While this process is the service that answers it. */
  async function runHookAside(event: Json): Promise<string> {
    const child = spawn(
      'sh',
      ['-c', runtime.hook(read(runtime.hooks)).replace('$GEMINI_PROJECT_DIR', `'${project}'`)],
      {
        cwd: project,
        env: { PATH: process.env.PATH, ...runtime.environment(project) },
      },
    );
    child.stdin.end(JSON.stringify(event));
    return text(child.stdout);
  }

  it('names the placeholder address and headers that the service knows', () => {
    const { url: address, headers } = runtime.server(read(runtime.config));
    // Those that would show their model the JSON value in place of the text ask for the text alone.
    expect([PLACEHOLDER, `${PLACEHOLDER}?answer=text`]).toContain(address);
    const names = Object.keys(headers).filter((name) => name !== 'Authorization');
    expect(names).toEqual(['Tasklatch-Agent']);
  });

  it('reaches the tools at its address, and its changes are signed by its headers', async () => {
    const server = runtime.server(read(runtime.config));
    const headers = Object.entries(server.headers).map(([name, value]) => [
      name.toLowerCase(),
      expand(value, {}),
    ]);
    const agent = expand(server.headers['Tasklatch-Agent'] ?? '', {});
    const answer = await send(app(), 'POST', new URL(server.url).pathname, {
      headers: { ...MCP_TYPES, ...Object.fromEntries(headers) },
      body: toolCall('task_create', { subject: `By ${agent}` }),
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(`[pending] By ${agent}`)]);
    const events = await send(app(), 'GET', '/v1/lists/home/events?after=0');
    const signed = events.json<{ events: { agent: string }[] }>().events.map((event) => event.agent);
    expect(signed.at(-1)).toBe(runtime.folder);
  });

  it('sends the key that TASKLATCH_KEY holds', async () => {
    const content = read(runtime.config).replace('# bearer_token_env_var', 'bearer_token_env_var');
    const { headers } = runtime.server(content);
    // Codex makes the header itself, from the variable that this key names.
    const [, variable] = /^bearer_token_env_var = "(\w+)"$/m.exec(content) ?? [];
    const value = headers.Authorization ?? `Bearer \${${variable}}`;
    const call = { headers: { ...MCP_TYPES }, body: toolCall('task_list', {}) };
    const refused = await send(keyed(), 'POST', '/v1/lists/home/mcp', call);
    expect(refused.status).toBe(401);
    const answer = await send(keyed(), 'POST', '/v1/lists/home/mcp', {
      ...call,
      headers: { ...MCP_TYPES, authorization: expand(value, { TASKLATCH_KEY: KEY }) },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('home v0: 0 pending')]);
  });

  it('refuses a progress file with the name of the right tool, and lets others pass', () => {
    const call = `${runtime.prefix}task_create with a subject, ${runtime.prefix}task_update with id`;
    const file = `${project}/TODO.md`;
    const shown = JSON.stringify(file);
    expect(runHook(runtime.write(file))).toEqual(runtime.denied(expect.stringContaining(shown)));
    expect(runHook(runtime.write('TODO.md'))).toEqual(runtime.denied(expect.stringContaining(call)));
    expect(runHook(runtime.write('src/main.ts'))).toEqual(runtime.passed);
    expect(runHook({ ...runtime.write(''), tool_name: 'read_file' })).toEqual(runtime.passed);
  });

  it('refuses a shell command that writes one', () => {
    const shell = { Cursor: 'Shell', 'Gemini CLI': 'run_shell_command' }[runtime.name] ?? 'Bash';
    const event = { ...runtime.write(''), tool_name: shell };
    expect(runHook({ ...event, tool_input: { command: 'echo x >> progress.md' } })).toEqual(
      runtime.denied(expect.stringContaining('"progress.md" would be a second truth')),
    );
    expect(runHook({ ...event, tool_input: { command: 'npm test > out.txt' } })).toEqual(runtime.passed);
  });

  const { start } = runtime;
  if (start) {
    it('tells the rules and the open tasks of its list when a session starts', async () => {
      await send(app(), 'POST', '/v1/lists/here/tasks', { body: { subject: 'Write tests' } });
      const file = path.join(project, runtime.config);
      writeFileSync(file, read(runtime.config).replace(PLACEHOLDER, `${url}/v1/lists/here/mcp`));
      const event = { hook_event_name: runtime.startEvent, source: 'startup', cwd: project };
      const stdout = await runHookAside(event);
      for (const told of [instructionsFor(null), '#1 v1 [pending] Write tests']) {
        expect(JSON.parse(stdout)).toEqual(start(expect.stringContaining(told)));
      }
    });
  }

  it('brings the rules to the letter', () => {
    const file = { Codex: 'AGENTS.md', Cursor: '.cursor/rules/tasklatch.mdc', 'Gemini CLI': 'GEMINI.md' }[
      runtime.name
    ];
    // Claude Code is told the rules by its hook.
    const rules = read(file ?? 'CLAUDE.md');
    if (file)
      expect(rules).toContain(`<!-- The text of GET /v1/instructions. -->\n\n${instructionsFor(null)}\n`);
    else expect(rules).toContain('Keep progress nowhere else');
  });

  it('has a README of a page whose links lead somewhere', () => {
    const page = readIntegration(runtime.folder, 'README.md');
    expect(page.split('\n').length).toBeLessThanOrEqual(PAGE_MAX_LINES);
    for (const [, target = ''] of page.matchAll(/\]\(((?!https:)[^)#]+)\)/g)) {
      expect(existsSync(path.join(INTEGRATIONS, runtime.folder, target)), target).toBe(true);
    }
  });

  it('names no tool and no variable that there is not', () => {
    const files = readdirSync(path.join(INTEGRATIONS, runtime.folder), {
      recursive: true,
      withFileTypes: true,
    });
    const all = files
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    const known = new Set(TOOLS.map(({ name }) => name));
    const tools = [...all.matchAll(/(?<![a-z_-])(?:mcp__tasklatch__)?(task_[a-z]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(tools.filter((name) => !known.has(name))).toEqual([]);
    const variables = new Set(all.match(/\b(?:TASKLATCH_[A-Z_]+|API_KEYS)\b/g));
    const own = ['TASKLATCH_KEY', 'TASKLATCH_AGENT', 'TASKLATCH_ALLOWED_FILES'];
    const there = new Set([...own, ...Object.keys(Environment.properties)]);
    expect([...variables].filter((name) => !there.has(name))).toEqual([]);
    expect(variables).toContain('TASKLATCH_KEY');
  });
});

describe('what each runtime is allowed', () => {
  const names = TOOLS.map(({ name }) => name);

  it('in Claude Code is every tool, deleting after a question, and none of its own for tasks', () => {
    const { permissions, hooks } = JSON.parse(readIntegration('claude-code/.claude/settings.json'));
    const ruled = [...permissions.allow, ...permissions.ask].map((rule: string) =>
      rule.replace('mcp__tasklatch__', ''),
    );
    expect(ruled.sort()).toEqual([...names].sort());
    expect(permissions.ask).toEqual(['mcp__tasklatch__task_delete']);
    const own = ['TodoWrite', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'];
    expect(permissions.deny).toEqual(own);
    const matcher: string = hooks.PreToolUse[0].matcher;
    expect(matcher).toBe([...own, 'Write', 'Edit', 'MultiEdit', 'Bash', 'PowerShell'].join('|'));
    expect(hooks.SessionStart[0].matcher).toBeUndefined();
  });

  it('in Codex is every tool, deleting after a question, and neither its plan nor its goals', () => {
    const config = parseToml(readIntegration('codex/.codex/config.toml')) as CodexConfig; // what is missing fails
    expect(config.tools).toEqual({ update_plan: { enabled: false } });
    const { default_tools_approval_mode, tools } = config.mcp_servers.tasklatch;
    expect([default_tools_approval_mode, tools]).toEqual([
      'approve',
      { task_delete: { approval_mode: 'prompt' } },
    ]);
    expect(config.hooks.PreToolUse[0]?.matcher).toBe('^(Bash|apply_patch|update_plan|create_goal)$');
    expect(config.features).toEqual({ goals: false });
  });

  it('in Gemini CLI is neither its todo tool nor its tracker', () => {
    const settings = JSON.parse(readIntegration('gemini-cli/.gemini/settings.json'));
    expect(settings.useWriteTodos).toBe(false);
    const [{ matcher }] = settings.hooks.BeforeTool;
    expect(matcher).toBe('write_todos|tracker_.*|write_file|replace|run_shell_command');
    expect(settings.experimental).toEqual({ taskTracker: false });
  });

  it('in Cursor is said by a rule that always applies', () => {
    const [, head = ''] =
      /^---\n([\s\S]*?)\n---\n/.exec(readIntegration('cursor/.cursor/rules/tasklatch.mdc')) ?? [];
    expect(parseYaml(head)).toEqual({ description: 'All progress is kept in Tasklatch', alwaysApply: true });
    expect(JSON.parse(readIntegration('cursor/.cursor/hooks.json'))).toMatchObject({
      version: 1,
      hooks: { preToolUse: [{ matcher: 'TodoWrite|Write|StrReplace|Shell' }], sessionStart: [{}] },
    });
  });
});

it('every integration stands in the index', () => {
  const linked = [...readIntegration('README.md').matchAll(/\]\(([a-z-]+)\/\)/g)].map(([, folder]) => folder);
  const folders = readdirSync(INTEGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(INTEGRATIONS, entry.name, 'README.md')))
    .map((entry) => entry.name);
  expect(folders.filter((folder) => !linked.includes(folder))).toEqual([]);
  for (const folder of linked) expect(existsSync(path.join(INTEGRATIONS, folder ?? '')), folder).toBe(true);
});
