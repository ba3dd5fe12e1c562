import { envSchema } from 'env-schema';
import { readAllowedHosts } from './config/allowed_hosts.js';
import { type ApiKey, readApiKeys } from './config/api_keys.js';
import { Environment, type LOG_LEVELS, schemaOf, type Variables, wanted } from './config/variables.js';

/** Enough of a bad value to recognise it by. */
const SHOWN_VALUE_MAX_LENGTH = 60;

/** Their values hold secrets, so that a refusal does not repeat them. */
const SECRETS: readonly string[] = ['DATABASE_URL', 'API_KEYS'];

export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** null: the service runs a Postgres of its own. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly databaseWaitMs: number;
  readonly poolSize: number;
  readonly statementTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly shutdownGraceMs: number;
  readonly idempotencyTtlHours: number;
  /** Empty: whoever reaches the service may call. */
  readonly apiKeys: readonly ApiKey[];
  /** Names by which the service may be called, besides the local ones; null: any. */
  readonly allowedHosts: readonly string[] | null;
  /** 0: no limit. */
  readonly rateLimitPerMinute: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Everything that is wrong with the environment, a sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/**
 * Reads the variables of an environment; blank ones count as not set. @throws ConfigError with every problem.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const raw: Record<string, string> = {};
  for (const name of Object.keys(Environment.properties)) {
    const value = environment[name];
    if (value !== undefined && value.trim() !== '') raw[name] = value;
  }
  const keys = readApiKeys(raw.API_KEYS ?? '');
  const checked = check(raw);
  const names = readAllowedHosts(raw.ALLOWED_HOSTS, checked.variables?.HOST ?? '');
  const problems = [...checked.problems, ...keys.problems, ...names.problems];
  if (checked.variables === null || problems.length > 0) throw new ConfigError(problems);
  return toConfig(checked.variables, keys.keys, names.hosts);
}

function check(raw: Readonly<Record<string, string>>): { variables: Variables | null; problems: string[] } {
  const unusable = unusableVariables(raw);
  try {
    const variables = envSchema<Variables>({ schema: Environment, data: { ...raw }, env: false });
    return { variables, problems: unusable.map((name) => describeProblem(name, raw)) };
  } catch (error) {
    const names = new Set([...faultyVariables(error), ...unusable]);
    return { variables: null, problems: [...names].map((name) => describeProblem(name, raw)) };
  }
}

/** Enough for every maximum, and short of what a number cannot hold. */
const DECIMAL = /^\d{1,9}$/;

/** A user name or password with an unescaped "/", "?" or "#" leaves its "@" behind the host. */
function isWholeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { pathname, search, hash } = new URL(text);
  return !`${pathname}${search}${hash}`.includes('@');
}

/**
 * What Ajv lets through: 1e3, 0x10 and infinite lengths of digits as integers, and URLs that cannot be taken
 * apart.
 */
function unusableVariables(raw: Readonly<Record<string, string>>): string[] {
  return Object.entries(raw).flatMap(([name, value]) => {
    const isInteger = schemaOf(name).type === 'integer';
    const usable = isInteger ? DECIMAL.test(value) : name !== 'DATABASE_URL' || isWholeUrl(value);
    return usable ? [] : [name];
  });
}

/** The names in the error of env-schema, which carries Ajv's errors; any other error goes on. */
function faultyVariables(error: unknown): string[] {
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors))) throw error;
  return error.errors.map(({ instancePath }: { instancePath: string }) => instancePath.slice(1));
}

function describeProblem(name: string, raw: Readonly<Record<string, string>>): string {
  const value = SECRETS.includes(name) ? 'not valid' : JSON.stringify(cut(raw[name] ?? ''));
  return `${name} is ${value}; it must be ${wanted(name)}`;
}

function cut(value: string): string {
  return value.length <= SHOWN_VALUE_MAX_LENGTH ? value : `${value.slice(0, SHOWN_VALUE_MAX_LENGTH)}…`;
}

function toConfig(
  variables: Variables,
  apiKeys: readonly ApiKey[],
  allowedHosts: readonly string[] | null,
): Config {
  return {
    host: variables.HOST,
    port: variables.PORT,
    databaseUrl: variables.DATABASE_URL ?? null,
    dataDir: variables.DATA_DIR,
    databaseWaitMs: variables.DATABASE_WAIT_MS,
    poolSize: variables.POOL_SIZE,
    statementTimeoutMs: variables.STATEMENT_TIMEOUT_MS,
    requestTimeoutMs: variables.REQUEST_TIMEOUT_MS,
    shutdownGraceMs: variables.SHUTDOWN_GRACE_MS,
    idempotencyTtlHours: variables.IDEMPOTENCY_TTL_HOURS,
    apiKeys,
    allowedHosts,
    rateLimitPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    logLevel: variables.LOG_LEVEL,
  };
}
