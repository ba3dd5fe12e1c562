import { describe, expect, it } from 'vitest';
import { onlyIssue, openDoors } from '../../support/doors.js';
import { send, useApp } from '../harness.js';

const app = useApp();

describe('F3: a name alone in a query', () => {
  const refused = async (method: 'GET' | 'POST' | 'PATCH', address: string) => {
    const { list } = openDoors(app());
    const answer = await send(
      app(),
      method,
      `/v1/lists/${list}${address}`,
      method === 'GET' ? {} : { body: {} },
    );
    return answer.problem().issues ?? [];
  };

  it.each(['ready', 'unowned', 'ready='])('?%s means true', async (query) => {
    const { list } = openDoors(app());
    const answer = await send(app(), 'GET', `/v1/lists/${list}/tasks?${query}`);
    const issue = onlyIssue(answer.problem());
    expect(issue.suggestion).toBe(true);
    expect(issue.message).not.toContain('leave it out');
  });

  it.each(['mine', 'overdue', 'open', 'assignedToMe', 'zebra='])(
    '?%s is not to be left out',
    async (query) => {
      const [issue] = await refused('GET', `/tasks?${query}`);
      expect(issue?.code).toBe('unknown_key');
      expect(issue).not.toHaveProperty('suggestion');
      expect(issue?.message).not.toContain('leave it out');
    },
  );

  it.each([
    ['POST', '/tasks?dryRun'],
    ['POST', '/tools/task_create?dryRun=true'],
    ['PATCH', '/tasks/1?soft'],
    ['PATCH', '/tasks/1?patch=x'],
    ['POST', '/tasks/1/restore?subject=x'],
  ] as const)('%s %s is not sent to a body that does not take it', async (method, address) => {
    const issue = (await refused(method, address)).find(({ message }) =>
      message.includes('stands in the query'),
    );
    expect(issue?.message).not.toContain('send it in the body');
    expect(issue?.message).toContain('send the call without it only if that is still meant');
  });

  it('an argument that the body takes is sent there', async () => {
    const [issue] = await refused('POST', '/tasks?priority=high');
    expect(issue?.message).toContain('send it in the body');
  });
});
