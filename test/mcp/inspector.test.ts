import { beforeAll, describe, expect, it } from 'vitest';
import { toMcpTools } from '../../src/definitions/published.js';
import { useMcpServer } from '../support/mcp_server.js';
import { installMcpTools, runMcpTool } from '../support/mcp_tools.js';
import { INSTALL_LIMIT_MS, type ProgramRun } from '../support/package_tree.js';
import { freshList } from '../support/service.js';

const server = useMcpServer();

beforeAll(async () => {
  await installMcpTools();
}, INSTALL_LIMIT_MS);

const LIST = freshList('inspected');
/** What the Inspector says of a tool that reports an error. */
const TOOL_ERROR_EXIT_CODE = 5;

/** One run of the Inspector's CLI on the list of this file, over Streamable HTTP. */
function inspect(method: string, ...args: readonly string[]): Promise<ProgramRun> {
  const target = [server().urlOf(LIST), '--transport', 'http', '--format', 'json'];
  return runMcpTool('inspector', ['--cli', ...target, '--method', method, ...args]);
}

/** What a method answered to a run that went well. */
async function resultOf(method: string, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await inspect(method, ...args);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).result;
}

function callArgs(tool: string, args: object): string[] {
  return ['--tool-name', tool, '--tool-args-json', JSON.stringify(args)];
}

describe("the Inspector's command line", () => {
  it('lists the tools as the registry publishes them, and its strict lint finds no error', async () => {
    const { code, stdout, stderr } = await inspect('tools/list', '--strict');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).result.tools).toEqual(JSON.parse(JSON.stringify(toMcpTools().tools)));
    // A cursor that is null at the end of a list is the one thing that it warns of.
    const warned = stderr.match(/^ {2}Path: .*$/gm) ?? [];
    expect(new Set(warned)).toEqual(new Set(['  Path: outputSchema.properties.nextCursor']));
    expect(stderr).toMatch(/^0 errors, 2 warnings across 2 tools\.$/m);
  });

  it.each(['legacy', 'auto', 'modern'])(
    'calls a tool and reads the task that it made, in the era %s',
    async (era) => {
      const subject = `Made in the era ${era}`;
      const made = await resultOf(
        'tools/call',
        ...callArgs('task_create', { subject, labels: ['inspected'] }),
        '--protocol-era',
        era,
      );
      expect(made).toMatchObject({
        structuredContent: { task: { subject, labels: ['inspected'], version: 1 } },
      });
      const { id } = (made as { structuredContent: { task: { id: string } } }).structuredContent.task;
      const uri = `tasklatch://lists/${LIST}/tasks/${id}`;
      const read = await resultOf('resources/read', '--uri', uri, '--protocol-era', era);
      expect(read).toMatchObject({
        contents: [{ uri, text: expect.stringContaining(`#${id} v1 [pending] ${subject}\n`) }, { uri }],
      });
    },
  );

  it('reports a refusal as an error of the tool, with the text that says what to send', async () => {
    const { code, stdout, stderr } = await inspect('tools/call', ...callArgs('task_create', { subjct: 'x' }));
    expect(code).toBe(TOOL_ERROR_EXIT_CODE);
    expect(JSON.parse(stderr).error.code).toBe('tool_is_error');
    expect(JSON.parse(stdout).result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('subjct is not known; use subject') }],
    });
  });

  it('lists resources, their template and the prompts, and gets one', async () => {
    const made = await resultOf('tools/call', ...callArgs('task_create', { subject: 'Listed' }));
    const { id } = (made as { structuredContent: { task: { id: string } } }).structuredContent.task;
    const { resources } = await resultOf('resources/list');
    expect(resources).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ uri: `tasklatch://lists/${LIST}`, title: `Tasks of ${LIST}` }),
        expect.objectContaining({ uri: `tasklatch://lists/${LIST}/tasks/${id}`, title: 'Listed' }),
      ]),
    );
    expect(await resultOf('resources/templates/list')).toMatchObject({
      resourceTemplates: [{ uriTemplate: `tasklatch://lists/${LIST}/tasks/{id}` }],
    });
    expect(await resultOf('prompts/list')).toMatchObject({ prompts: [{ name: 'work_protocol' }] });
    expect(await resultOf('prompts/get', '--prompt-name', 'work_protocol')).toMatchObject({
      messages: [{ role: 'user', content: { type: 'text', text: expect.stringContaining('task_list') } }],
    });
  });
});
