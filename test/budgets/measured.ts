import { expect } from 'vitest';
import {
  charactersOf,
  RESULT_MAX_CHARACTERS,
  SHORT_TEXT_MAX_CHARACTERS,
  TEXT_MAX_CHARACTERS,
  VALUE_MAX_CHARACTERS,
} from '../../src/text/budget.js';
import type { Outcome } from '../support/doors.js';

/** The members of JSON-RPC around a result, and of an answer of the tool route around value, text and card. */
const ENVELOPE_MAX_CHARACTERS = 500;

type Answer = Pick<Outcome, 'text' | 'value' | 'problem' | 'body'>;

const largest = new Map<string, number>();

function keep(name: string, characters: number): void {
  largest.set(name, Math.max(characters, largest.get(name) ?? 0));
}

/** Holds an answer, whatever its door, to the budgets; `what` names it in the table. */
export function holdToBudget(what: string, outcome: Answer, textMax = SHORT_TEXT_MAX_CHARACTERS): void {
  const { text, value, problem, body } = outcome;
  if (text !== undefined) {
    holdText(what, text, problem ? SHORT_TEXT_MAX_CHARACTERS : textMax);
    expect(text.isWellFormed(), what).toBe(true);
  }
  const json = value ?? problem;
  if (json !== undefined) {
    keep(`${what}: value`, charactersOf(json));
    expect(charactersOf(json), what).toBeLessThanOrEqual(VALUE_MAX_CHARACTERS);
  }
  keep(`${what}: answer`, body.length);
  expect(body.length, what).toBeLessThanOrEqual(RESULT_MAX_CHARACTERS + ENVELOPE_MAX_CHARACTERS);
}

/** Holds a text that came alone. */
export function holdText(what: string, text: string, max = TEXT_MAX_CHARACTERS): void {
  keep(`${what}: text`, text.length);
  expect(text.length, what).toBeLessThanOrEqual(max);
}

/** Holds a result of MCP that no tool made. */
export function holdResult(what: string, result: unknown): void {
  keep(`${what}: answer`, charactersOf(result));
  expect(charactersOf(result), what).toBeLessThanOrEqual(RESULT_MAX_CHARACTERS);
}

export function printLargest(): void {
  const rows = [...largest].sort(([one], [other]) => (one < other ? -1 : 1));
  console.log(
    ['Characters of the largest answers', ...rows.map(([name, size]) => `${name}: ${size}`)].join('\n  '),
  );
}
