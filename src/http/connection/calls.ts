import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../../log/caller.js';
import { CATALOG } from '../../refusals/catalog.js';
import type { Refusal } from '../../refusals/refusal.js';
import { cutOff, sendProblem, toRefusal } from '../answers/problems.js';

/** `aborted`: the client was gone before the whole answer had been handed to the system. */
export type Outcome = 'answered' | 'aborted';

/** A request from its head to the end of its answer, or to a decision that nobody can be told any more. */
export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** What it is answered with is settled, though it may not have been sent. */
  readonly isDecided: boolean;
}

/** What is kept of a connection while it lives. */
interface Connection {
  readonly calls: Set<UnderWay>;
  /** Those that wait for an earlier call of the connection, in any order: a body may arrive late. */
  waiting: { readonly call: UnderWay; proceed(): void }[];
  newest: FastifyRequest | null;
  /** What had been read of it when its last call ended. */
  readBytes: number;
}

type UnderWay = Call & { isDecided: boolean; isGone: boolean; readonly connection: Connection };

/** One call of a request that may hold several. */
export interface CallOutcome {
  readonly tool: string | null;
  readonly refusal: Refusal | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The call that it is; null before it began. */
    underWay: UnderWay | null;
    /** Proved by a key; anonymous where the service has no keys. */
    principal: string;
    /** Whether the caller's key reaches a list. */
    reaches: (list: string) => boolean;
    /** What the call was refused with, for the log. */
    refusal: Refusal | null;
    /** What became of each call, where neither the route nor its path names it; null where there was none. */
    outcomes: CallOutcome[] | null;
  }

  interface FastifyContextConfig {
    /** The tool that the route serves, for the log. */
    tool?: string;
    /** The list that the route is about where its path names none. */
    list?: string;
  }
}

const isRead = ({ request: { method } }: Call): boolean => method === 'GET' || method === 'HEAD';

type EndListener = (call: Call, outcome: Outcome) => void;

/**
 * Every call that reached the service, until it ends, exactly once. A call whose client is gone is still
 * decided, and ends when it is.
 */
export class Calls {
  readonly #connections = new WeakMap<Socket, Connection>();
  readonly #listeners: EndListener[] = [];
  #count = 0;
  #onNone: (() => void) | null = null;

  onEnd(listener: EndListener): void {
    this.#listeners.push(listener);
  }

  /** Goes before all other hooks, so that what they refuse is a call too. */
  register(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      this.begin(request, reply);
      done();
    });
    // It has arrived whole by then, so that nothing waits for it for long.
    app.addHook('preHandler', ({ underWay }, _reply, done) => {
      if (underWay === null) done();
      else this.#inTurn(underWay, done);
    });
    app.addHook('onSend', (request, _reply, payload, done) => {
      this.decide(request);
      done(null, payload);
    });
    // The connections are closed by then; what their clients did not wait for still needs the database.
    app.addHook('onClose', () => this.#none());
  }

  begin(request: FastifyRequest, reply: FastifyReply): void {
    const { socket } = request.raw;
    const connection = this.#connectionOf(socket);
    const call: UnderWay = { request, reply, isDecided: false, isGone: false, connection };
    this.#count += 1;
    connection.calls.add(call);
    connection.newest = request;
    request.underWay = call;
    // Also emitted when the connection broke off; before Node, which then closes a connection that is to end.
    reply.raw.prependListener('finish', () => {
      this.#end(call, socket.destroyed || socket.errored ? 'aborted' : 'answered');
    });
    reply.raw.on('close', () => this.#lose(call));
  }

  /**
   * RFC 9112 section 9.3.2: of the calls that a client sends on one connection without waiting, only reads
   * may run beside each other; what follows a write sees it.
   */
  #inTurn(call: UnderWay, proceed: () => void): void {
    const { connection } = call;
    if (connection.calls.size === 1 || this.#isFree(call)) proceed();
    else connection.waiting.push({ call, proceed });
  }

  #isFree(call: UnderWay): boolean {
    for (const earlier of call.connection.calls) {
      if (earlier === call) return true;
      if (!earlier.isDecided && !(isRead(earlier) && isRead(call))) return false;
    }
    return true;
  }

  #letThrough(connection: Connection): void {
    if (connection.waiting.length === 0) return;
    const free = connection.waiting.filter(({ call }) => this.#isFree(call));
    connection.waiting = connection.waiting.filter((one) => !free.includes(one));
    for (const { proceed } of free) proceed();
  }

  decide(request: FastifyRequest): void {
    const call = request.underWay;
    if (call === null) return;
    call.isDecided = true;
    if (call.isGone) this.#end(call, 'aborted');
    this.#letThrough(call.connection);
  }

  /** The calls under way on a connection, in the order of their answers. */
  on(socket: Socket): readonly Call[] {
    return [...(this.#connections.get(socket)?.calls ?? [])];
  }

  /** Whether all of the newest request of a connection has arrived; true where there was none. */
  isNewestWhole(socket: Socket): boolean {
    return this.#connections.get(socket)?.newest?.raw.complete ?? true;
  }

  /** Whether anything arrived on a connection after its last call. */
  hasMoreArrived(socket: Socket): boolean {
    return socket.bytesRead > (this.#connections.get(socket)?.readBytes ?? 0);
  }

  #connectionOf(socket: Socket): Connection {
    const known = this.#connections.get(socket);
    if (known) return known;
    const connection: Connection = { calls: new Set(), waiting: [], newest: null, readBytes: 0 };
    this.#connections.set(socket, connection);
    // An answer that waits behind another is told nothing when the connection is gone.
    socket.once('close', () => {
      for (const call of connection.calls) this.#lose(call);
    });
    return connection;
  }

  #lose(call: UnderWay): void {
    call.isGone = true;
    if (call.isDecided) this.#end(call, 'aborted');
    else if (!call.request.raw.complete) setImmediate(() => this.#cutOff(call));
  }

  /** Without its whole body nobody decides it, unless the one who reads the body has just been told. */
  #cutOff(call: UnderWay): void {
    if (call.isDecided) return;
    const { request, reply } = call;
    request.refusal = cutOff();
    reply.code(CATALOG[request.refusal.code].status);
    this.#end(call, 'aborted');
  }

  #end(call: UnderWay, outcome: Outcome): void {
    const { connection } = call;
    if (!connection.calls.delete(call)) return;
    connection.readBytes = call.request.raw.socket.bytesRead;
    for (const listener of this.#listeners) listener(call, outcome);
    this.#count -= 1;
    if (this.#count === 0) this.#onNone?.();
    this.#letThrough(connection);
  }

  async #none(): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      this.#onNone = resolve;
    });
  }
}

/** Answers what Fastify refuses while it looks for the route, where no hook and no error handler runs. */
export function frameworkErrorHandler(calls: Calls) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    calls.begin(request, reply);
    request.refusal = toRefusal(error);
    reply.header('x-request-id', request.id);
    sendProblem(request.refusal, request, reply);
    calls.decide(request);
  };
}

/** For the log and the counts, which have a line for each call. */
export function noteOutcome(request: FastifyRequest, outcome: CallOutcome): void {
  request.outcomes ??= [];
  request.outcomes.push(outcome);
}

const reachesAll = () => true;

/** What a request carries from hook to hook. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('underWay', null);
  app.decorateRequest('principal', ANONYMOUS);
  app.decorateRequest('reaches', reachesAll);
  app.decorateRequest('refusal', null);
  app.decorateRequest('outcomes', null);
}
