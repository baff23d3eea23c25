import type { FastifyInstance, RouteOptions } from 'fastify';
import { Type } from '../schemas.js';
import { isKnown, tagOf } from './etag.js';
import { isOneRecord, type RecordRoutes } from './record-routes.js';

const CONDITIONAL = new Set(['PATCH', 'PUT', 'DELETE']);

const CHANGED = {
  code: Type.Literal('CHANGED'),
  current: Type.Object({}, { additionalProperties: true }),
};

/** The answers to an `If-Match` that does not match, in the error shapes of the two areas. */
export const changedAnswers = {
  office: Type.Object({ detail: Type.String(), ...CHANGED }, { additionalProperties: false }),
  success: Type.Object(
    { success: Type.Literal(false), error: Type.String(), ...CHANGED },
    { additionalProperties: false },
  ),
};

/** Whether the route changes the one record that its path names. */
export const isConditional = ({ method, url }: RouteOptions): boolean =>
  isOneRecord(url) && [method].flat().every(one => CONDITIONAL.has(String(one)));

/**
 * Every answer to a GET of one record carries an ETag, and `If-None-Match` makes it a 304.
 */
export function installEtags(
  area: FastifyInstance,
  records: RecordRoutes,
  changed: object = changedAnswers.office,
): void {
  area.addHook('onRoute', route => {
    if (route.method === 'GET') records.add(route);
    if (!isConditional(route)) return;
    route.schema = {
      ...route.schema,
      response: { 412: changed, ...(route.schema?.response as object) },
    };
  });
  area.addHook('onSend', (request, reply, payload, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const { url } = request.routeOptions;
    if (!isRead || url === undefined || reply.statusCode !== 200 || !isOneRecord(url)) {
      return done(null, payload);
    }
    const isJson = String(reply.getHeader('content-type') ?? '').includes('json');
    if (typeof payload !== 'string' || !isJson) return done(null, payload);
    const tag = tagOf(payload);
    reply.header('etag', tag);
    if (!isKnown(request.headers['if-none-match'], tag)) return done(null, payload);
    reply.code(304).removeHeader('content-type');
    done(null, '');
  });
}
