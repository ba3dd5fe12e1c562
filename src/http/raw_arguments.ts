import { isDeepStrictEqual } from 'node:util';
import type { Issue } from '../errors.js';
import { render } from '../gate/render.js';
import { inThePath, type Settling, settledIssue } from './settled.js';

/** Where an argument came from, in words that go on after "in". */
export type Place = 'the path' | 'the query' | 'the body' | 'If-Match' | 'Idempotency-Key';

const HEADERS: ReadonlySet<Place | undefined> = new Set<Place>(['If-Match', 'Idempotency-Key']);

/** Says an issue of the gate in other words; undefined for one that says nothing at this door. */
export type Reword = (issue: Issue) => Issue | undefined;

/** How a door takes the arguments that the body holds. */
export interface BodyDoor {
  add(args: RawArguments, body: Readonly<Record<string, unknown>>): void;
  /** For a body in which the caller writes arguments in another form. */
  readonly reword?: Reword;
}

const asItIs: Reword = (issue) => issue;
const nothing: Settling = () => undefined;

/**
 * Collects the arguments of one call from where HTTP puts them, and what the door itself finds wrong. An
 * argument that came from two places must be the same in both, and what only repeats what the request settles
 * is none; null counts as not given, as it does for the gate, which judges everything else.
 */
export class RawArguments {
  /** Without a prototype, so that `__proto__` is a key like any other. */
  readonly #values: Record<string, unknown> = Object.create(null);
  readonly #places = new Map<string, Place>();
  readonly #issues: Issue[] = [];
  readonly #settling: Settling;
  readonly #reword: Reword;
  #whole: { readonly body: unknown } | undefined;

  constructor(settling = nothing, reword = asItIs) {
    this.#settling = settling;
    this.#reword = reword;
  }

  /** Whether the request settles outside of the arguments what this name means. */
  isSettled(name: string): boolean {
    return this.#settling(name) !== undefined;
  }

  add(name: string, value: unknown, place: Place): void {
    const settled = this.#settling(name);
    if (settled) {
      if (value !== null && value !== settled.value) this.refuse([settledIssue(name, settled, value)]);
      return;
    }
    const before = this.#places.get(name);
    if (before === undefined || this.#values[name] === null) {
      this.#values[name] = value;
      this.#places.set(name, place);
    } else if (value !== null && !isDeepStrictEqual(this.#values[name], value)) {
      this.refuse([conflict(name, [before, this.#values[name]], [place, value])]);
    }
  }

  addAll(values: Readonly<Record<string, unknown>>, place: Place): void {
    for (const name of Object.keys(values)) this.add(name, values[name], place);
  }

  /** A body that is no object stands for all arguments, so that the gate says what it should have been. */
  setWhole(body: unknown): void {
    this.#whole = { body };
  }

  /** For what the door itself finds wrong, which the gate could not name. */
  refuse(issues: readonly Issue[]): void {
    this.#issues.push(...issues);
  }

  /** What the gate is given. */
  get raw(): unknown {
    return this.#whole ? this.#whole.body : this.#values;
  }

  get issues(): readonly Issue[] {
    return this.#issues;
  }

  placeOf(name: string): Place | undefined {
    return this.#places.get(name);
  }

  /** What the gate says of an argument, in words that fit what the caller sent: a header goes by its name. */
  reword(issue: Issue): Issue | undefined {
    const { path, message } = issue;
    const place = this.placeOf(path);
    if (!HEADERS.has(place)) return this.#reword(issue);
    const rest = message.startsWith(path) ? message.slice(path.length) : `: ${message}`;
    return { ...issue, message: `${place}${rest}` };
  }
}

function conflict(name: string, [place, value]: [Place, unknown], [other, second]: [Place, unknown]): Issue {
  if (place === 'the path') return settledIssue(name, inThePath(String(value)), second);
  const message = `${name} is ${render(value)} in ${place} and ${render(second)} in ${other}; send it once.`;
  return { path: name, code: 'conflict', message, received: render(second) };
}
