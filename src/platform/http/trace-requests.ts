import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Span, type Tracing, withSpan } from '../tracing/span.js';
import { trustedProxies } from './trusted-proxy.js';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null;
  }
}

/**
 * One span per request. Only a trusted proxy may pass a `traceparent`: with it, any client could
 * force sampling of its requests or mix them into other traces.
 */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  trustProxy: readonly string[],
): void {
  const isTrusted = trustedProxies(trustProxy);
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTraced(request)) return done();
    const route = request.routeOptions.url;
    const header = request.headers.traceparent;
    const parent =
      typeof header === 'string' && isTrusted(request.socket.remoteAddress) ? header : undefined;
    const span = tracing.start(
      route === undefined ? request.method : `${request.method} ${route}`,
      'server',
      {
        'http.request.method': request.method,
        ...(route !== undefined && { 'http.route': route }),
        'tillhouse.request_id': request.id,
      },
      { parent },
    );
    if (span === undefined) return done();
    request.span = span;
    withSpan(span, done);
  });
  // The body parser runs in the connection's async context; the handler needs the request's span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === null) done();
    else withSpan(request.span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request;
    if (span === null) return done();
    span.set({ 'http.response.status_code': reply.statusCode });
    span.end(reply.statusCode >= 500 ? String(reply.statusCode) : undefined);
    withSpan(span, done);
  });
}

/** Sockets last for hours and probes come every few seconds; neither is traced. */
function isTraced({ headers, routeOptions }: FastifyRequest): boolean {
  const { access } = routeOptions.config;
  const isProbe = access?.kind === 'public' && access.probe === true;
  return headers.upgrade === undefined && !isProbe && routeOptions.url !== '/metrics/';
}
