/**
 * Idempotency keys that stand for a key: words for none, the name or the kind of what is wanted, a template
 * that nobody filled in, examples that everybody knows. Two different calls would share one.
 */
const WORDS: ReadonlySet<string> = new Set(
  [
    'none null nil undefined nan na empty todo tbd placeholder changeme xxx xxxx example examplekey sample',
    'string str text value id key uuid guid ulid uuidv4 uuid4 uuidv7 nanoid newuuid newguid randomuuid',
    'random randomkey randomstring unique uniqueid uniquekey uniquestring auto generate generated',
    'new newkey same yourkey yourid youruuid yourguid youruniquekey youruniqueid youridempotencykey',
    'mykey myuniquekey myidempotencykey somekey someuuid someuniquekey someuniqueid anykey keyhere',
    'idempotencykey idempotentkey idempotency requestid',
  ]
    .join(' ')
    .split(' '),
);
/** "{{$guid}}", "task-${id}", "$(uuidgen)", "<%= id %>". */
const TEMPLATE = /\{\{[^}]*\}\}|\$\{|\$\(|<%/;
/** The whole key is the name of what should stand there: "<uuid>", "{key}", "[key]", "$KEY", "%KEY%". */
const NAMED = /^(?:<[\w.$-]+>|\{[A-Za-z_$][\w.$-]*\}|\[[A-Za-z_$][\w.$-]*\]|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%)$/;
/** Of no bits, of all bits, and of the documents about UUIDs. */
const KNOWN_UUIDS: ReadonlySet<string> = new Set([
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '123e4567-e89b-12d3-a456-426614174000',
  '550e8400-e29b-41d4-a716-446655440000',
]);
/** Longer than any of these words with signs between. */
const WORD_MAX_UNITS = 40;

export function isPlaceholderKey(key: string): boolean {
  if (TEMPLATE.test(key)) return true;
  if (key.length > WORD_MAX_UNITS) return false;
  const lower = key.toLowerCase();
  return KNOWN_UUIDS.has(lower) || NAMED.test(key) || WORDS.has(lower.replace(/[^a-z0-9]/g, ''));
}
