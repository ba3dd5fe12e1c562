import type { Server, ServerOptions } from 'node:http';
import accepts from '@fastify/accepts';
import {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { toInstructionsAnswer } from './definitions/instructions.js';
import { documentAt, toOpenApi } from './definitions/openapi/document.js';
import { toDefinitionsAnswer } from './definitions/vendors/forms.js';
import { registerAddresses } from './http/admission/addresses.js';
import { type CallerConfig, registerCallers, registerNoOAuth } from './http/admission/callers.js';
import { judgeBeforeContinue, registerContinue } from './http/admission/expectation.js';
import {
  createOriginJudge,
  type Names,
  type OriginJudge,
  registerCors,
  registerOriginCheck,
  rewriteAddress,
} from './http/admission/origins.js';
import { registerAdmission, registerHeaderFields } from './http/admission/request_head.js';
import { registerAnswerHeaders, registerProblems } from './http/answers/problems.js';
import { dropRepeatedParameters } from './http/arguments/address.js';
import { BODY_MAX_BYTES, refuseBodiesOfReads, registerBodyParsers } from './http/arguments/body.js';
import { refuseConditionsOfReads } from './http/arguments/headers.js';
import { Calls, decorateRequests, frameworkErrorHandler } from './http/connection/calls.js';
import { type ClientErrors, createClientErrors } from './http/connection/client_errors.js';
import { registerClosing } from './http/connection/closing.js';
import {
  createMetrics,
  createRequestLog,
  type MetricsOptions,
  type RecordRequest,
  recordCall,
} from './http/connection/records.js';
import { registerMcp } from './http/mcp/door.js';
import { registerDocs, registerRoutes } from './http/routes.js';
import { registerTools } from './http/tools.js';
import { isOpen, type RouteDeps } from './routes/route.js';
import { ROUTES } from './routes/routes.js';
import type { Service } from './service.js';

/** What the doors need to know of the environment. */
export interface HttpConfig extends Names, CallerConfig {
  /** How long a whole request may take to arrive. */
  readonly requestTimeoutMs: number;
}

/** Everything that buildApp is given; tests give it the same things that the process does. */
export interface AppDeps {
  readonly service: Service;
  readonly log: Logger;
  readonly http: HttpConfig;
  /** Only calls are counted when it is left out. */
  readonly metrics?: MetricsOptions;
  /** A new UUID for each request. */
  readonly newRequestId: () => string;
}

/** What Node takes of a request's line and headers; whatever in an address fits in it reaches the gate. */
const HEAD_MAX_BYTES = 16_384;
/** No call takes as long: a socket on which nothing moved for this time is dead. */
const CONNECTION_TIMEOUT_MS = 60_000;
/** Longer than load balancers commonly stay idle (60 s): they close first and never send into a close. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** How late a request that takes too long may be noticed. */
const TIMEOUT_CHECK_MAX_MS = 1_000;

/** The whole service above its store, with every option that it runs with. Not listening yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const calls = new Calls();
  const metrics = createMetrics(deps.metrics ?? { processMetrics: false });
  const log = createRequestLog(deps.log);
  const record: RecordRequest = (line, refusal) => {
    log(line, refusal);
    metrics.count(line, refusal);
  };
  calls.onEnd((call, outcome) => recordCall(record, call, outcome));
  const judge = createOriginJudge(deps.http.allowedHosts);
  const clientErrors = createClientErrors({ newRequestId: deps.newRequestId, calls, record, judge });
  const app: FastifyInstance = fastify(serverOptions(deps, calls, clientErrors));
  decorateRequests(app);
  calls.register(app);
  registerAnswerHeaders(app);
  registerProblems(app); // before the first route, which takes the error handler that there is
  await registerCors(app, judge);
  registerClosing(app, calls, clientErrors);
  registerBodyParsers(app);
  await registerJudges(app, judge, deps);
  clientErrors.register(app);
  registerContinue(app);
  await app.register(accepts);
  const routeDeps = toRouteDeps(deps.service, metrics.registry);
  registerRoutes(app, ROUTES.filter(isOpen), routeDeps, deps.http);
  await registerDocs(app, toOpenApi(), deps.http);
  registerNoOAuth(app, deps.http);
  await app.register((scope: FastifyInstance) => registerApi(scope, deps, routeDeps));
  return app;
}

/** What the routes answer from, in this process. */
function toRouteDeps(service: Service, metrics: RouteDeps['metrics']): RouteDeps {
  const definitions = { instructions: toInstructionsAnswer, tools: toDefinitionsAnswer };
  return { service, metrics, definitions, document: documentAt };
}

/** The order in which every request is judged before its route sees it; docs/access.md explains it. */
async function registerJudges(app: FastifyInstance, judge: OriginJudge, { http }: AppDeps): Promise<void> {
  registerAdmission(app);
  registerOriginCheck(app, judge);
  await registerCallers(app, http);
  registerAddresses(app);
}

/** The routes below /v1, which are for callers; those above are for operators. */
async function registerApi(
  app: FastifyInstance,
  { service, http }: AppDeps,
  routeDeps: RouteDeps,
): Promise<void> {
  judgeBeforeContinue(app);
  registerHeaderFields(app);
  refuseBodiesOfReads(app);
  refuseConditionsOfReads(app);
  dropRepeatedParameters(app);
  registerTools(app, service);
  const routes = ROUTES.filter((route) => !isOpen(route));
  registerRoutes(app, routes, routeDeps, http);
  await registerMcp(app, service);
}

function serverOptions(
  { log, http, newRequestId }: AppDeps,
  calls: Calls,
  clientErrors: ClientErrors,
): FastifyHttpOptions<Server> {
  const loggerInstance: FastifyBaseLogger = log;
  return {
    loggerInstance,
    // Each request logs one line of its own and needs no logger of its own.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    requestIdHeader: false,
    rewriteUrl: rewriteAddress,
    bodyLimit: BODY_MAX_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: http.requestTimeoutMs,
    http: nodeOptions(http.requestTimeoutMs),
    routerOptions: { maxParamLength: HEAD_MAX_BYTES },
    exposeHeadRoutes: true,
    // Calls under way finish; a call that comes while they do gets its 503 from the admission, as a problem.
    return503OnClosing: false,
    frameworkErrors: frameworkErrorHandler(calls),
    clientErrorHandler: clientErrors.handle,
  };
}

function nodeOptions(requestTimeoutMs: number): ServerOptions {
  return {
    maxHeaderSize: HEAD_MAX_BYTES,
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, TIMEOUT_CHECK_MAX_MS),
    requireHostHeader: false, // the admission requires it, with a problem
  };
}
