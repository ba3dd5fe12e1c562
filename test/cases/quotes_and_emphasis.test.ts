import { describe, expect, it } from 'vitest';
import { requireTool } from '../../src/registry.js';
import { issuesOf } from '../gate/schemas.js';

const { admit: create } = requireTool('task_create');
const { admit: list } = requireTool('task_list');

const AROUND = [
  ...['"*"', "'*'", '`*`', '“*”', '”*”', '„*“', '‘*’', '«*»', '»*«', '‹*›', '＂*＂', "''*''"].map(put),
  ...['““*””', ' “*” '].map(put),
  ...['**', '*', '***'].map((sign) => (word: string) => sign + word + sign),
];
function put(form: string): (word: string) => string {
  return (word) => form.replace('*', word);
}

describe('quotes and emphasis around a name', () => {
  it.each(AROUND.map((around) => around('bob')))('are no part of an owner: %s', (owner) => {
    for (const sent of [owner, `@${owner.trim()}`, owner.replace('bob', '@bob')]) {
      for (const issues of [
        issuesOf(create, { subject: 'x', owner: sent }),
        issuesOf(list, { owner: sent }),
      ]) {
        expect(issues).toMatchObject([{ path: 'owner', code: 'owner', suggestion: 'bob' }]);
      }
    }
  });

  it.each(AROUND.map((around) => around('api')))('are no part of a label: %s', (label) => {
    expect(issuesOf(list, { label })[0]).toMatchObject({ suggestion: 'api' });
    expect(issuesOf(create, { subject: 'x', labels: [label] })[0]).toMatchObject({ suggestion: 'api' });
  });

  it.each(AROUND.map((around) => around('true')))('are no part of a flag: %s', (ready) => {
    expect(issuesOf(list, { ready })[0]).toMatchObject({ suggestion: true });
  });

  it.each(['O’Brien', '“Bob” Smith', "rock 'n' roll", "'bob", 'bob“', 'a*b', '**bob', '“Bob” and “Al”'])(
    'stay where they do not stand around all of it: %s',
    (owner) => {
      expect(create({ subject: 'x', owner })).toMatchObject({ owner });
    },
  );
});

describe('a text that runs on in typeset quotes', () => {
  it.each([
    'Write tests”, “priority”: “high',
    'Write tests”, “priority”: “high”',
    'Write tests“, „priority“: „high',
    'Write tests », « priority » : « high'.replaceAll(' ', ''),
    'Write tests’, ‘priority’: ‘high',
  ])('is led to its parts: %s', (text) => {
    const subject = text.replace('Writetests', 'Write tests');
    expect(issuesOf(create, { subject })).toMatchObject([
      { path: 'subject', code: 'swallowed', suggestion: 'Write tests' },
      { path: 'priority', code: 'swallowed', suggestion: 'high' },
    ]);
  });

  it.each([
    'Say “a”, “priority”: b',
    'Fix “x”, then “y”',
    'The users’, “priority”: high',
    'Don’t, “priority”: x',
  ])('is none where its quotes have their partners: %s', (subject) => {
    expect(create({ subject })).toMatchObject({ subject });
  });
});
