import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { DEFAULT_HOST, DEFAULT_PORT } from './values.js';

/** Two connections for quick reads, two for long ones, and one to write. */
export const POOL_MIN_CONNECTIONS = 5;
/** Beyond it a Postgres of usual size refuses the connections of a second instance. */
const POOL_MAX_CONNECTIONS = 500;
const PORT_MAX = 65_535;
/** A timeout of an hour is none; beyond it timers mean something else than what was asked for. */
const HOUR_MS = 3_600_000;
/** Less would cut off callers that are merely slow. */
const REQUEST_TIMEOUT_MIN_MS = 1_000;
/** Less would leave a Postgres of its own running. */
const SHUTDOWN_GRACE_MIN_MS = 1_000;
/** Container engines kill 10 s after SIGTERM: what is cut off then could not be logged. */
const SHUTDOWN_GRACE_DEFAULT_MS = 8_000;
/** The promise of the API: a key holds for a day at least. */
const IDEMPOTENCY_TTL_MIN_HOURS = 24;
const YEAR_HOURS = 8_760;
const RATE_LIMIT_MAX_PER_MINUTE = 1_000_000;
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/**
 * Every variable that the service reads. `description` is its line in --help; `title` says in words what a
 * value must be where the type alone does not.
 */
export const Environment = Type.Object(
  {
    HOST: Type.String({
      default: DEFAULT_HOST,
      pattern: '^[0-9A-Za-z._:-]+$',
      title: 'an address or a host name, such as 127.0.0.1 or 0.0.0.0',
      description: 'Address to listen on; 0.0.0.0 takes calls from other machines.',
    }),
    PORT: Type.Integer({
      default: DEFAULT_PORT,
      minimum: 0,
      maximum: PORT_MAX,
      description: 'Port to listen on; 0 takes a free one.',
    }),
    DATABASE_URL: Type.Optional(
      Type.String({
        pattern: '^postgres(ql)?://',
        title:
          'a URL that starts with postgres:// or postgresql://, without a password (PGPASSWORD holds it) ' +
          'or with one in which / ? # and @ are percent-encoded',
        description: 'Postgres 15 or later to keep everything in. Without it the service runs its own.',
      }),
    ),
    DATABASE_URL_FILE: Type.Optional(
      Type.String({ description: 'File that holds DATABASE_URL, such as a secret of Docker or Kubernetes.' }),
    ),
    DATA_DIR: Type.String({
      default: './data',
      title: 'the path of a folder',
      description: 'Folder for the data of its own Postgres; not used with DATABASE_URL.',
    }),
    DATABASE_WAIT_MS: Type.Integer({
      default: 15_000,
      minimum: 0,
      maximum: HOUR_MS,
      description: 'How long a start waits for a Postgres that does not answer yet.',
    }),
    POOL_SIZE: Type.Integer({
      default: 12,
      minimum: POOL_MIN_CONNECTIONS,
      maximum: POOL_MAX_CONNECTIONS,
      description: 'Connections to Postgres in all.',
    }),
    STATEMENT_TIMEOUT_MS: Type.Integer({
      default: 3_000,
      minimum: 0,
      maximum: HOUR_MS,
      description:
        'How long Postgres may work on a statement; 0 keeps its own limits (some poolers need it).',
    }),
    REQUEST_TIMEOUT_MS: Type.Integer({
      default: 30_000,
      minimum: REQUEST_TIMEOUT_MIN_MS,
      maximum: HOUR_MS,
      description: 'How long a whole request may take to arrive.',
    }),
    SHUTDOWN_GRACE_MS: Type.Integer({
      default: SHUTDOWN_GRACE_DEFAULT_MS,
      minimum: SHUTDOWN_GRACE_MIN_MS,
      maximum: HOUR_MS,
      description: 'How long calls under way may take to finish after SIGTERM or SIGINT.',
    }),
    IDEMPOTENCY_TTL_HOURS: Type.Integer({
      default: IDEMPOTENCY_TTL_MIN_HOURS,
      minimum: IDEMPOTENCY_TTL_MIN_HOURS,
      maximum: YEAR_HOURS,
      description: 'How long an idempotency key is kept.',
    }),
    API_KEYS: Type.Optional(
      Type.String({
        description:
          'Who may call: principal:key or principal:key:list+prefix*, commas between. None: anyone.',
      }),
    ),
    API_KEYS_FILE: Type.Optional(
      Type.String({ description: 'File that holds API_KEYS, each line an entry.' }),
    ),
    ALLOWED_HOSTS: Type.Optional(
      Type.String({
        description:
          'Names that calls may use for the service and pages may call from, commas between; * is any.',
      }),
    ),
    PUBLIC_URL: Type.Optional(
      Type.String({
        description:
          'Address of the service for its callers, for behind a proxy; without it the one that each called.',
      }),
    ),
    RATE_LIMIT_PER_MINUTE: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: RATE_LIMIT_MAX_PER_MINUTE,
      description: 'Calls that one caller may make in a minute; 0 sets no limit.',
    }),
    LOG_LEVEL: Type.Union(
      [...LOG_LEVELS].map((level) => Type.Literal(level)),
      {
        default: 'info',
        title: `one of ${LOG_LEVELS.join(', ')}`,
        description: `Least level of a log line: ${LOG_LEVELS.join(', ')}.`,
      },
    ),
    TASKLATCH_IN_CONTAINER: Type.Optional(
      Type.String({ description: 'Set by the image, so that what the service advises fits a container.' }),
    ),
  },
  { additionalProperties: false },
);

/** The variables that are set, and the defaults of the others. */
export type Variables = Static<typeof Environment>;

export function schemaOf(name: string): TSchema {
  return (Environment as TObject).properties[name] ?? Type.Never();
}

/** In words, what a value must be. */
export function wanted(name: string): string {
  const schema = schemaOf(name);
  if (schema.type === 'integer') return `an integer from ${schema.minimum} to ${schema.maximum}`;
  return schema.title ?? 'text';
}

/** All variables, a line each: name, default, meaning. */
export function helpText(): string {
  const rows = Object.entries((Environment as TObject).properties).map(([name, schema]) => {
    return [name, String(schema.default ?? '-'), schema.description ?? ''];
  });
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0)) + 2;
  const [first, second] = [width(0), width(1)];
  const lines = rows.map(([name, value, meaning]) => {
    return `  ${name?.padEnd(first)}${value?.padEnd(second)}${meaning}`;
  });
  return ['Variables of the environment (name, default, meaning):', '', ...lines, ''].join('\n');
}
