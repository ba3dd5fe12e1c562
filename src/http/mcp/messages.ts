import { isExact, isPlainObject, type Loss } from '../../json/loss.js';
import { type JsonReading, toLossRefusal } from '../../json/read.js';
import { invalidInput, type Refusal } from '../../refusals/refusal.js';
import { render } from '../../text/render.js';
import { besideParams, withoutBeside } from './beside.js';

/** Far more than all that the protocol knows, in each message of a full batch. */
const MEMBERS_MAX_COUNT = 2_000;
/** Far more than a runtime notes of its own; what is more is not handed on. */
const META_MAX_MEMBERS = 1_000;
/** What the protocol itself reads of `_meta`. */
const READ_BY_PROTOCOL = /^(?:progressToken$|io\.modelcontextprotocol\/)/;
/**
 * How runtimes name their id of a tool call in `_meta`, such as claudecode/toolUseId, callId or
 * redpanda.com/llm-tool-call-id. The specification has no name for it.
 */
const TOOL_CALL_ID = /(?:^|[/._-])(?:tool[-_]?use|(?:tool[-_]?)?call)[-_]?id$/i;

/**
 * The message with no more of a large `_meta`, which is the runtime's own, than somebody reads; `isJudged`
 * tells the names that a call is judged by.
 */
export function withReadMeta(message: unknown, isJudged: (name: string) => boolean): unknown {
  if (Array.isArray(message)) {
    return message.length > MEMBERS_MAX_COUNT ? message : message.map((one) => withReadMeta(one, isJudged));
  }
  if (!isPlainObject(message) || !isPlainObject(message.params)) return message;
  const { params } = message;
  const meta = params._meta;
  if (!isPlainObject(meta) || isWithin(meta, META_MAX_MEMBERS)) return message;
  const read = Object.entries(meta).filter(
    ([name]) => READ_BY_PROTOCOL.test(name) || TOOL_CALL_ID.test(name) || isJudged(name),
  );
  return { ...message, params: { ...params, _meta: Object.fromEntries(read) } };
}

/** The refusal of a message, or a batch, that the protocol could not answer; null for any other. */
export function refusedMessage(message: unknown): Refusal | null {
  return refusedSize(message) ?? refusedId(message);
}

/**
 * The refusal of a message, or a batch, that holds more beside the arguments of its calls than the protocol
 * could mean, before its reader goes through all of it several times; null for any other.
 */
function refusedSize(message: unknown): Refusal | null {
  const isBatch = Array.isArray(message) && message.length <= MEMBERS_MAX_COUNT;
  const judged = isBatch ? message.map(withoutArguments) : withoutArguments(message);
  return isWithin(judged, MEMBERS_MAX_COUNT) ? null : tooManyMembers();
}

function withoutArguments(message: unknown): unknown {
  if (!isPlainObject(message) || message.method !== 'tools/call' || !isPlainObject(message.params)) {
    return message;
  }
  const { arguments: _, ...params } = message.params;
  return { ...message, params };
}

function tooManyMembers(): Refusal {
  const what = `more than ${MEMBERS_MAX_COUNT} members beside arguments`;
  const message = `The message has ${what}; leave out what the protocol does not know.`;
  return invalidInput([{ path: '', code: 'members', message }]);
}

/** Whether a value has at most `max` members, those of its members included. Without recursion. */
function isWithin(value: unknown, max: number): boolean {
  const open = [value];
  let members = 0;
  while (open.length > 0) {
    const object = open.pop();
    if (typeof object !== 'object' || object === null) continue;
    for (const member of Object.values(object)) {
      members += 1;
      if (members > max) return false;
      open.push(member);
    }
  }
  return true;
}

/**
 * The refusal of a message, or a batch, with an id that was rounded as it was read: its answer would bear
 * another one, which the client waits for elsewhere or not at all. Null for any other.
 */
function refusedId(message: unknown): Refusal | null {
  const ids = [message].flat().map((one) => (isPlainObject(one) ? one.id : undefined));
  if (!ids.some((id) => typeof id === 'number' && !isExact(id))) return null;
  const what = `id is a number beyond ±${Number.MAX_SAFE_INTEGER}, which JSON does not carry exactly`;
  const text = `${what}; send a smaller one, or a string.`;
  const expected = 'a string or a number of at most 15 digits';
  return invalidInput([{ path: 'id', code: 'number', message: text, expected }]);
}

/** The arguments of a tools/call as they came, for the gate to judge. */
export interface RawCall {
  readonly raw: unknown;
  /** What came beside them, as it came: the protocol's reader drops what it does not know. */
  readonly params: Readonly<Record<string, unknown>>;
  /** What came beside the params of the message. */
  readonly beside: Readonly<Record<string, unknown>>;
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
    beside: besideParams(message),
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
function withoutAbsent(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, ...rest } = withoutBeside(message);
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

/** What goes into a log line and an audit row as it is. */
const PRINTABLE = /^[!-~]{1,200}$/;

/** The id that the runtime gave to the call; null where it says none, or none that can be kept. */
export function toolCallIdOf(meta: Readonly<Record<string, unknown>> | undefined): string | null {
  for (const [name, value] of Object.entries(meta ?? {})) {
    if (TOOL_CALL_ID.test(name) && typeof value === 'string' && PRINTABLE.test(value)) return value;
  }
  return null;
}

/** Longer than the longest sentence of the protocol itself, with a name of a few words in it. */
const SHOWN_MAX_UNITS = 300;

/** What came, as an error may repeat it: as it is if it is short and hides nothing, else escaped and cut. */
export function shownText(text: string): string {
  const escaped = render(text, SHOWN_MAX_UNITS).slice(1, -1);
  return escaped === JSON.stringify(text).slice(1, -1) ? text : escaped;
}
