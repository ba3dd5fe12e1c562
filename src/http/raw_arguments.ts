import { isDeepStrictEqual } from 'node:util';
import { type Issue, invalidInput } from '../errors.js';
import { render } from '../gate/render.js';

/** Where an argument came from, in words that go on after "in". */
export type Place = 'the path' | 'the query' | 'the body' | 'If-Match' | 'Idempotency-Key';

/**
 * Collects the arguments of one call from where HTTP puts them. One that came from two places must be the
 * same in both; null counts as not given, as it does for the gate, which judges everything else.
 */
export class RawArguments {
  /** Without a prototype, so that `__proto__` is a key like any other. */
  readonly #values: Record<string, unknown> = Object.create(null);
  readonly #places = new Map<string, Place>();
  readonly #issues: Issue[] = [];

  add(name: string, value: unknown, place: Place): void {
    const before = this.#places.get(name);
    if (before === undefined || this.#values[name] === null) {
      this.#values[name] = value;
      this.#places.set(name, place);
    } else if (value !== null && !isDeepStrictEqual(this.#values[name], value)) {
      this.refuse(conflict(name, [before, this.#values[name]], [place, value]));
    }
  }

  /** For what the door itself finds wrong, which the gate could not name. */
  refuse(issue: Issue): void {
    this.#issues.push(issue);
  }

  addAll(values: Readonly<Record<string, unknown>>, place: Place): void {
    for (const name of Object.keys(values)) this.add(name, values[name], place);
  }

  /** @throws Refusal INVALID_INPUT that names everything found, such as an argument with two values */
  toRaw(): Record<string, unknown> {
    if (this.#issues.length > 0) throw invalidInput(this.#issues);
    return this.#values;
  }
}

function conflict(name: string, [place, value]: [Place, unknown], [other, second]: [Place, unknown]): Issue {
  const message = `${name} is ${render(value)} in ${place} and ${render(second)} in ${other}; send it once.`;
  return { path: name, code: 'conflict', message, received: render(second) };
}
