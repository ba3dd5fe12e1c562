import { advised } from '../../schema/advice.js';
import {
  ALL_CODE,
  formed,
  OneLine,
  PLACEHOLDER_CODE,
  Prose,
  Text,
  type TextFault,
  type TextForm,
  type TextOptions,
} from '../../schema/kinds.js';
import { isLost, isOneOf, LOST_SAYS } from '../../text/words.js';
import {
  DESCRIPTION_ADVICE,
  LABEL_ADVICE,
  LABEL_FILTER_ADVICE,
  LIST_NAME_ADVICE,
  OWN_ID_ADVICE,
  OWNER_ADVICE,
  OWNER_FILTER_ADVICE,
  otherIdAdvice,
  REASON_ADVICE,
} from './meant.js';
import { descriptionEcho, type Echo } from './printed.js';
import { bareName, isNobody, isNoLabel, isNoText, type OwnerFault, ownerFault } from './values.js';

/** What callers write into a filter that takes one exact value. */
type FilterFault = 'all' | 'excluded' | 'several';

/** Longer than any word for all with what may stand around it. */
const WORD_MAX_UNITS = 40;
const ALL_OWNERS: ReadonlySet<string> = new Set(
  '* all any every everything everyone everybody anyone anybody allowners anyowner allagents anyagent'.split(
    ' ',
  ),
);
const ALL_LABELS: ReadonlySet<string> = new Set('* all any every everything alllabels anylabel'.split(' '));
/** "!ann", "-ann", "not ann", "owner != ann". */
const EXCLUDED = /^\s*(?:[!¬~^]|-(?=[^\s-])|(?:not|NOT)[ :]\s*\S)|!=|<>|≠/u;
/** "ann OR bob", "ann|bob", '["ann","bob"]', "ann*". */
const SEVERAL = /\s(?:OR|AND)\s|\||^\s*\[.*\]\s*$|^[\w.@/-]+[*%]$/u;
/** Between names as machines have them; "Smith, John" is one name of a person. */
const SEPARATOR = /\s*[,;]\s*|\s+(?:or|and)\s+/u;
const MACHINE_NAME = /^@?[a-z0-9][a-z0-9._/-]*$/u;

/** What keeps a text from being one exact owner to look for. */
function ownerFilterFault(text: string): FilterFault | OwnerFault | undefined {
  if (text.length <= WORD_MAX_UNITS && isOneOf(ALL_OWNERS, bareName(text))) return 'all';
  if (isNobody(text)) return 'nobody';
  if (EXCLUDED.test(text)) return 'excluded';
  return isSeveral(text) ? 'several' : ownerFault(text);
}

function isSeveral(text: string): boolean {
  if (SEVERAL.test(text)) return true;
  const parts = text.trim().split(SEPARATOR);
  return parts.length > 1 && parts.every((part) => MACHINE_NAME.test(part));
}

/** True for a word by which a caller says that the label does not matter. */
function isEveryLabel(text: string): boolean {
  return isOneOf(ALL_LABELS, text);
}

// Texts of a task of which a JSON Schema does not say all.

const LOST: TextFault = { code: 'lost', says: LOST_SAYS };

const OWNER_FAULTS: Readonly<Record<OwnerFault, string>> = {
  mark: 'has "@", quotes or emphasis around it, which texts put around a name',
  cut: 'ends with "…", where a text cut it; task_get shows the whole name',
  nobody: 'is a word for nobody and no name',
  lost: LOST_SAYS,
  self: 'is a word for whoever calls and no name; send the name by which others know the one that is meant',
};

const OWNER: TextForm = {
  name: 'owner',
  faultOf(text) {
    const fault = ownerFault(text);
    return fault && { code: fault === 'lost' ? 'lost' : 'owner', says: OWNER_FAULTS[fault] };
  },
};

const ALL: TextFault = { code: ALL_CODE, says: 'is a word for all, which no filter has' };

const FILTER_FAULTS: Readonly<Record<Exclude<FilterFault, 'all'>, string>> = {
  excluded: 'excludes, and one exact owner is taken; unowned says whether there is one: true or false',
  several: 'means several, and one exact owner is taken: one call for each; for nobody send unowned: true',
};

const OWNER_FILTER: TextForm = {
  name: 'owner',
  faultOf(text) {
    const fault = ownerFilterFault(text);
    if (fault === 'all') return ALL;
    if (fault === 'excluded' || fault === 'several') return { code: 'owner', says: FILTER_FAULTS[fault] };
    return fault && { code: fault === 'lost' ? 'lost' : 'owner', says: OWNER_FAULTS[fault] };
  },
};

function labelFault(text: string): TextFault | undefined {
  if (isLost(text)) return LOST;
  return isNoLabel(text) ? { code: 'echo', says: 'is a word for no labels and no label' } : undefined;
}

const LABEL: TextForm = { name: 'label', faultOf: labelFault };

const LABEL_FILTER: TextForm = {
  name: 'label',
  faultOf: (text) => (isEveryLabel(text) ? ALL : labelFault(text)),
};

const REASON: TextForm = {
  name: 'reason',
  faultOf(text) {
    if (isLost(text)) return LOST;
    return isNoText(text) ? { code: 'echo', says: 'is a word for no reason and none itself' } : undefined;
  },
};

const KEY: TextForm = {
  name: 'idempotencyKey',
  faultOf: (text) =>
    isPlaceholderKey(text) ? { code: PLACEHOLDER_CODE, says: PLACEHOLDER_SAYS } : undefined,
};
const PLACEHOLDER_SAYS =
  'stands for a key and is none: two different calls would share it; send a value of its own for each call, or leave it out';

