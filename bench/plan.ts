/** What is measured, and for how long. */

export const OPERATIONS = ['create', 'update', 'get', 'list'] as const;
/** The two gets: what the MCP door costs is read beside the resource route. */
export const MCP_OPERATIONS = ['get', 'get by MCP'] as const;
export type Operation = (typeof OPERATIONS | typeof MCP_OPERATIONS)[number];

/** On one hot list, or over many. */
export const SPREADS = ['hot', 'many'] as const;
export type Spread = (typeof SPREADS)[number];

export const SIZES = ['small', 'large'] as const;
export type Size = (typeof SIZES)[number];

export const MANY_LISTS_COUNT = 32;
/** Where the targets are read: as many writers as one service of a team of agents has at its busiest. */
export const MOST_CLIENTS = 32;

/**
 * Tasks in each list. The many lists share the sum; a list has at least 50, so that every page of 50 is
 * full.
 */
export const TASKS_PER_LIST: Readonly<Record<Size, Readonly<Record<Spread, number>>>> = {
  small: { hot: 1_000, many: 50 },
  large: { hot: 100_000, many: 100_000 / MANY_LISTS_COUNT },
};

/** Tasks of the JSON file that an agent rewrites whole. */
export const FILE_TASKS_COUNT = 1_000;

export interface Pace {
  readonly operations: readonly Operation[];
  /** Concurrent clients, each of which waits for its answer before it calls again. */
  readonly clients: readonly number[];
  /** How often every measurement is taken; the median counts. */
  readonly rounds: number;
  readonly serviceMs: number;
  readonly emptyRouteMs: number;
  readonly fileMs: number;
  /** Whole seconds, because pgbench takes no others. */
  readonly pgbenchSeconds: number;
  /** Before the first round, for each operation on one list and on many, at the most clients. */
  readonly warmUpMs: number;
}

export const FULL_PACE: Pace = {
  operations: OPERATIONS,
  clients: [1, 8, MOST_CLIENTS],
  rounds: 3,
  serviceMs: 800,
  emptyRouteMs: 500,
  fileMs: 800,
  pgbenchSeconds: 1,
  warmUpMs: 1_000,
};

export const QUICK_PACE: Pace = {
  operations: OPERATIONS,
  clients: [1, MOST_CLIENTS],
  rounds: 1,
  serviceMs: 300,
  emptyRouteMs: 300,
  fileMs: 300,
  pgbenchSeconds: 1,
  warmUpMs: 500,
};

export const MCP_PACE: Pace = { ...FULL_PACE, operations: MCP_OPERATIONS };
