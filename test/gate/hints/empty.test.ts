import { describe, expect, it } from 'vitest';
import { requireTool, TOOLS } from '../../../src/registry.js';
import { MERGE_PATCH_TYPE, send, useApp } from '../../http/harness.js';
import { onlyIssue, openDoors } from '../../support/doors.js';
import { issuesOf } from '../schemas.js';

const app = useApp();

const judge = (tool: string, args: unknown) => issuesOf(requireTool(tool).admit, args);
const TO_EMPTY = 'leave it out to keep what there is; to empty it name it in clear.';

/** Every optional argument of every tool that could come as an empty text, by its place. */
const OPTIONAL = TOOLS.flatMap(({ name, input, examples }) => {
  const required = new Set(input.required ?? []);
  return Object.keys(input.properties)
    .filter((key) => !required.has(key) && key !== 'clear')
    .map((key) => ({ tool: name, key, args: { ...examples[0]?.arguments, [key]: '' } }));
});
const FIELDS = Object.keys(requireTool('task_update').input.properties.patch?.properties ?? {});

describe('F3: an empty text', () => {
  it.each(OPTIONAL)('is refused as $key of $tool, and says what to do', ({ tool, key, args }) => {
    const [issue, ...others] = judge(tool, args);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ path: key, received: '""' });
    const instead = /; leave it out (?:when there is none|for all owners, or send unowned: true .*)\.$/;
    const version = /; send the version of the task that you saw last \(task_get shows it\)\.$/;
    expect(issue?.message).toMatch(key === 'expectedVersion' ? version : instead);
  });

  it.each(FIELDS)('is refused as %s of a patch, and says how to keep it and how to empty it', (field) => {
    const [issue, ...others] = judge('task_update', { id: '1', expectedVersion: 1, patch: { [field]: '' } });
    expect(others).toEqual([]);
    expect(issue).not.toHaveProperty('suggestion');
    const isClearable = ['description', 'owner', 'labels'].includes(field);
    expect(issue?.message).toMatch(isClearable ? TO_EMPTY : /leave it out to keep what there is\.$/);
  });

  it.each(['', ' ', '\n\t', '\u200d', '\u2800'])(
    'or one that shows nothing is no description: %j',
    async (description) => {
      const doors = openDoors(app());
      const { id, version } = await doors.tool.create('One', { description: 'Kept' });
      expect(onlyIssue(await doors.refused('task_create', { subject: 'Two', description }))).toMatchObject({
        path: 'description',
      });
      for (const client of [doors.tool, doors.mcp]) {
        const patch = { description };
        const problem = await client.problem('task_update', { id, expectedVersion: version, patch });
        expect(onlyIssue(problem).path).toBe('patch.description');
      }
      expect(await doors.tool.task('task_get', { id })).toMatchObject({ description: 'Kept', version });
    },
  );

  it('is told in a merge patch to be sent as null', async () => {
    const doors = openDoors(app());
    await doors.tool.create('One', { description: 'Kept' });
    const answer = await send(app(), 'PATCH', `/v1/lists/${doors.list}/tasks/1`, {
      headers: { ...MERGE_PATCH_TYPE, 'if-match': '"1"' },
      raw: JSON.stringify({ status: 'in_progress', description: '' }),
    });
    const { message } = onlyIssue(answer.problem());
    expect(message).toMatch(/leave it out to keep what there is; to empty it send it as null\.$/);
    expect((await doors.tool.task('task_get', { id: '1' })).description).toBe('Kept');
  });
});
