import { isDeepStrictEqual } from 'node:util';
import { isPlainObject } from '../../json/loss.js';
import type { Issue } from '../../refusals/refusal.js';
import { ISSUES_MAX_COUNT } from '../../text/budget.js';
import { joinPath, render } from '../../text/render.js';

/** Where an argument came from, in words that go on after "in". */
export type Place = 'the path' | 'the query' | 'the body' | 'If-Match' | 'Idempotency-Key';

const HEADERS: ReadonlySet<Place | undefined> = new Set<Place>(['If-Match', 'Idempotency-Key']);

/** More than any call has arguments. */
const LARGE_MIN_MEMBERS = 1_000;

/** True for arguments of so many names that the gate refuses them, whatever they are called. */
export function isLarge(values: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(values).length >= LARGE_MIN_MEMBERS;
}

/** What a request says outside of its arguments, which runtimes repeat among them. */
export interface Settled {
  readonly value: string;
  /** Where it was said, in words that go on after "in". */
  readonly place: string;
  /** What to do where another value was meant. */
  readonly otherwise: string;
}

/** Finds what is settled under the name of an argument; undefined where nothing is. */
export type Settling = (name: string, value: unknown) => Settled | undefined;

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
  /** The first piece that is too large to be gone through by name; the values go before it. */
  #piece: { readonly values: Readonly<Record<string, unknown>>; readonly place: Place } | undefined;
  #left = 0;
  #whole: { readonly body: unknown } | undefined;

  constructor(settling = nothing, reword = asItIs) {
    this.#settling = settling;
    this.#reword = reword;
  }

  /** Whether the request settles outside of the arguments what this name means. */
  isSettled(name: string, value: unknown): boolean {
    return this.#settling(name, value) !== undefined;
  }

  add(name: string, value: unknown, place: Place): void {
    const settled = this.#settling(name, value);
    if (settled) {
      if (value !== null && value !== settled.value) {
        this.refuseEach([name], () => settledIssue(name, settled, value));
      }
      return;
    }
    const before = this.placeOf(name);
    const earlier = this.#places.has(name) ? this.#values[name] : this.#piece?.values[name];
    if (before === undefined || earlier === null) {
      this.#values[name] = this.#withoutRepeated(value);
      this.#places.set(name, place);
    } else if (value !== null && !isDeepStrictEqual(earlier, value)) {
      this.refuseEach([name], () => conflict(name, [before, earlier], [place, value]));
    }
  }

  /** A task that is sent back whole names its list inside of an argument too. */
  #withoutRepeated(value: unknown): unknown {
    if (!isPlainObject(value) || isLarge(value)) return value;
    const names = Object.keys(value).filter(
      (name) => this.#settling(name, value[name])?.value === value[name],
    );
    if (names.length === 0) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
  }

  addAll(values: Readonly<Record<string, unknown>>, place: Place): void {
    const names = this.#piece || !isLarge(values) ? Object.keys(values) : [...this.#places.keys()];
    for (const name of names) if (Object.hasOwn(values, name)) this.add(name, values[name], place);
    if (isLarge(values)) this.#piece ??= { values, place };
  }

  /** A body that is no object stands for all arguments, so that the gate says what it should have been. */
  setWhole(body: unknown): void {
    this.#whole = { body };
  }

  /** For what the door itself finds wrong, which the gate could not name. */
  refuse(issues: readonly Issue[]): void {
    this.#issues.push(...issues);
  }

  /** Likewise for names of which a caller can send any number: where the answer is full they are counted. */
  refuseEach<Name>(names: readonly Name[], toIssue: (name: Name) => Issue): void {
    const room = Math.max(0, ISSUES_MAX_COUNT - this.#issues.length);
    this.#issues.push(...names.slice(0, room).map(toIssue));
    this.#left += Math.max(0, names.length - room);
  }

  /** What the gate is given. */
  get raw(): unknown {
    if (this.#whole) return this.#whole.body;
    if (!this.#piece) return this.#values;
    return this.#places.size === 0 ? this.#piece.values : { ...this.#piece.values, ...this.#values };
  }

  get issues(): readonly Issue[] {
    return this.#issues;
  }

  /** How many issues there are beside these. */
  get left(): number {
    return this.#left;
  }

  placeOf(name: string): Place | undefined {
    const place = this.#places.get(name);
    return place === undefined && this.#piece && Object.hasOwn(this.#piece.values, name)
      ? this.#piece.place
      : place;
  }

  /** What the gate says of an argument, in words that fit what the caller sent: a header goes by its name. */
  reword(issue: Issue): Issue | undefined {
    const { path, message } = issue;
    const place = this.placeOf(path);
    if (place === 'the query') return asFlag(issue);
    if (!HEADERS.has(place)) return this.#reword(issue);
    const rest = message.startsWith(path) ? message.slice(path.length) : `: ${message}`;
    return { ...issue, message: `${place}${rest}` };
  }
}

/** A query names a flag alone, which says true; an empty text of JSON says that there is none. */
function asFlag(issue: Issue): Issue {
  const { path, expected, received } = issue;
  if (expected !== 'true or false' || received !== '""') return issue;
  return { ...issue, message: `${path} must be ${expected}; send ${path}=true.`, suggestion: true };
}

function conflict(name: string, [place, value]: [Place, unknown], [other, second]: [Place, unknown]): Issue {
  if (place === 'the path') return settledIssue(name, inThePath(String(value)), second);
  const message = `${name} is ${render(value)} in ${place} and ${render(second)} in ${other}; send it once.`;
  return { path: name, code: 'conflict', message, received: render(second) };
}

/** An id that stands in the path is an argument and settled at once. */
function inThePath(value: string): Settled {
  return { value, place: 'the path', otherwise: ', else send the call to the address of the other' };
}

/** The issue of an argument that says something else than what is settled under its name. */
function settledIssue(name: string, { value, place, otherwise }: Settled, other: unknown): Issue {
  const path = joinPath('', name);
  const received = render(other);
  const right = render(value);
  const both = `${path} is ${right} in ${place} and ${received} in the arguments`;
  const message = `${both}; ${place} holds: send ${right} or no ${path} only if that is meant${otherwise}.`;
  return { path, code: 'conflict', message, expected: right, received };
}
