import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Type } from '@sinclair/typebox';
import { compileGate } from './gate/gate.js';
import type { Caller } from './log/caller.js';
import type { Answer } from './log/decide_batch.js';
import { formatMarkedVersion, type MarkedVersion } from './log/marked_version.js';
import { type Observer, SILENT } from './observer.js';
import { Refusal } from './refusals/refusal.js';
import { requireTool } from './registry.js';
import { type HistoryEntry, toHistoryEntry } from './tasks/changes.js';
import type { ListHead, QueryKind, Store } from './tasks/queries.js';
import { requireOnLog } from './tasks/rules.js';
import { replay } from './tasks/views/line.js';
import { ListName } from './tasks/wording/forms.js';
import { isListName, LIST_PATTERN } from './tasks/wording/values.js';
import { makeCursor, readCursor } from './tools/cursor.js';
import { type Card, type Intent, type ReadTool, type Tool, toProposal } from './tools/tool.js';

/** What a call comes to: one value, and its projections, made when a door asks for them. */
export interface Reply {
  readonly tool: Tool;
  readonly value: unknown;
  /** True when the value is the stored answer of an earlier call with the same idempotencyKey. */
  readonly replayed: boolean;
  /** The mark of the list version that the value was read at; null where it names none. */
  readonly mark: string | null;
  /** The value as JSON. */
  json(): string;
  text(): string;
  card(): Card;
}

export interface ListPage {
  readonly lists: readonly ListHead[];
  readonly nextCursor: string | null;
}

export interface EventPage {
  readonly events: readonly HistoryEntry[];
  /** The list version; when it is the version of the last event, there are no more yet. */
  readonly version: number;
  /** The marked version to go on after. */
  readonly cursor: string;
}

/** The only way to any tool, and to what the lists hold. Every method @throws Refusal. */
export interface Service {
  call(tool: string, list: string, caller: Caller, raw: unknown): Promise<Reply>;
  head(list: string): Promise<ListHead>;
  /** The lists that were written to, by name; only those that `reaches` lets through. */
  lists(query: {
    cursor: string | null;
    limit: number;
    reaches: (list: string) => boolean;
  }): Promise<ListPage>;
  /** @throws Refusal CURSOR_UNKNOWN when the log does not have `after` */
  events(list: string, query: { after: MarkedVersion; limit: number }): Promise<EventPage>;
  ping(): Promise<void>;
}

const listName = ListName({
  pattern: LIST_PATTERN,
  description: 'List name: 1 to 100 lower-case letters, digits, ".", "_" and "-", first a letter or digit.',
});
const admitListName = compileGate(Type.Object({ list: listName }, { additionalProperties: false }));

/** @throws Refusal INVALID_INPUT that says what a name has to be */
export function requireListName(list: string): void {
  if (!isListName(list)) admitListName({ list });
}

export function createService(store: Store, observer: Observer = SILENT): Service {
  const run = runnerOn(store);
  return {
    async call(name, list, caller, raw) {
      const tool = requireTool(name);
      try {
        const reply = await run(tool, admit(tool, list, caller, raw));
        observer.call(tool.name, reply.replayed ? 'replayed' : 'ok');
        return reply;
      } catch (error) {
        observer.call(tool.name, error instanceof Refusal ? error.code : 'INTERNAL');
        throw error;
      }
    },
    async head(list) {
      requireListName(list);
      return store.head(list);
    },
    lists: (query) => listPage(store, query),
    async events(list, { after, limit }) {
      requireListName(list);
      const { entries, last } = await store.events(list, { after: after.version, limit });
      // After the events, so that the head never lies before them.
      const { headVersion: version, mark } = await store.point(list, after.version);
      requireOnLog(after, { headVersion: version, mark });
      const cursor = formatMarkedVersion(last ?? { version: after.version, mark });
      return { events: entries.map(toHistoryEntry), version, cursor };
    },
    ping: () => store.ping(),
  };
}

/** Runs calls on a store. Load, decide and append of a write are shared with those that came beside it. */
function runnerOn(store: Store) {
  const shared = new SharedAnswers<Reply>();
  const answer = async (tool: Tool, intent: Intent<Record<string, unknown>>): Promise<Reply> => {
    const { list } = intent;
    if (tool.kind === 'write')
      return project(tool, await store.write(tool.log, list, toProposal(tool, intent)));
    const rows = await load(store, tool, intent);
    const value = tool.decide(rows, intent);
    const read = { value, changes: [], replayed: false, versionNow: null };
    return project(tool, read, tool.markOf?.(rows));
  };
  return (tool: Tool, intent: Intent<Record<string, unknown>>): Promise<Reply> => {
    if (tool.kind === 'write' || !tool.reads.isShared) return answer(tool, intent);
    const question = JSON.stringify([tool.name, intent.list, intent.arguments]);
    return shared.ask(question, () => answer(tool, intent));
  };
}

/** @throws Refusal INVALID_INPUT that names every issue; nothing was asked of the store */
function admit(tool: Tool, list: string, caller: Caller, raw: unknown): Intent<Record<string, unknown>> {
  requireListName(list);
  return { list, arguments: tool.admit(raw), caller };
}

function load(store: Store, tool: ReadTool, intent: Intent<unknown>): Promise<unknown> {
  // The name of what a tool reads and its query come from one value, which types both.
  return store.read(tool.reads.name as QueryKind, intent.list, tool.query(intent) as never);
}

/** What the doors show of an answer: pure, and made when they ask for it. */
function project(tool: Tool, answer: Answer, mark: string | null = null): Reply {
  const { value, replayed, versionNow } = answer;
  let json: string | undefined; // one page may be sent to many
  return {
    tool,
    value,
    replayed,
    mark,
    json() {
      json ??= JSON.stringify(value);
      return json;
    },
    text() {
      const text = tool.text(answer);
      return replayed && tool.kind === 'write' ? replay(text, tool.about(value), versionNow) : text;
    },
    card: () => tool.card(answer),
  };
}

async function listPage(
  store: Store,
  { cursor, limit, reaches }: Parameters<Service['lists']>[0],
): Promise<ListPage> {
  const scope = ['lists'];
  let after = cursor === null ? '' : readCursor(scope, cursor);
  const lists: ListHead[] = [];
  for (;;) {
    const heads = await store.heads(after, limit + 1);
    lists.push(...heads.filter(({ list }) => reaches(list)));
    const last = heads.at(-1);
    if (lists.length > limit) {
      const shown = lists.slice(0, limit);
      return { lists: shown, nextCursor: makeCursor(scope, shown.at(-1)?.list ?? '') };
    }
    if (heads.length <= limit || !last) return { lists, nextCursor: null };
    after = last.list;
  }
}

/**
 * Equal questions that arrive in one turn of the event loop share one answer, which nobody changes. It is
 * looked for after the last of them arrived, so each sees every write that was acknowledged before it was
 * sent.
 */
export class SharedAnswers<Answer> {
  readonly #open = new Map<string, Promise<Answer>>();

  /** `question` names all that the answer depends on. */
  ask(question: string, find: () => Promise<Answer>): Promise<Answer> {
    const known = this.#open.get(question);
    if (known) return known;
    const answer = endOfTurn().then(() => {
      this.#open.delete(question);
      return find();
    });
    this.#open.set(question, answer);
    return answer;
  }
}
