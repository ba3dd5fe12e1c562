export type Step = string | number;

const STEP = /\.?([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g;

/** The steps of a path of an issue: `patch.labels[2]`, `["odd key"]`. */
export function parsePath(path: string): Step[] {
  return [...path.matchAll(STEP)].map(([, key, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return key ?? JSON.parse(quoted ?? '""');
  });
}

type Holder = Record<Step, unknown>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** The object or array that holds what is at the path, made where nothing stands; undefined where that cannot be. */
export function placeOf(root: object, path: readonly Step[]): Holder | undefined {
  let holder = root as Holder; // an object takes any step
  for (const step of path.slice(0, -1)) {
    holder[step] ??= {};
    const inner = holder[step];
    if (!isHolder(inner)) return undefined;
    holder = inner;
  }
  return holder;
}

/** A key that was too long to show is known by its beginning. */
function keyIn(holder: Holder, path: readonly Step[]): Step {
  const last = path.at(-1) ?? '';
  if (typeof last !== 'string' || !last.endsWith('…') || last in holder) return last;
  return Object.keys(holder).find((key) => key.startsWith(last.slice(0, -1))) ?? last;
}

export function valueAt(root: object, path: readonly Step[]): unknown {
  const holder = placeOf(root, path);
  return holder?.[keyIn(holder, path)];
}

export function put(root: object, path: readonly Step[], value: unknown): void {
  const holder = placeOf(root, path);
  if (!holder) return;
  // Defined, not assigned: a key may be called __proto__.
  Object.defineProperty(holder, keyIn(holder, path), {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Removes what is at the path and returns it. */
export function take(root: object, path: readonly Step[]): unknown {
  const holder = placeOf(root, path);
  if (!holder) return undefined;
  const key = keyIn(holder, path);
  const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return value;
}
