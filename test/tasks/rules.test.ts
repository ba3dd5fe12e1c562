import { expect, test } from 'vitest';
import { findPath } from '../../src/tasks/rules.js';

test('a way through a hundred thousand tasks is found without overflowing the stack', () => {
  const path = findPath(1, 100_000, (task) => (task < 100_000 ? [task + 1] : []));
  expect(path).toHaveLength(100_000);
  expect(path?.slice(0, 3)).toEqual([1, 2, 3]);
});

test('a ladder of diamonds is walked once per task, not once per way', () => {
  let visits = 0;
  const path = findPath(0, -1, (task) => {
    visits += 1;
    const next = task - (task % 3) + 3;
    return task >= 300 ? [] : [next, next + 1, next + 2];
  });
  expect(path).toBeNull();
  expect(visits).toBeLessThanOrEqual(304);
});
