import type { FastifyInstance, RouteOptions } from 'fastify';

/**
 * Every route refuses query parameters that it does not declare, also a route that declares none.
 * `takesAny` names the exceptions.
 */
export function refuseUnknownQueries(
  app: FastifyInstance,
  takesAny: (route: RouteOptions) => boolean,
): void {
  app.addHook('onRoute', route => {
    if (takesAny(route)) return;
    const declared = route.schema?.querystring as object | undefined;
    route.schema = {
      ...route.schema,
      querystring: { type: 'object', properties: {}, ...declared, additionalProperties: false },
    };
  });
}
