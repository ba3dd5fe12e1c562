import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.js';
import { Environment } from '../../src/config/variables.js';

function saidOf(environment: Record<string, string>): {
  refused: readonly string[];
  warned: readonly string[];
} {
  try {
    return { refused: [], warned: readConfig(environment).warnings };
  } catch (error) {
    if (error instanceof ConfigError) return { refused: error.problems, warned: [] };
    throw error;
  }
}

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABSAE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['TASKLATCH_DATABASE_URL', 'DATABASE_URL'],
  ['DATABASE_URL_FLE', 'DATABASE_URL_FILE'],
  ['APIKEYS', 'API_KEYS'],
  ['API_KESY', 'API_KEYS'],
  ['api_keys', 'API_KEYS'],
  ['API-KEYS', 'API_KEYS'],
  ['TASKLATCH_API_KEYS', 'API_KEYS'],
  ['TASKLATCH_API_KEY', 'API_KEYS'],
  ['APIKEYS_FILE', 'API_KEYS_FILE'],
  ['DATA_DRI', 'DATA_DIR'],
  ['ALLOWED_HOST', 'ALLOWED_HOSTS'],
  ['RATE_LIMIT_PER_MINUTES', 'RATE_LIMIT_PER_MINUTE'],
  ['TASKLATCH_PORT', 'PORT'],
  ['TASKLATCH_LOG_LEVEL', 'LOG_LEVEL'],
])('F43: %s is refused, because it must be meant for %s', (name, meant) => {
  expect(saidOf({ [name]: '4000' }).refused).toEqual([
    `${name} is set, but the name that the service reads is ${meant}; rename it or unset it`,
  ]);
});

test.each([
  ['PORTS', '4000', 'PORT'],
  ['PROT', '4000', 'PORT'],
  ['HOSTS', '0.0.0.0', 'HOST'],
  ['LOGLEVEL', 'debug', 'LOG_LEVEL'],
  ['LOG_LEVELS', 'debug', 'LOG_LEVEL'],
  ['POOLSIZE', '20', 'POOL_SIZE'],
  ['RATE_LIMIT', '20', 'RATE_LIMIT_PER_MINUTE'],
  ['REQUEST_TIMEOUT', '20', 'REQUEST_TIMEOUT_MS'],
  ['SHUTDOWN_GRACE_SECONDS', '20', 'SHUTDOWN_GRACE_MS'],
  ['IDEMPOTENCY_TTL', '48', 'IDEMPOTENCY_TTL_HOURS'],
  ['API_KEY', 'sk-0123456789', 'API_KEYS'],
  ['API_KEY_FILE', '/run/key', 'API_KEYS_FILE'],
  ['DATABASE_URI', 'sqlite:///x', 'DATABASE_URL'],
  ['DB_URL', 'postgres://db/tasks', 'DATABASE_URL'],
  ['POSTGRES_URL', 'postgresql://db/tasks', 'DATABASE_URL'],
  ['DATADIR', '/var/lib/mysql', 'DATA_DIR'],
])('F43: %s=%s may be meant for another program and is told of at the start: %s', (name, value, meant) => {
  expect(saidOf({ [name]: value })).toEqual({
    refused: [],
    warned: [`${name} is set and not read; if it is meant for this service, its name is ${meant}.`],
  });
});

test('F43: API_KEY with a value in the form of ours is refused: the service would be open', () => {
  expect(saidOf({ API_KEY: 'ann:0123456789abcdef' }).refused).toEqual([
    'API_KEY is set, but the name that the service reads is API_KEYS; rename it or unset it',
  ]);
});

test('F43: a name nearly ours is nothing to tell of where the right one, or its file, is set, or where it is blank', () => {
  const nothing = { refused: [], warned: [] };
  expect(saidOf({ API_KEYS: 'ann:0123456789abcdef', API_KEY: 'x', APIKEYS: 'y' })).toEqual(nothing);
  expect(
    saidOf({ DATABASE_URL: 'postgres://db/x', DATABSE_URL: 'x', POSTGRES_URL: 'postgres://db/y' }),
  ).toEqual(nothing);
  expect(saidOf({ PORT: '80', PORTS: '80,81' })).toEqual(nothing);
  expect(saidOf({ APIKEYS: ' ' })).toEqual(nothing);
});

test('F43: the refusal names no value, because it may be a secret', () => {
  const { refused } = saidOf({
    APIKEYS: 'ann:hunter2hunter2hunter2',
    DATABSE_URL: 'postgres://me:hunter2@db/x',
  });
  expect(refused).toHaveLength(2);
  expect(refused.join()).not.toContain('hunter2');
});

