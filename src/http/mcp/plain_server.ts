import {
  type Implementation,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  type ServerOptions,
  specTypeSchemas,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { toRefusal } from '../answers/error_refusal.js';
import { noteOutcome } from '../connection/state.js';

/** What the protocol says of the requests with parameters that are handled here. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'resources/list': specTypeSchemas.ListResourcesRequest,
  'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
  'resources/read': specTypeSchemas.ReadResourceRequest,
  'prompts/list': specTypeSchemas.ListPromptsRequest,
  'prompts/get': specTypeSchemas.GetPromptRequest,
};

/** `params` and the parameter; what stands deeper is the caller's own and of any length. */
const SHOWN_PATH_MAX_STEPS = 2;
/** A caller that repairs these gets to know the next. */
const SHOWN_ISSUES_MAX_COUNT = 5;

type Schema = (typeof specTypeSchemas)[keyof typeof specTypeSchemas];
type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/**
 * The protocol's server, which hands on no error of anybody else's: it would answer -32603 and the message of
 * whatever is thrown, also where the fault is in the parameters, for which the protocol has -32602.
 */
export class PlainServer extends Server {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest, info: Implementation, options: ServerOptions) {
    super(info, options);
    this.#request = request;
  }

  /** The protocol's constructor calls it too, for handlers that run later. */
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        throw this.#toProtocolError(method, request, error);
      }
    };
  }

  #toProtocolError(method: string, request: JSONRPCRequest, error: unknown): ProtocolError {
    const faults = faultsOf(method, request);
    if (faults.length > 0) {
      return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params: ${faults.join('; ')}.`);
    }
    if (error instanceof ProtocolError) return error;
    // The log has the cause.
    noteOutcome(this.#request, { tool: null, refusal: toRefusal(error) });
    return new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
  }
}

/** What the protocol holds against a request, a phrase for each parameter. */
function faultsOf(method: string, request: JSONRPCRequest): string[] {
  const result = SCHEMAS[method]?.['~standard'].validate(request);
  const issues = result?.issues ?? [];
  return issues.slice(0, SHOWN_ISSUES_MAX_COUNT).map(({ path = [], message }) => {
    const steps = path.map((step) => (typeof step === 'object' ? step.key : step));
    return `${steps.slice(0, SHOWN_PATH_MAX_STEPS).join('.')}: ${message}`;
  });
}
