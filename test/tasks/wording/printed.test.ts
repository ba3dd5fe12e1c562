import { expect, test } from 'vitest';
import { descriptionEcho, unfenced } from '../../../src/tasks/wording/printed.js';

const LINES = '| a\n'.repeat(2_400);

test('tells a fence from a text that only begins like one, however many lines it has', () => {
  expect(descriptionEcho(`--- 0123456789ab\n${LINES}--- 0123456789ab`)).toBe('fence');
  // Each line can be read in one way only: in two, these would take longer than the world lasts.
  expect(descriptionEcho(`--- 0123456789ab\n${LINES}--- 0123456789a`)).toBeUndefined();
  expect(descriptionEcho(`--- 0123456789ab\n${LINES}--- 0123456789ab\nAnd one more step.`)).toBeUndefined();
});

test('gives back what a fence holds, also lines that are empty or begin with a blank', () => {
  expect(unfenced('--- 0123456789ab\n| one\n|\n|  two\n--- 0123456789ab')).toBe('one\n\n two');
});
