import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A parameter of the route, decoded; undefined where the route has none of that name. */
export function parameterOf(request: FastifyRequest, name: string): string | undefined {
  // The router makes an object of strings, or none where no route was found.
  const parameters = request.params as Readonly<Record<string, string>> | null;
  return parameters?.[name];
}

/** The list that a request is about: the one in its path, or the one that its route stands for. */
export function listOf(request: FastifyRequest): string {
  return parameterOf(request, 'list') ?? request.routeOptions.config.list ?? '';
}

/** Takes out of every query what only repeats a parameter of the path, under its name and with its value. */
export function dropRepeatedParameters(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    // Fastify's reader of queries makes nothing else.
    const query = request.query as Record<string, string | string[]>;
    for (const name of Object.keys(query)) if (query[name] === parameterOf(request, name)) delete query[name];
    done();
  });
}

/** The names in a route pattern: `/tasks/:id` has `id`. */
export function parameterNames(pattern: string): string[] {
  return [...pattern.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
}
