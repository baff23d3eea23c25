import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Access } from '../access.js';
import { Failure } from '../failure.js';
import { areParams, serializerOf } from '../validation.js';
import { tagOf } from './etag.js';

/** A record as its GET route answers it. */
export type ReadRecord = { body: Record<string, unknown>; tag: string };

/** The GET route of one record, such as `/price-lists/:id/`. */
type Reading = {
  route: RouteOptions;
  names: string[];
  schema: object;
  serialize: (data: unknown) => string;
  /** Fields that are no part of the ETag. */
  untagged: string[];
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The service reads the record to compare it and shows it to nobody. */
    isComparison?: boolean;
  }
}

/** `/price-lists/:id/` and `/price-lists/:pk/` are the same route. */
export const patternOf = (url: string): string =>
  `${url.replaceAll(/:[^/]+/g, ':').replace(/\/+$/, '')}/`;

const namesIn = (url: string): string[] =>
  [...url.matchAll(/:([^/]+)/g)].map(([, name]) => `${name}`);

/** Whether the path names one record: its last part is a parameter. */
export const isOneRecord = (url: string): boolean => /\/:[^/]+\/?$/.test(url);

/** The schema of a record in JSON; undefined for lists, files and pages. */
export function recordSchemaOf({ schema }: RouteOptions): object | undefined {
  type Answer = { type?: string; content?: Record<string, { schema?: { type?: string } }> };
  const answer = (schema?.response as Record<string, Answer> | undefined)?.[200];
  const json = answer?.content ? answer.content['application/json']?.schema : answer;
  return json?.type === 'array' || json === undefined || schema?.hide ? undefined : json;
}

const untaggedIn = (schema: { properties?: Record<string, object> }): string[] =>
  Object.entries(schema.properties ?? {})
    .filter(([, field]) => 'x-untagged' in field)
    .map(([name]) => name);

/** Reads any record of the API through its own GET route, with the rights of the caller. */
export class RecordRoutes {
  readonly #readings = new Map<string, Reading>();

  /** `mayCall`: whether the caller of a request may call a route with this access as well. */
  constructor(private readonly mayCall: (request: FastifyRequest, access: Access) => boolean) {}

  add(route: RouteOptions): void {
    const schema = recordSchemaOf(route);
    if (schema === undefined || !isOneRecord(route.url)) return;
    const serialize = (data: unknown): string => serializerOf(schema)(data);
    const names = namesIn(route.url);
    const reading = { route, names, schema, serialize, untagged: untaggedIn(schema) };
    this.#readings.set(patternOf(route.url), reading);
  }

  has(pattern: string): boolean {
    return this.#readings.has(pattern);
  }

  schemaOf(pattern: string): object | undefined {
    return this.#readings.get(pattern)?.schema;
  }

  /** Fields of the record that are no part of its ETag. */
  untagged(pattern: string): readonly string[] {
    return this.#readings.get(pattern)?.untagged ?? [];
  }

  /** Whether the caller may see the record, if there is one. */
  mayRead(request: FastifyRequest, pattern: string): boolean {
    const access = this.#readings.get(pattern)?.route.config?.access;
    return access !== undefined && this.mayCall(request, access);
  }

  /**
   * Undefined if there is no such record, or if the caller may not see it. With `isShown` the caller
   * gets the record; without it the record is only compared, and has the fields that are hidden from
   * the caller too. The tag is that of the record as the caller reads it.
   */
  async read(
    request: FastifyRequest,
    pattern: string,
    values: readonly unknown[],
    isShown = false,
  ): Promise<ReadRecord | undefined> {
    const reading = this.#readings.get(pattern);
    if (reading === undefined) return undefined;
    const params = Object.fromEntries(reading.names.map((name, at) => [name, values[at]]));
    // The id of a new record may not fit the schema of the path; a statement would fail on it.
    const { params: schema } = reading.route.schema ?? {};
    if (schema && !areParams(schema as object, params)) return undefined;
    const asked = Object.create(request, {
      params: { value: params },
      query: { value: {} },
      body: { value: undefined },
      isComparison: { value: !isShown },
    }) as FastifyRequest;
    try {
      const record = await answerOf(reading.route, asked);
      const shown = await withoutHidden(reading.route, asked, record);
      const json = reading.serialize(shown);
      const isWhole = isShown || shown === record;
      return {
        body: JSON.parse(isWhole ? json : reading.serialize(record)) as Record<string, unknown>,
        tag: tagOf(json, reading.untagged),
      };
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }
}

type Hide = (request: FastifyRequest, reply: undefined, answer: unknown) => Promise<unknown>;

/** The answer as the hooks of its route leave it for the caller. */
async function withoutHidden(
  { preSerialization }: RouteOptions,
  request: FastifyRequest,
  answer: unknown,
): Promise<unknown> {
  let shown = answer;
  for (const hide of [preSerialization ?? []].flat() as unknown[] as Hide[]) {
    shown = await hide(request, undefined, shown);
  }
  return shown;
}

/** Calls the handler with a reply that nobody receives. */
async function answerOf({ handler }: RouteOptions, request: FastifyRequest): Promise<unknown> {
  let sent: unknown;
  const reply: object = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'then') return undefined;
        return (value: unknown) => {
          if (name === 'send') sent = value;
          return reply;
        };
      },
    },
  );
  const result = await (handler as (request: FastifyRequest, reply: FastifyReply) => unknown)(
    request,
    reply as FastifyReply,
  );
  return result === reply ? sent : result;
}