const ECHOES: Readonly<Record<Echo, string>> = {
  nothing: 'is what stands where there is no description',
  fence: 'stands between the lines that fence it in a text; send only what they hold, without "| " before it',
  'line of a fence':
    'has a line that fences it in a text; send only what the fence holds, without "| " before it',
  part: 'has a line by which task_get fences a part of one; send all that it is to hold, without such lines and "| "',
  cut: 'ends where task_get cut it; send all of it, read from its start on, or leave it out to keep what there is',
};

const DESCRIPTION: TextForm = {
  name: 'description',
  faultOf(text) {
    if (isLost(text)) return LOST;
    const echo = descriptionEcho(text);
    return echo && { code: 'echo', says: ECHOES[echo] };
  },
};

const ID: TextForm = { name: 'id', isPattern: true };

export const OwnId = (options: TextOptions) => advised(formed(Text(options), ID), OWN_ID_ADVICE);

/** The id of one task of several; `shows` says what names them all. */
export const OtherId = (options: TextOptions, shows: string) =>
  advised(formed(Text(options), ID), otherIdAdvice(shows));

/** The name of a list. */
export const ListName = (options: TextOptions) => advised(Text(options), LIST_NAME_ADVICE);

/** The name of an owner on one line: without "@" before it, and no word for nobody. */
export const OwnerName = (options: TextOptions) => advised(formed(OneLine(options), OWNER), OWNER_ADVICE);

/** One exact owner to look for. */
export const OwnerFilter = (options: TextOptions) =>
  advised(formed(OneLine(options), OWNER_FILTER), OWNER_FILTER_ADVICE);

/** One exact label to look for. */
export const LabelFilter = (options: TextOptions) =>
  advised(formed(Text(options), LABEL_FILTER), LABEL_FILTER_ADVICE);

/** A label, and no word that says that there is none. */
export const LabelName = (options: TextOptions) => advised(formed(Text(options), LABEL), LABEL_ADVICE);

/** Why something is done, on one line, and no word that says that there is no reason. */
export const ReasonLine = (options: TextOptions) => advised(formed(OneLine(options), REASON), REASON_ADVICE);

/** An idempotency key, and nothing that only stands for one. */
export const KeyText = (options: TextOptions) =>
  advised(formed(Text(options), KEY), {
    words: 'key idempotency requestid dedupekey clienttoken nonce',
  });

/** A description, and no text of ours about one. */
export const DescriptionText = (options: TextOptions) =>
  advised(formed(Prose(options), DESCRIPTION), DESCRIPTION_ADVICE);

/**
 * Idempotency keys that stand for a key: words for none, the name or the kind of what is wanted, a template
 * that nobody filled in, code that nobody ran, examples that everybody knows. Two different calls would
 * share one.
 */
const WORDS: ReadonlySet<string> = new Set(
  [
    'none null nil undefined nan na empty todo tbd placeholder changeme xxx xxxx example examplekey sample',
    'string str text value id key uuid guid ulid uuidv4 uuid4 uuidv7 nanoid newuuid newguid randomuuid',
    'random randomkey randomstring unique uniqueid uniquekey uniquestring auto generate generated',
    'new newkey same yourkey yourid youruuid yourguid youruniquekey youruniqueid youridempotencykey',
    'mykey myuniquekey myidempotencykey somekey someuuid someuniquekey someuniqueid anykey keyhere',
    'idempotencykey idempotentkey idempotency requestid',
    // Of signs alone: "...", "***".
    '',
  ]
    .join(' ')
    .split(' '),
);
/** "{{$guid}}", "task-${id}", "$(uuidgen)", "<%= id %>". */
const TEMPLATE = /\{\{[^}]*\}\}|\$\{|\$\(|<%/;
/** The whole key is the name of what should stand there: "<uuid>", "{key}", "[key]", "$KEY", "%KEY%". */
const NAMED = /^(?:<[\w.$-]+>|\{[A-Za-z_$][\w.$-]*\}|\[[A-Za-z_$][\w.$-]*\]|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%)$/;
/** What only a formatter fills in: "%s", "%(key)s", "{}", "{0}". */
const FORMAT = /^(?:%(?:\(\w+\))?[a-z@]|\{\d?\})$/i;
/** "your-key-here", "insert a unique id here", by its letters. */
const KEY_HERE = new RegExp(
  [
    '^(?:insert|enter|put|add|replacewith|replace|use)?(?:an?|the|your|my|some|any)?(?:own)?(?:new)?',
    '(?:unique|random)?(?:idempotency|request)?(?:key|id|uuid|guid|string|value|token)?(?:goes)?here$',
  ].join(''),
);
/** Code that nobody ran: "crypto.randomUUID()", "str(uuid.uuid4())", "Guid.NewGuid().ToString()". */
const CODE = /^(?:[\w.$:]+\(){0,3}[\w.$:]+\(\)\){0,3}(?:\.\w+\(\w*\))*$/;
/** Of no bits, of all bits, and of the documents about UUIDs. */
const KNOWN_UUIDS: ReadonlySet<string> = new Set([
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '123e4567-e89b-12d3-a456-426614174000',
  '550e8400-e29b-41d4-a716-446655440000',
]);
/** Longer than any of these words with signs between. */
const PLACEHOLDER_MAX_UNITS = 40;

export function isPlaceholderKey(key: string): boolean {
  if (TEMPLATE.test(key)) return true;
  if (key.length > PLACEHOLDER_MAX_UNITS) return false;
  const lower = key.toLowerCase();
  const letters = lower.replace(/[^a-z0-9]/g, '');
  if (KNOWN_UUIDS.has(lower) || WORDS.has(letters) || KEY_HERE.test(letters)) return true;
  return NAMED.test(key) || FORMAT.test(key) || CODE.test(key);
}