/** Names that shells, engines, clusters, build servers and other programs set. */
const ORDINARY = `
PATH HOME USER LOGNAME SHELL PWD OLDPWD SHLVL _ TERM TERM_PROGRAM COLORTERM LANG LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP EDITOR PAGER
HOSTNAME HOSTTYPE MACHTYPE OSTYPE MAIL DISPLAY XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_RUNTIME_DIR SSH_CLIENT SSH_AUTH_SOCK
SSH_CONNECTION SUDO_USER INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET LISTEN_FDS LISTEN_PID DBUS_SESSION_BUS_ADDRESS
http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS
NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION NODE_DEBUG NODE_USE_ENV_PROXY YARN_VERSION NVM_DIR NVM_BIN PNPM_HOME INIT_CWD
npm_command npm_config_cache npm_config_prefix npm_config_user_agent npm_config_loglevel npm_config_noproxy npm_execpath
npm_lifecycle_event npm_lifecycle_script npm_node_execpath npm_package_json npm_package_name npm_package_version npm_package_engines_node
PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE PGSSLROOTCERT PGDATA PGOPTIONS PGAPPNAME POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB
POSTGRES_PASSWORD_FILE POSTGRES_HOST POSTGRES_PORT DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_NAME DATABASE_PASSWORD DATABASE_POOL
DATABASE_URL_UNPOOLED DATABASE_URL_TEST TEST_DATABASE_URL SHADOW_DATABASE_URL DIRECT_URL DB_HOST DB_PORT DB_USER DB_PASSWORD DB_NAME
MYSQL_URL REDIS_URL REDIS_HOST REDIS_PORT MONGO_URL AMQP_URL SENTRY_DSN SECRET_KEY SECRET_KEY_BASE JWT_SECRET APP_KEY APP_ENV APP_URL
DJANGO_ALLOWED_HOSTS DJANGO_SETTINGS_MODULE FLASK_ENV RAILS_ENV RAILS_LOG_TO_STDOUT RACK_ENV WEB_CONCURRENCY GUNICORN_CMD_ARGS RUST_LOG
OPENAI_API_KEY ANTHROPIC_API_KEY GEMINI_API_KEY GOOGLE_API_KEY GOOGLE_APPLICATION_CREDENTIALS AWS_REGION AWS_ACCESS_KEY_ID
AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_LAMBDA_LOG_GROUP_NAME AZURE_TENANT_ID DD_API_KEY DD_AGENT_HOST DD_TRACE_AGENT_PORT
OTEL_SERVICE_NAME OTEL_LOG_LEVEL OTEL_EXPORTER_OTLP_ENDPOINT PROMETHEUS_PORT METRICS_PORT HTTP_PORT HTTPS_PORT LISTEN_PORT SERVER_PORT
DOCKER_HOST DOCKER_CONFIG DOCKER_BUILDKIT DOCKER_CONTENT_TRUST COMPOSE_PROJECT_NAME COMPOSE_FILE CONTAINER_NAME container
KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_PORT_443_TCP_PORT KUBERNETES_PORT_443_TCP_PROTO
KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS POD_NAME POD_IP NODE_NAME NAMESPACE KUBECONFIG
API_KEYS_SERVICE_HOST API_KEYS_SERVICE_PORT API_KEYS_SERVICE_PORT_HTTP API_KEYS_PORT_80_TCP API_KEYS_PORT_80_TCP_ADDR
API_KEYS_PORT_80_TCP_PORT API_KEYS_PORT_80_TCP_PROTO DATABASE_SERVICE_HOST DATABASE_SERVICE_PORT HOST_SERVICE_HOST PORT_SERVICE_PORT
TASKLATCH_SERVICE_HOST TASKLATCH_SERVICE_PORT TASKLATCH_SERVICE_PORT_HTTP TASKLATCH_PORT_3000_TCP TASKLATCH_PORT_3000_TCP_ADDR
TASKLATCH_PORT_3000_TCP_PORT TASKLATCH_PORT_3000_TCP_PROTO TASKLATCH_URL TASKLATCH_KEY TASKLATCH_LIST TASKLATCH_AGENT TASKLATCH_ALLOWED_FILES
CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_REF GITHUB_SHA GITHUB_WORKSPACE GITHUB_API_URL GITHUB_SERVER_URL GITHUB_REPOSITORY GITHUB_RUN_ID
RUNNER_OS RUNNER_TEMP RUNNER_TOOL_CACHE GITLAB_CI CI_API_V4_URL CI_JOB_TOKEN CI_SERVER_HOST CI_SERVER_PORT CI_REGISTRY CI_PROJECT_DIR
CI_PROJECT_URL CI_COMMIT_SHA JENKINS_URL BUILD_ID BUILD_URL WORKSPACE CIRCLECI TRAVIS BUILDKITE TEAMCITY_VERSION DYNO PORT0 PORT1
FLY_APP_NAME RENDER_EXTERNAL_URL RAILWAY_PUBLIC_DOMAIN VERCEL_URL K_SERVICE K_REVISION GAE_SERVICE WEBSITE_HOSTNAME WEBSITES_PORT
POST HOST_IP HOSE PART SORT COST POOL SIZE LIMIT LEVEL LOG_FORMAT LOG_FILE LOG_DIR LOG_PATH DATA DATA_PATH DATA_ROOT ALLOWED_ORIGINS
`
  .trim()
  .split(/\s+/);

test('F43: names of ordinary environments are neither refused nor told of', () => {
  const environment = Object.fromEntries(
    ORDINARY.map((name) => [name, 'postgres://me:0123456789abcdef@db/x']),
  );
  const links = { TASKLATCH_PORT: 'tcp://10.0.0.1:3000', API_KEYS_PORT: 'tcp://10.0.0.2:80' };
  expect(ORDINARY.length).toBeGreaterThan(250);
  expect(saidOf({ ...environment, ...links })).toEqual({ refused: [], warned: [] });
});

test('F43: no name of ours is nearly another one of ours', () => {
  for (const name of Object.keys(Environment.properties)) {
    const { refused, warned } = saidOf({ [name]: name.endsWith('_FILE') ? '/nowhere' : '5000' });
    expect([...refused, ...warned].filter((said) => /rename it|not read/.test(said))).toEqual([]);
  }
});
