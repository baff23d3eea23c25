import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Type } from '../schemas.js';
import { isKnown, tagOf } from './etag.js';
import { ListTags, withTags } from './list-tags.js';
import { isOneRecord, patternOf, type RecordRoutes } from './record-routes.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that change one record; whether the record has an ETag, once all routes are known. */
    comparesIfMatch?: () => boolean;
    /** The pattern of that record. */
    changedPattern?: string;
  }
  interface FastifyRequest {
    /** The ETag of the record as the request leaves it, if the request has changed one. */
    changedTag: string | null;
  }
}

const CONDITIONAL = new Set(['PATCH', 'PUT', 'DELETE']);

const CHANGED = {
  code: Type.Literal('CHANGED'),
  /** Only for people who may read the record. */
  current: Type.Optional(Type.Object({}, { additionalProperties: true })),
};

/** The answers to an `If-Match` that does not match, in the error shapes of the two areas. */
export const changedAnswers = {
  office: Type.Object({ detail: Type.String(), ...CHANGED }, { additionalProperties: false }),
  success: Type.Object(
    { success: Type.Literal(false), error: Type.String(), ...CHANGED },
    { additionalProperties: false },
  ),
};

/**
 * The path of the one record that the route changes: `/returns/:id` for `PATCH /returns/:id/` and
 * for `POST /returns/:id/approve/`. Undefined for all other routes.
 */
function changedRecordOf({ method, url, config }: RouteOptions): string | undefined {
  if (config?.audit === 'none') return undefined;
  const methods = [method].flat().map(String);
  if (isOneRecord(url) && methods.every(one => CONDITIONAL.has(one))) return url;
  const key = url.lastIndexOf('/:');
  if (key < 0 || !methods.every(one => one === 'POST')) return undefined;
  const end = url.indexOf('/', key + 1);
  return end < 0 ? url : url.slice(0, end);
}

/** The pattern of the record that the route compares with `If-Match`; undefined if it compares none. */
export function comparedPatternOf(route: RouteOptions): string | undefined {
  const record = changedRecordOf(route);
  return record === undefined ? undefined : patternOf(record);
}

/**
 * Every answer to a GET of one record carries an ETag, and `If-None-Match` makes it a 304. So does
 * the answer to a change that shows the record as a GET does: the next change needs no GET. A list
 * of such records gives the ETag of each item if `etags=true` asks for it.
 */
export function installEtags(
  area: FastifyInstance,
  records: RecordRoutes,
  changed: object = changedAnswers.office,
): void {
  const lists = new ListTags(records);
  area.addHook('onRoute', route => {
    if (route.method === 'GET') records.add(route);
    if (route.method === 'GET' || route.method === 'HEAD') lists.add(route);
    const pattern = comparedPatternOf(route);
    if (pattern === undefined) return;
    const comparesIfMatch = () => records.has(pattern);
    route.config = { ...route.config, comparesIfMatch, changedPattern: pattern };
    route.schema = {
      ...route.schema,
      response: { 412: changed, ...(route.schema?.response as object) },
    };
  });
  area.decorateRequest('changedTag', null);
  area.addHook('onSend', (request, reply, payload, done) => {
    if (request.changedTag !== null) tagChange(records, request, reply, payload);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const { url } = request.routeOptions;
    if (isRead && wantsTags(request) && isTaggable(reply, payload)) {
      const { itemPattern = '' } = request.routeOptions.config;
      return done(null, withTags(payload, records.untagged(itemPattern)));
    }
    if (!isRead || url === undefined || reply.statusCode !== 200 || !isOneRecord(url)) {
      return done(null, payload);
    }
    if (!isTaggable(reply, payload)) return done(null, payload);
    const untagged = records.untagged(patternOf(url));
    const tag = tagOf(payload, untagged);
    reply.header('etag', tag);
    // A 304 would hide that an untagged field has changed.
    if (untagged.length > 0 || !isKnown(request.headers['if-none-match'], tag))
      return done(null, payload);
    reply.code(304).removeHeader('content-type');
    done(null, '');
  });
}

const wantsTags = ({ query, routeOptions: { config } }: FastifyRequest): boolean =>
  config.itemPattern !== undefined && (query as { etags?: boolean }).etags === true;

const isTaggable = (reply: FastifyReply, payload: unknown): payload is string =>
  reply.statusCode === 200 && typeof payload === 'string' && isJson(reply);

const isJson = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type') ?? '').includes('json');

function tagChange(
  records: RecordRoutes,
  { changedTag, routeOptions: { config } }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): void {
  if (!isTaggable(reply, payload)) return;
  const tag = tagOf(payload, records.untagged(config.changedPattern ?? ''));
  if (tag === changedTag) reply.header('etag', changedTag);
}
