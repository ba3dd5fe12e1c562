import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput } from '../../refusals/refusal.js';
import { requireTool } from '../../registry.js';
import type { Tool } from '../../tools/tool.js';
import { listOf, parameterOf } from '../arguments/address.js';
import { hasBody, requireReadableBody } from '../arguments/body.js';
import { headIssues, refusedList } from '../arguments/call.js';
import { readClaims } from '../arguments/headers.js';
import { readHeadArguments } from '../arguments/read_arguments.js';

/** Refuses any other expectation; Node tells nobody of one in HTTP/1.0. */
const EXPECTATION_FAILED = 417;

/** Requests whose clients hold their body back until they are told to go on. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * Who expects 100 (Continue) is told to go on when somebody begins to read the body, and not before: what is
 * refused by its head is refused without its body.
 */
export function registerContinue(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => {
    waiting.add(request);
    request.once('resume', () => {
      // A body that nobody wants is read, into nothing, behind the answer.
      if (!response.headersSent && waiting.delete(request)) response.writeContinue();
    });
    app.routing(request, response);
  });
  // Admission refuses it, as a problem. Its client may hold the body back as well.
  app.server.on('checkExpectation', (request, response) => {
    waiting.add(request);
    app.routing(request, response);
  });
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    const mayHoldBack = waiting.has(raw) || reply.statusCode === EXPECTATION_FAILED;
    // Whether the body comes is for the client to decide: what follows on this connection could be either.
    if (mayHoldBack && hasBody(raw.headers)) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** What of a call can be judged by its head, and would else be judged with its arguments. */
export function judgeBeforeContinue(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!waiting.has(request.raw) || !hasBody(request.raw.headers)) return done();
    requireReadableBody(request);
    const refused = listOf(request) === '' ? null : refusedList(request);
    const tool = toolOf(request);
    const ofCall = tool === null ? [] : headIssues(tool, readHeadArguments(tool, request));
    const issues = [...(refused?.extras.issues ?? []), ...ofCall, ...readClaims(request.raw).issues];
    if (issues.length > 0) throw invalidInput(issues);
    done();
  });
}

/** The tool that the address names; null where the body does. @throws Refusal UNKNOWN_TOOL */
function toolOf(request: FastifyRequest): Tool | null {
  const name = request.routeOptions.config.tool ?? parameterOf(request, 'tool');
  return name === undefined ? null : requireTool(name);
}
