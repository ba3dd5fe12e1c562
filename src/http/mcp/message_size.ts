import { isPlainObject } from '../../json/values.js';
import { invalidInput, type Refusal } from '../../refusals/refusal.js';
import { isNameOfOurs } from './misplaced.js';
import { isNameOfToolCallId } from './tool_call_id.js';

/** Far more than all that the protocol knows, in each message of a full batch. */
const MEMBERS_MAX_COUNT = 2_000;
/** Far more than a runtime notes of its own; what is more is not handed on. */
const META_MAX_MEMBERS = 1_000;
/** What the protocol itself reads of `_meta`. */
const READ_BY_PROTOCOL = /^(?:progressToken$|io\.modelcontextprotocol\/)/;

/**
 * The refusal of a message, or a batch, that holds more beside the arguments of its calls than the protocol
 * could mean, before its reader goes through all of it several times; null for any other.
 */
export function refusedSize(message: unknown): Refusal | null {
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

/** The message with no more of a large `_meta`, which is the runtime's own, than somebody reads. */
export function withReadMeta(message: unknown): unknown {
  if (Array.isArray(message)) return message.length > MEMBERS_MAX_COUNT ? message : message.map(withReadMeta);
  if (!isPlainObject(message) || !isPlainObject(message.params)) return message;
  const { params } = message;
  const meta = params._meta;
  if (!isPlainObject(meta) || isWithin(meta, META_MAX_MEMBERS)) return message;
  const read = Object.entries(meta).filter(
    ([name]) => READ_BY_PROTOCOL.test(name) || isNameOfToolCallId(name) || isNameOfOurs(name),
  );
  return { ...message, params: { ...params, _meta: Object.fromEntries(read) } };
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

function tooManyMembers(): Refusal {
  const what = `more than ${MEMBERS_MAX_COUNT} members beside arguments`;
  const message = `The message has ${what}; leave out what the protocol does not know.`;
  return invalidInput([{ path: '', code: 'members', message }]);
}
