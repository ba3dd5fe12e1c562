import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publishedInput } from '../../../src/definitions/published.js';
import type { Issue } from '../../../src/refusals/refusal.js';
import { runs } from '../../support/property_runs.js';
import { arbitraryOf } from '../../support/schema_arbitrary.js';
import { SAID } from '../said.js';
import { admit, isNamed, type Outcome } from './outcome.js';
import { droppedFrom, type Pair, PUBLISHED, pairs } from './published.js';

/** The arguments, or where they are at fault; the words of a message may depend on what else came. */
function inShort(outcome: Outcome): unknown {
  return 'admitted' in outcome ? outcome : outcome.issues.map(({ path, code }) => `${code} ${path}`);
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(given.map(([name, member]) => [name, withoutNulls(member)]));
}

/** The issue says that there are more, or it stands where the form dropped a bound, and names it. */
function isExpected(issue: Issue, places: ReadonlyMap<string, Pair>): boolean {
  if (issue.code === 'more') return true;
  const path = issue.path.replaceAll(/\[\d+\]/g, '[]');
  const parent = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
  const at = places.get(path) ?? places.get(parent);
  // What is wrong with an item may be said of its array.
  const bounds = [at, places.get(`${path}[]`)].flatMap((place) => (place ? droppedFrom(place) : []));
  return bounds.some((bound) => isNamed(bound, issue));
}

test.each(PUBLISHED.map((published) => [published.tool.name, published.form, published] as const))(
  'whatever %s accepts in the form %s the service takes, or it names the bound that the form dropped',
  (_name, _form, { tool, schema }) => {
    const places = new Map(pairs(publishedInput(tool), schema).map((pair) => [pair.path, pair]));
    fc.assert(
      fc.property(arbitraryOf(schema), (raw) => {
        const outcome = admit(tool, raw);
        expect(inShort(outcome)).toEqual(inShort(admit(tool, withoutNulls(raw))));
        if ('admitted' in outcome) return;
        expect(outcome.issues.length).toBeGreaterThan(0);
        for (const issue of outcome.issues) {
          if (isExpected(issue, places)) continue;
          const said = places.get(issue.path.replaceAll(/\[\d+\]/g, ''))?.description ?? '';
          expect(said, `${issue.code} at ${issue.path}`).toMatch(SAID[issue.code] ?? /never/);
        }
      }),
      { numRuns: runs(100) },
    );
  },
);
