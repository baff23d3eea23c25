import type { HTTPMethods } from 'fastify';
import findMyWay from 'find-my-way';
import { officeEnvelope, sendFailure } from './envelope.js';
import { Failure } from './failure.js';
import type { App } from './server.js';

/**
 * Fastify answers 404 for a known path with another method. A second router, which knows paths
 * only, finds the allowed methods, so that the caller gets 405 and `Allow`.
 */
export function installMethodNotAllowed(app: App): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', route => {
    const url = route.url.replace(/\/+$/, '') || '/';
    const methods = methodsOf.get(url) ?? new Set<string>();
    methodsOf.set(url, methods);
    for (const method of [route.method].flat()) methods.add(method);
  });
  let router: ReturnType<typeof routerOf> | undefined;
  const pathRouter = () => {
    router ??= routerOf(methodsOf);
    return router;
  };
  // A service that does not listen, as in most tests, seldom needs the router.
  app.addHook('onListen', async () => {
    pathRouter();
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const methods = pathRouter().find('GET', path)?.store as Set<HTTPMethods> | undefined;
    const failure =
      methods === undefined || methods.has(request.method as HTTPMethods)
        ? new Failure('not_found', 'NOT_FOUND', 'There is nothing at this path.')
        : new Failure(
            'method_not_allowed',
            'METHOD_NOT_ALLOWED',
            'This path does not take that method.',
            {
              allow: [...methods].sort(),
            },
          );
    return sendFailure(officeEnvelope, failure, request, reply);
  });
}

function routerOf(methodsOf: Map<string, Set<string>>) {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 300 });
  for (const [url, methods] of methodsOf) router.on('GET', url, () => undefined, methods);
  return router;
}
