import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { toOpenApi } from '../../src/definitions/openapi/document.js';

/**
 * The OpenAPI document as the contract reads it; a test of the definitions holds openapi.yaml to be the same.
 */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

export interface HeaderObject {
  readonly required?: boolean;
}

export interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

// The document is made of plain JSON, and the lint of openapi.yaml proves that it has this form.
const document = toOpenApi() as unknown as Document;

const ROOT = 'openapi';
const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: true });
ajvFormats.default(ajv);
ajv.addSchema({ ...document, $id: ROOT });

const compiled = new Map<string, ValidateFunction>();

/** Where a part of the document stands: the keys that lead to it. */
export type Pointer = readonly string[];

/**
 * What is wrong with a value by the schema at the pointer; null when nothing is. Compiles each schema once.
 */
export function findFault(pointer: Pointer, value: unknown): string | null {
  const path = pointer.map(
    (key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  );
  const $ref = `${ROOT}#${path.join('')}`;
  const validate = compiled.get($ref) ?? ajv.compile({ $ref });
  compiled.set($ref, validate);
  return validate(value) ? null : describe(validate.errors ?? []);
}

const SHOWN_ERRORS_MAX_COUNT = 5;

function describe(errors: readonly ErrorObject[]): string {
  const shown = errors.slice(0, SHOWN_ERRORS_MAX_COUNT);
  return shown
    .map(
      ({ instancePath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
    )
    .join('; ');
}

/** The part at the pointer, and where it really stands: references are followed. */
export function resolve(pointer: Pointer): { readonly part: unknown; readonly pointer: Pointer } {
  // Each step of a pointer leads into an object of the document; a step that did not would throw here.
  let part: unknown = document;
  for (const key of pointer) part = (part as Record<string, unknown>)[key];
  const { $ref } = part as { $ref?: string };
  return $ref === undefined ? { part, pointer } : resolve($ref.slice('#/'.length).split('/'));
}

interface Route {
  readonly path: string;
  readonly segments: readonly string[];
}

const routes: readonly Route[] = Object.keys(document.paths).map((path) => ({
  path,
  segments: path.split('/'),
}));

/** The path of the document that an address belongs to; undefined when it has none. */
export function findPath(pathname: string): { path: string; parameters: Record<string, string> } | undefined {
  const given = pathname.split('/');
  const route = routes.find(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every(
        (segment, index) => segment === given[index] || (segment.startsWith('{') && given[index]),
      ),
  );
  if (!route) return undefined;
  const named = route.segments.flatMap((segment, index) =>
    segment.startsWith('{') ? [[segment.slice(1, -1), given[index] ?? '']] : [],
  );
  return { path: route.path, parameters: Object.fromEntries(named) };
}

export function findOperation(path: string, method: string): Operation | undefined {
  return document.paths[path]?.[method];
}
