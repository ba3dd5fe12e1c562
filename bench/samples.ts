import type { Operation, Size, Spread } from './plan.js';

/** Where a measurement belongs in the table. */
export interface Place {
  readonly operation: Operation;
  readonly spread: Spread;
  readonly clients: number;
}

/** The service at a size, what stands beside it, and the share of updates that the file lost. */
export type Series = Size | 'baseline' | 'empty route' | 'file' | 'file lost';

/** Every measurement of a run, in the order of its rounds. */
export class Samples {
  readonly #values = new Map<string, number[]>();

  add(place: Place, series: Series, value: number): void {
    const name = nameOf(place, series);
    this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }

  of(place: Place, series: Series): readonly number[] {
    return this.#values.get(nameOf(place, series)) ?? [];
  }

  /** null where nothing was measured. */
  median(place: Place, series: Series): number | null {
    return median(this.of(place, series));
  }

  /**
   * The median of the ratios of each round. Its two sides were measured within seconds of each other, so
   * that what slows the whole machine down for a while slows both.
   */
  ratio(one: readonly [Place, Series], other: readonly [Place, Series]): number | null {
    const others = this.of(...other);
    return median(this.of(...one).map((value, round) => value / (others[round] ?? Number.NaN)));
  }
}

function nameOf({ operation, spread, clients }: Place, series: Series): string {
  return [operation, spread, clients, series].join();
}

function median(values: readonly number[]): number | null {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
