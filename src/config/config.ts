import { Value } from '@sinclair/typebox/value';
import { similarNames } from './similar_names.js';
import {
  type ApiKey,
  fileVariable,
  isWholeUrl,
  readAllowedHosts,
  readApiKeys,
  readPublicUrl,
  readSecretFiles,
  tlsProblems,
  withPlainMode,
} from './values.js';
import { Environment, type LOG_LEVELS, schemaOf, type Variables, wanted } from './variables.js';

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
  /** The address under which callers reach the service; null: where each of them called. */
  readonly publicUrl: string | null;
  /** 0: no limit. */
  readonly rateLimitPerMinute: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Whether it runs from its image, which brings no Postgres and is reached through published ports. */
  readonly inContainer: boolean;
  /** A sentence for each variable that may be meant for the service and is not read. */
  readonly warnings: readonly string[];
}

/** Everything that is wrong with the environment, a sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Why a start from the image without an address cannot serve, and what to give it. */
const NO_DATABASE =
  'DATABASE_URL is not set, and the image brings no Postgres of its own, whatever DATA_DIR is; set it to a Postgres 15 ' +
  'or later, such as postgres://tasklatch@HOST:5432/tasklatch with the password in PGPASSWORD, or run ' +
  '"docker compose up" of the repository, which starts one with its data in a volume';

/**
 * Reads the variables of an environment; blank ones count as not set. @throws ConfigError with every problem.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const ours = Object.keys(Environment.properties);
  const set: Record<string, string> = {};
  for (const name of ours) {
    const value = environment[name];
    if (value !== undefined && value.trim() !== '') set[name] = value;
  }
  const similar = similarNames(environment, ours);
  const files = readSecretFiles(set);
  const raw = { ...set, ...files.values };
  const inContainer = raw.TASKLATCH_IN_CONTAINER !== undefined;
  const keys = readApiKeys(raw.API_KEYS ?? '');
  const checked = check(raw);
  const names = readAllowedHosts(raw.ALLOWED_HOSTS, checked.variables?.HOST ?? '');
  const problems = [...similar.problems, ...files.problems, ...checked.problems, ...keys.problems];
  const address = readPublicUrl(raw.PUBLIC_URL);
  problems.push(...names.problems, ...address.problems);
  problems.push(...tlsProblems(raw.DATABASE_URL ?? '', environment.PGSSLMODE));
  const isNamed = raw.DATABASE_URL !== undefined || fileVariable('DATABASE_URL') in raw;
  if (inContainer && !isNamed) problems.push(NO_DATABASE);
  if (checked.variables === null || problems.length > 0) throw new ConfigError(problems);
  return {
    ...toConfig(checked.variables, keys.keys, names.hosts),
    publicUrl: address.url,
    inContainer,
    warnings: similar.warnings,
  };
}

function check(raw: Readonly<Record<string, string>>): { variables: Variables | null; problems: string[] } {
  const variables = Value.Default(Environment, Value.Convert(Environment, { ...raw }));
  const faulty = new Set(unusableVariables(raw));
  for (const { path } of Value.Errors(Environment, variables)) faulty.add(path.slice(1));
  const names = Object.keys(Environment.properties).filter((name) => faulty.has(name));
  const problems = names.map((name) => describeProblem(name, raw));
  return { variables: Value.Check(Environment, variables) ? variables : null, problems };
}

/** Enough for every maximum, and short of what a number cannot hold. */
const DECIMAL = /^\d{1,9}$/;

/** What converts and is not meant: 1e3, 1.5 and true as integers, and URLs that cannot be taken apart. */
function unusableVariables(raw: Readonly<Record<string, string>>): string[] {
  return Object.entries(raw).flatMap(([name, value]) => {
    const isInteger = schemaOf(name).type === 'integer';
    const usable = isInteger ? DECIMAL.test(value) : name !== 'DATABASE_URL' || isWholeUrl(value);
    return usable ? [] : [name];
  });
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
): Omit<Config, 'publicUrl' | 'inContainer' | 'warnings'> {
  return {
    host: variables.HOST,
    port: variables.PORT,
    databaseUrl: variables.DATABASE_URL === undefined ? null : withPlainMode(variables.DATABASE_URL),
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
