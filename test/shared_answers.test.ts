import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { SharedAnswers } from '../src/service.js';
import { CALLER, freshList, pick, useInstances } from './support/service.js';

const world = useInstances(1);

test('equal questions of one turn share one answer, other questions and later turns have their own', async () => {
  const answers = new SharedAnswers<object>();
  const find = vi.fn(async () => ({}));
  const [first, second, other] = await Promise.all([
    answers.ask('a', find),
    answers.ask('a', find),
    answers.ask('b', find),
  ]);
  expect(second).toBe(first);
  expect(other).not.toBe(first);
  expect(await answers.ask('a', find)).not.toBe(first);
  expect(find).toHaveBeenCalledTimes(3);
});

test('a failure is told to all who share it and is not kept', async () => {
  const answers = new SharedAnswers<string>();
  const fail = () => Promise.reject(new Error('gone'));
  const asked = [answers.ask('a', fail), answers.ask('a', fail)];
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await answers.ask('a', async () => 'back')).toBe('back');
});

test('it is looked for after the last of them asked', async () => {
  const answers = new SharedAnswers<number>();
  let written = 0;
  const first = answers.ask('a', async () => written);
  written = 1;
  const second = answers.ask('a', async () => written);
  await endOfTurn();
  expect([await first, await second]).toEqual([1, 1]);
});

test('equal pages that are asked for together are one statement, and each caller gets the whole page', async () => {
  const { service, engine } = pick(world.instances, 0);
  const list = freshList();
  await service.call('task_create', list, CALLER, { subject: 'Share it' });
  const query = vi.spyOn(engine, 'query');
  const ask = (args: object) => service.call('task_list', list, CALLER, args);
  const replies = await Promise.all([ask({}), ask({}), ask({ limit: 1 }), ask({ status: 'done' })]);
  const pages = query.mock.calls.filter(([{ name }]) => name.startsWith('page'));
  query.mockRestore();
  expect(pages).toHaveLength(3);
  const [first, second] = replies;
  expect(second?.json()).toBe(first?.json());
  expect(replies.map(({ value }) => (value as { tasks: unknown[] }).tasks.length)).toEqual([1, 1, 1, 0]);
  for (const reply of replies) expect(JSON.parse(reply.json())).toEqual(reply.value);
});
