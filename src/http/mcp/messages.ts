import { isPlainObject } from '../../gate/embedded.js';
import type { Loss } from '../../json/loss.js';
import { type JsonReading, toLossRefusal } from '../../json/read.js';
import type { Refusal } from '../../refusals/refusal.js';
import { withoutAbsent } from './absent.js';

/** The arguments of a tools/call as they came, for the gate to judge. */
export interface RawCall {
  readonly raw: unknown;
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
  const call: RawCall = {
    raw: params.arguments ?? undefined,
    refusal: loss && toLossRefusal({ ...loss, steps: loss.steps.slice(ARGUMENTS_STEPS.length) }),
  };
  const { arguments: _, ...others } = params;
  const given = withoutAbsent({ ...message, params: others });
  return { ...given, params: { ...Object(given.params), arguments: { ...call } } };
}

/**
 * What putArgumentsAway made of the arguments of a call; the protocol's reader keeps its members as they are.
 */
export function rawCallOf(args: Readonly<Record<string, unknown>> | undefined): RawCall {
  return args as unknown as RawCall;
}
