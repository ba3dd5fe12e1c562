/**
 * The way from one task to another along edges to blockers, both ends included, or null. Each task is visited
 * once, so that a diamond costs no more than its edges; a stack of our own, so that a long chain does not
 * overflow the call stack.
 */
export function findPath(
  from: number,
  to: number,
  blockersOf: (task: number) => readonly number[],
): number[] | null {
  const cameFrom = new Map<number, number | null>([[from, null]]);
  const open = [from];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    if (task === to) return walkBack(task, cameFrom);
    for (const blocker of blockersOf(task)) {
      if (cameFrom.has(blocker)) continue;
      cameFrom.set(blocker, task);
      open.push(blocker);
    }
  }
  return null;
}

function walkBack(end: number, cameFrom: ReadonlyMap<number, number | null>): number[] {
  const path: number[] = [];
  for (let task: number | null = end; task !== null; task = cameFrom.get(task) ?? null) path.push(task);
  return path.reverse();
}
