import { isExact, type Loss } from '../../json/loss.js';
import { type JsonReading, toLossRefusal } from '../../json/read.js';
import { isPlainObject } from '../../json/values.js';
import { invalidInput, type Refusal } from '../../refusals/refusal.js';

/** The arguments of a tools/call as they came, for the gate to judge. */
export interface RawCall {
  readonly raw: unknown;
  /** What came beside them, as it came: the protocol's reader drops what it does not know. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What reading them would have lost, such as a key that stands twice. */
  readonly refusal: Refusal | null;
}

/** Where the arguments stand in a message. */
const ARGUMENTS_STEPS = ['params', 'arguments'] as const;

/**
 * A JSON-RPC message, or a batch, in which the arguments of each tools/call are put away as a RawCall.
 * The protocol's own reader would refuse, coerce or drop what the gate has to name; it passes a RawCall on.
 * Everything else is without what is not given.
 *
 * @throws Refusal where something outside the arguments of one call, or anywhere in a batch, would be lost by
 * reading it
 */
export function putArgumentsAway({ value, loss }: JsonReading): unknown {
  if (!Array.isArray(value)) return putAway(value, loss);
  // Only the first loss is known, and another may stand in any message behind it: none of them is run.
  if (loss) throw toLossRefusal(loss);
  return value.map((message) => putAway(message, null));
}

function putAway(message: unknown, loss: Loss | null): unknown {
  const params = isPlainObject(message) && message.method === 'tools/call' ? message.params : undefined;
  const isInArguments = ARGUMENTS_STEPS.every((step, index) => loss?.steps[index] === step);
  if (loss && !(isPlainObject(params) && isInArguments)) throw toLossRefusal(loss);
  if (!isPlainObject(message)) return message;
  if (!isPlainObject(params)) return withoutAbsent(message);
  const { arguments: _, ...others } = params;
  const call: RawCall = {
    raw: params.arguments ?? undefined,
    params: others,
    refusal: loss && toLossRefusal({ ...loss, steps: loss.steps.slice(ARGUMENTS_STEPS.length) }),
  };
  const given = withoutAbsent({ ...message, params: others });
  return { ...given, params: { ...Object(given.params), arguments: { ...call } } };
}

/**
 * What putArgumentsAway made of the arguments of a call; the protocol's reader keeps its members as they are.
 */
export function rawCallOf(args: Readonly<Record<string, unknown>> | undefined): RawCall {
  return args as unknown as RawCall;
}

/**
 * The refusal of a message, or a batch, with an id that was rounded as it was read: its answer would bear
 * another one, which the client waits for elsewhere or not at all. Null for any other.
 */
export function refusedId(message: unknown): Refusal | null {
  const ids = [message].flat().map((one) => (isPlainObject(one) ? one.id : undefined));
  if (!ids.some((id) => typeof id === 'number' && !isExact(id))) return null;
  const what = `id is a number beyond ±${Number.MAX_SAFE_INTEGER}, which JSON does not carry exactly`;
  const text = `${what}; send a smaller one, or a string.`;
  const expected = 'a string or a number of at most 15 digits';
  return invalidInput([{ path: 'id', code: 'number', message: text, expected }]);
}

/** Deeper than anything that the protocol reads; what lies below is the caller's own. */
const LEVELS_MAX_COUNT = 16;
/** What a client can do is an object, which comes as [] out of PHP where it is empty. */
const OBJECT_NAME = /apabilities$/;
const NOTIFICATION = /^notifications\//;

/**
 * A message as a language would write it that leaves out what is not given: null stands for absent in many,
 * on every parameter of the protocol. So does an empty cursor, which no page has. The id of a request stays,
 * since one that is null cannot be answered.
 */
export function withoutAbsent(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, ...rest } = message;
  const isNamed = id !== undefined && (id !== null || !NOTIFICATION.test(String(message.method)));
  return { ...given(rest, 1), ...(isNamed && { id }) };
}

function given(object: Readonly<Record<string, unknown>>, level: number): Record<string, unknown> {
  // Unlike an assignment, this keeps a key such as __proto__ a key.
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name, value]) => value !== null && !(name === 'cursor' && value === ''))
      .map(([name, value]) => [name, isEmptyObject(name, value) ? {} : givenIn(value, level + 1)]),
  );
}

function isEmptyObject(name: string, value: unknown): boolean {
  return OBJECT_NAME.test(name) && Array.isArray(value) && value.length === 0;
}

function givenIn(value: unknown, level: number): unknown {
  if (level > LEVELS_MAX_COUNT) return value;
  if (Array.isArray(value)) return value.map((item) => givenIn(item, level + 1));
  return isPlainObject(value) ? given(value, level) : value;
}
