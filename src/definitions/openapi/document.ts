import { stringify } from 'yaml';
import { API_VERSION } from '../../registry.js';
import type { Route } from '../../routes/route.js';
import { ROUTES } from '../../routes/routes.js';
import { type Part, parameterComponents } from './components.js';
import { headerComponents, ProblemResponses } from './responses.js';
import { routePaths } from './route_operations.js';
import { schemaComponents } from './schemas.js';
import { toolDefinitionComponents } from './tool_definition.js';
import { toolPaths } from './tool_operations.js';

const INFO: Part = {
  title: 'Tasklatch',
  version: API_VERSION,
  summary: 'The task store of an LLM agent.',
  description: [
    'Holds the tasks of an agent in lists and lets it touch them only through small, strict tools. Each tool has a resource',
    'route of its own (operationId is the name of the tool) and can be called by name through call_tool; both take the same',
    'arguments and decide the same. Every refusal is a problem (RFC 9457) that says what to do next.',
  ].join(' '),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const TAGS: readonly Part[] = [
  { name: 'tasks', description: 'The tools as resources.' },
  { name: 'tools', description: 'The tools by name, as a model runtime calls them.' },
  { name: 'lists', description: 'What the lists hold and what happened to them.' },
  { name: 'service', description: 'Operation and documentation of the service. No key is needed.' },
];

/** Where the API is, as the document says it. */
export interface ApiServer {
  readonly url: string;
  readonly description: string;
}

const DEFAULT_SERVER: ApiServer = {
  url: 'http://127.0.0.1:3000',
  description: 'A service started with its defaults.',
};

/** The whole API as an OpenAPI 3.1 document, the same each time. */
export function toOpenApi(server = DEFAULT_SERVER): Part {
  const problems = new ProblemResponses();
  const paths = {
    ...toolPaths(problems),
    ...routePaths(problems, inOrderOfTags(ROUTES)),
  };
  return {
    openapi: '3.1.1',
    info: INFO,
    servers: [server],
    tags: TAGS,
    security: [{}, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of this service. A service that is set up without keys needs none.',
        },
      },
      parameters: parameterComponents(),
      headers: headerComponents(),
      schemas: schemaComponents(toolDefinitionComponents()),
      responses: problems.components(),
    },
  };
}

function inOrderOfTags(routes: readonly Route[]): readonly Route[] {
  return TAGS.flatMap(({ name }) => routes.filter(({ tag }) => tag === name));
}

/** The document as YAML, each part written out where it stands. */
export function toOpenApiYaml(server = DEFAULT_SERVER): string {
  return stringify(toOpenApi(server), { aliasDuplicateObjects: false, lineWidth: 110 });
}

/** Stands where the address of each reader goes, so that the document is written out once. */
const SOMEWHERE: ApiServer = { url: 'http://somewhere.invalid', description: 'This service.' };

/** What stands before and behind the address; made when it is first asked for, since that takes a while. */
const halves = new Map<'json' | 'yaml', readonly string[]>();

/** The document for whoever reads it; a string of JSON is one of YAML as well. */
export function documentAt(form: 'json' | 'yaml', address: string): string {
  const [before = '', after = ''] = halves.get(form) ?? written(form);
  return before + JSON.stringify(address) + after;
}

function written(form: 'json' | 'yaml'): readonly string[] {
  const [text, url] =
    form === 'yaml'
      ? [toOpenApiYaml(SOMEWHERE), SOMEWHERE.url]
      : [JSON.stringify(toOpenApi(SOMEWHERE)), JSON.stringify(SOMEWHERE.url)];
  const made = text.split(url, 2);
  halves.set(form, made);
  return made;
}
