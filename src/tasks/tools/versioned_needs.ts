import type { Needs } from '../needs.js';

/** The needs of a write on one task at a version. */
export function versionedNeeds(args: { readonly id: string; readonly expectedVersion?: number }): Needs {
  const number = Number(args.id);
  const { expectedVersion: version } = args;
  const changesSince = version === undefined ? [] : [{ number, version }];
  return { tasks: [number], references: [], upstream: [], changesSince };
}
