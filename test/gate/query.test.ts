import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { compileGate } from '../../src/gate/gate.js';
import { readQueryArguments } from '../../src/http/arguments/read_arguments.js';
import { Create, issuesOf, List } from './schemas.js';

const list = compileGate(List);
const read = (query: Record<string, string | string[] | undefined>) => ({
  ...readQueryArguments(List, query),
});

describe('readQueryArguments', () => {
  it('reads integers, booleans and words by their type in the schema', () => {
    const query = { limit: '10', ready: 'false', status: 'done', label: '5', cursor: undefined };
    expect(read(query)).toStrictEqual({ limit: 10, ready: false, status: 'done', label: '5' });
  });

  it.each(['ten', '1.5', '1e3', ' 1', '01', '-0', '', '1234567890123456'])(
    'leaves the limit %j a string, which the gate refuses',
    (limit) => {
      expect(read({ limit })).toStrictEqual({ limit });
      expect(issuesOf(list, read({ limit }))).toMatchObject([{ path: 'limit', code: 'type' }]);
    },
  );

  it.each(['True', '1', 'yes', ''])('leaves %j for a boolean a string, which the gate refuses', (ready) => {
    expect(issuesOf(list, read({ ready }))).toMatchObject([{ path: 'ready', code: 'type' }]);
  });

  it('reads numbers below zero, for the gate to name the range', () => {
    expect(issuesOf(list, read({ limit: '-1' }))).toMatchObject([{ path: 'limit', code: 'range' }]);
  });

  it('leaves a scalar that was given twice an array, which the gate refuses', () => {
    expect(read({ limit: ['1', '2'] })).toStrictEqual({ limit: ['1', '2'] });
    expect(issuesOf(list, read({ status: ['done', 'done'] }))).toMatchObject([
      { path: 'status', code: 'type' },
    ]);
  });

  it('reads one or several values of an array, each by the type of its items', () => {
    const Numbers = Type.Object({ numbers: Type.Array(Type.Integer()) });
    expect({ ...readQueryArguments(Numbers, { numbers: '1' }) }).toStrictEqual({ numbers: [1] });
    expect({ ...readQueryArguments(Numbers, { numbers: ['1', 'x'] }) }).toStrictEqual({ numbers: [1, 'x'] });
    expect({ ...readQueryArguments(Create, { labels: 'a,b' }) }).toStrictEqual({ labels: ['a,b'] });
  });

  it('passes on names that the schema does not know, also those of the prototype', () => {
    const query = JSON.parse('{"__proto__":"1","constructor":"2","zebra":["3"]}');
    const args = readQueryArguments(List, query);
    expect(Object.getPrototypeOf(args)).toBeNull();
    expect(Object.entries(args)).toStrictEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
      ['zebra', ['3']],
    ]);
    expect(issuesOf(list, args).map(({ path }) => path)).toStrictEqual(['__proto__', 'constructor', 'zebra']);
  });
});
