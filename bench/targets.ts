import { MOST_CLIENTS, type Pace } from './plan.js';
import type { Place, Samples, Series } from './samples.js';
import { placesOf } from './table.js';

export interface Facts {
  readonly residentBytes: number;
  /** Writes that the service acknowledged and that the tables do not hold. */
  readonly lost: number;
}

interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly reached: string;
  readonly ok: boolean;
}

const HOT_CREATES_MIN_RATIO = 2;
const MANY_CREATES_MIN_RATIO = 0.7;
const GET_MIN_RATIO = 0.3;
const LIST_MIN_RATIO = 0.07;
const SLOWER_MAX_RATIO = 1.5;
const RESIDENT_MAX_MEGABYTES = 200;
const BYTES_PER_MEGABYTE = 1_048_576;

/** What the service must reach, with what it did reach, a line each. */
export function targetLines(samples: Samples, pace: Pace, facts: Facts, baselineName: string): string[] {
  const targets = [
    ...ratioTargets(samples, baselineName),
    slowdown(samples, pace),
    memory(facts),
    losses(facts),
  ];
  return targets.map(
    ({ what, wanted, reached, ok }) => `${ok ? 'ok    ' : 'MISSED'} ${what}: ${reached} (${wanted})`,
  );
}

function ratioTargets(samples: Samples, baselineName: string): Target[] {
  const at = (operation: Place['operation'], spread: Place['spread']): Place => {
    return { operation, spread, clients: MOST_CLIENTS };
  };
  const hot: [Place, Series] = [at('create', 'hot'), 'baseline'];
  const empty = (operation: Place['operation']): [Place, Series] => [at(operation, 'hot'), 'empty route'];
  const target = (what: string, min: number, one: Place, other: [Place, Series]): Target => {
    const reached = samples.ratio([one, 'small'], other) ?? Number.NaN;
    return { what, wanted: `at least ${min}`, reached: reached.toFixed(2), ok: reached >= min };
  };
  const base = `÷ ${baselineName} on one hot list`;
  return [
    target(`creates on one hot list ${base}`, HOT_CREATES_MIN_RATIO, at('create', 'hot'), hot),
    target(`creates over 32 lists ${base}`, MANY_CREATES_MIN_RATIO, at('create', 'many'), hot),
    target('get ÷ empty route', GET_MIN_RATIO, at('get', 'hot'), empty('get')),
    target('list of 50 ÷ empty route', LIST_MIN_RATIO, at('list', 'hot'), empty('list')),
  ];
}

function slowdown(samples: Samples, pace: Pace): Target {
  const slowdowns = placesOf(pace).map((place) => ({
    place,
    ratio: samples.ratio([place, 'small'], [place, 'large']) ?? Number.NaN,
  }));
  const worst = slowdowns.reduce((most, one) => (one.ratio > most.ratio ? one : most));
  const { operation, spread, clients } = worst.place;
  const where = `${operation}, ${spread === 'hot' ? 'one list' : 'many lists'}, clients: ${clients}`;
  return {
    what: 'times slower at 100,000 tasks than at 1,000, at worst',
    wanted: `at most ${SLOWER_MAX_RATIO}`,
    reached: `${worst.ratio.toFixed(2)} in ${where}`,
    ok: slowdowns.every(({ ratio }) => ratio <= SLOWER_MAX_RATIO),
  };
}

function memory({ residentBytes }: Facts): Target {
  const megabytes = residentBytes / BYTES_PER_MEGABYTE;
  return {
    what: 'resident memory of the service after the run',
    wanted: `under ${RESIDENT_MAX_MEGABYTES} MB`,
    reached: `${Math.round(megabytes)} MB`,
    ok: megabytes < RESIDENT_MAX_MEGABYTES,
  };
}

function losses({ lost }: Facts): Target {
  return { what: 'writes lost by the service', wanted: '0', reached: String(lost), ok: lost === 0 };
}
