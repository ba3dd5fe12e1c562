import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { CrossCheck } from '../gate/gate.js';
import type { MarkedVersion } from '../log/marked_version.js';
import type { ErrorCode } from '../refusals/catalog.js';
import type { Issue } from '../refusals/refusal.js';
import { StringEnum } from '../schema/kinds.js';
import type { HistoryEntry } from '../tasks/changes.js';
import type { ListHead } from '../tasks/queries.js';
import { ListName } from '../tasks/wording/forms.js';
import { LIST_PATTERN } from '../tasks/wording/values.js';
import type { Sealed, Selection } from '../tools/formats.js';
import { TIERS, type Tier, type Tool } from '../tools/tool.js';

/** What routes answer from. What is made of the registry stands above them and comes as functions. */
export interface RouteDeps {
  readonly service: Reads;
  readonly definitions: Definitions;
  readonly metrics: { readonly contentType: string; metrics(): Promise<string> };
  /** The OpenAPI document of a service at an address. */
  document(form: 'json' | 'yaml', address: string): string;
}

/** What the service answers routes of the lists, as they send it on. Every method @throws Refusal. */
export interface Reads {
  head(list: string): Promise<ListHead>;
  lists(query: { cursor: string | null; limit: number; reaches(list: string): boolean }): Promise<object>;
  events(list: string, query: { after: MarkedVersion; limit: number }): Promise<object>;
  /** Resolves when it can serve calls, writes too. */
  ping(): Promise<void>;
}

/** What is made of the registry, each thing once. */
export interface Definitions {
  /** The whole page as JSON, and the block for a system prompt; of one tier, or of all tools. */
  instructions(tier: Tier | null): { readonly page: Sealed; readonly block: Sealed };
  /** The definitions as JSON, and what a client pins of each. */
  tools(selection: Selection): Sealed;
}

/** What is known of a request: its parameters and its query have passed the gate. */
export interface RouteRequest<Parameters, Query> {
  readonly parameters: Parameters;
  readonly query: Query;
  /** Whether the caller's key reaches a list. */
  reaches(list: string): boolean;
  /** Where the service is for whoever sent the request. */
  address(): string;
}

export interface RouteAnswer {
  /** A string is sent as it is, everything else as JSON. */
  readonly body: unknown;
  /** Of a string, where it is more than the type that the document names. */
  readonly type?: string;
  /** The tag of the answer, and others that a caller may know it by; of a route that is `kept`. */
  readonly etags?: readonly string[];
  /** What Accept: text/plain answers, where the route heeds it. */
  readonly text?: Sealed;
}

/** A call as the document shows it, answered in the list that the examples tell of. */
export interface RouteExample {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
  /** In place of `answer` where there are several, by their names. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

/** What the examples' story leaves behind. */
export interface ExampleWorld {
  readonly head: ListHead;
  readonly events: readonly HistoryEntry[];
  readonly definitions: Definitions;
  /** The marked form of a version of the list. */
  cursorAt(version: number): string;
}

/** What a caller may keep, in the words of the document, and what its entity tag stands for. */
export interface Kept {
  readonly what: string;
  readonly by: 'list version' | 'bytes';
}

/**
 * A route that is no tool. One value says how it is registered, documented and answered. It only reads: what
 * changes something is a tool.
 */
export interface Route<Parameters extends TObject = TObject, Query extends TObject = TObject> {
  readonly method: 'GET';
  /** As the router takes it, such as /v1/lists/:list. */
  readonly path: string;
  /** What other services call an address like it, for who looks for that here. */
  readonly elsewhere?: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'tools' | 'lists' | 'service';
  readonly parameters?: Parameters;
  readonly query?: Query;
  readonly check?: CrossCheck<Static<Query>>;
  /** Why nothing may stand in the query; below /v1 it is refused also where this is left out. */
  readonly noQuery?: string;
  readonly answers: {
    readonly says: string;
    readonly type: string;
    readonly schema: TSchema;
  };
  /** Engines and collectors ask every few seconds, which is of no interest while it is answered. */
  readonly isProbe?: true;
  /** Nobody keeps the answer where this is left out. */
  readonly kept?: Kept;
  /** Schemas that the document names, by these names. */
  readonly schemas?: Readonly<Record<string, TSchema>>;
  /** What it can refuse beyond what every address of its kind can. */
  readonly refusals?: readonly ErrorCode[];
  example(world: ExampleWorld): RouteExample;
  /** Left out where a plugin serves the route. @throws Refusal */
  handle?(
    deps: RouteDeps,
    request: RouteRequest<Static<Parameters>, Static<Query>>,
  ): RouteAnswer | Promise<RouteAnswer>;
}

/** Routes outside /v1 are for operators and readers: they need no key, and pass over a query. */
export function isOpen({ path }: Pick<Route, 'path'>): boolean {
  return !path.startsWith('/v1/');
}

/** Types the handler by the schemas through whose gates its parameters and its query go. */
export function defineRoute<Parameters extends TObject, Query extends TObject>(
  route: Route<Parameters, Query>,
): Route {
  return route;
}

/** Where a tool is served as a resource. */
export function resourcePath({ http }: Tool): string {
  return `/v1/lists/:list${http.path}`;
}

/** The names in a path: `/tasks/:id` has `id`. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
}

/** The path as documents write it: `/v1/lists/{list}` for `/v1/lists/:list`. */
export function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** The parameter of every path below /v1/lists/:list. */
export const ListPath = Type.Object(
  { list: ListName({ pattern: LIST_PATTERN, description: 'List name.' }) },
  { additionalProperties: false },
);

/** The choices of tools that have a name: each is an MCP address, too. */
const TOOLSETS = ['core', 'all'] as const;

/** Which tools a query is about. */
export const TOOLSET_QUERY = {
  toolset: Type.Optional(
    StringEnum(TOOLSETS, {
      description:
        'Only the tools of this toolset; core is what every agent needs at once. All when not given.',
    }),
  ),
  tier: Type.Optional(
    StringEnum(TIERS, {
      description: 'The older name of toolset: core is the same, more is what core leaves out.',
    }),
  ),
};

const ToolsetQuery = Type.Object(TOOLSET_QUERY);
type ToolsetQuery = Readonly<Static<typeof ToolsetQuery>>;

/** The tier whose tools are asked for; null for those of all. */
export function tierOf({ toolset, tier }: ToolsetQuery): Tier | null {
  if (toolset === undefined) return tier ?? null;
  return toolset === 'all' ? null : toolset;
}

/** What names the tools, as the caller wrote it; null where nothing does. */
export function toolsetAsGiven({ toolset, tier }: ToolsetQuery): string | null {
  if (toolset !== undefined) return `toolset=${toolset}`;
  return tier === undefined ? null : `tier=${tier}`;
}

/** An issue where the two names ask for different tools: which of them was meant cannot be known. */
export function findToolsetConflict({ toolset, tier }: ToolsetQuery): Issue[] {
  if (toolset === undefined || tier === undefined || tierOf({ toolset }) === tier) return [];
  const message = `tier=${tier} is not the same as toolset=${toolset}; send toolset alone, with what is meant.`;
  return [{ path: 'tier', code: 'conflict', message, received: `"${tier}"` }];
}
