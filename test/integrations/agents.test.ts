import { beforeAll, describe, expect, it } from 'vitest';
import { instructionsFor } from '../../src/definitions/instructions.js';
import { TOOLS } from '../../src/registry.js';
import { KEY, PRINCIPAL, useIntegrations } from '../support/integrations.js';
import { call } from '../support/service.js';

/** What the agent of a script saw and said; the scripts are in integrations/scripted. */
interface Report {
  readonly answer: string;
  readonly system: string;
  readonly tools: readonly unknown[];
  readonly shown: readonly string[];
}

const SHOWN = [
  'Created #1 v1 [pending] Write the parser !high',
  'Created #2 v1 [pending] Write the manual',
  'Created #3 v1 [pending] Test the parser [blocked by #1]',
  [
    'INVALID_INPUT: One argument is not valid.',
    '- blocked_by is not known; use blockedBy; the arguments are subject, description, priority, owner, labels, blockedBy, idempotencyKey.',
    'Next: Correct each issue as its message says and send the call again. This call stored nothing.',
  ],
  'Created #4 v1 [pending] Publish it [blocked by #2, #3]',
  'Updated #1 v2 [in_progress] Write the parser !high: status pending → in_progress',
  [
    'STALE_VERSION: #1 is at version 2; the write was decided on version 1.',
    '- status → in_progress by {caller} (v2)',
    'Now: #1 v2 [in_progress] Write the parser !high',
    'Next: Read current and changedSince, decide again, and send expectedVersion 2.',
  ],
  'Updated #1 v3 [done] Write the parser !high: status in_progress → done; unblocked #3',
  [
    '{list} v6: 3 pending, 0 in_progress, 0 blocked, 1 done, 0 cancelled',
    '#1 v3 [done] Write the parser !high',
    '#2 v1 [pending] Write the manual',
    '#3 v1 [pending] Test the parser',
    '#4 v1 [pending] Publish it [blocked by #2, #3]',
  ],
].map((text) => [text].flat().join('\n'));

const server = useIntegrations();

describe.each([
  { script: 'openai_agents', agent: 'openai-agents', list: 'openai-agents', revision: '2026-07-28' },
  { script: 'vercel_ai_sdk', agent: 'vercel-ai-sdk', list: 'vercel-ai-sdk', revision: '2026-07-28' },
  { script: 'langchain', agent: 'langchain', list: 'langchain', revision: '2025-11-25' },
  { script: 'gemini', agent: 'gemini', list: 'gemini', format: 'gemini' },
  { script: 'fetch_loop_anthropic', agent: 'fetch-loop', list: 'fetch-loop-anthropic', format: 'anthropic' },
  { script: 'fetch_loop_openai', agent: 'fetch-loop', list: 'fetch-loop-openai', format: 'openai-chat' },
])('$script', ({ script, agent, list, revision, format }) => {
  let report: Report;
  beforeAll(async () => {
    report = await server().runScript(script);
  });

  it('gives the model the instructions and every tool', () => {
    expect(report.system).toBe(instructionsFor(null));
    const offered = JSON.stringify(report.tools);
    for (const { name, description } of TOOLS) {
      expect(offered).toContain(`"name":"${name}"`);
      expect(offered).toContain(JSON.stringify(description));
    }
  });

  it('shows the model the text of each answer and nothing else, so that it repairs what is refused', async () => {
    const expected = SHOWN.map((text) =>
      text.replace('{caller}', `${PRINCIPAL}/${agent}`).replace('{list}', list),
    );
    const task = await call(server().instance.service, list, 'task_get', { id: '4' });
    expect(report.shown).toEqual([...expected, task.ok && task.text]);
    expect(report.answer).toBe('The parser is done; its tests are next.');
  });

  it('stores each change once, signed by the key, the agent and one session', async () => {
    const { events } = await server().instance.service.events(list, {
      after: { version: 0, mark: null },
      limit: 100,
    });
    expect(events.map(({ id, action }) => `${action} ${id}`)).toEqual([
      'create 1',
      'create 2',
      'create 3',
      'create 4',
      'update 1',
      'update 1',
    ]);
    const callers = events.map((event) => [event.principal, event.agent, event.session]);
    expect(callers).toEqual(events.map(() => [PRINCIPAL, agent, expect.any(String)]));
    expect(new Set(callers.map(([, , session]) => session)).size).toBe(1);
  });

  it.each(revision ? [revision] : [])('speaks MCP %s, the newest that its client knows', () => {
    expect(server().revisionsOf(list)).toEqual([revision]);
  });

  it.each(format ? [format] : [])('sends the definitions in the format %s as they are', async () => {
    const headers = { authorization: `Bearer ${KEY}` };
    const answer = await server().app.inject({ url: `/v1/tools?format=${format}&defer=false`, headers });
    expect(report.tools).toEqual(answer.json().tools);
  });
});
