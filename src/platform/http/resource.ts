import type { FastifyRequest } from 'fastify';
import { atomically, type Reader, type Tx } from '../database/tx.js';
import type { Platform } from '../platform.js';
import type { Access } from './access.js';
import { notFound } from './failure.js';
import { decodeCursor, page } from './paginate.js';
import { PageQuery, Params, Query, type TSchema, Type } from './schemas.js';
import type { App } from './server.js';

/** A record that is listed by one text key, read, written and removed in the ordinary way. */
export type Resource<Row, Change> = {
  /** `/sites/`; the id follows it. */
  path: string;
  tag: string;
  /** "Site", as it stands in messages. */
  noun: string;
  id: TSchema;
  read: Access;
  write: Access;
  body: TSchema;
  answer: TSchema;
  /** Rows with a key above `after`, in its order. */
  list(reader: Reader, after: string | undefined, limit: number): Promise<Row[]>;
  keyOf(row: Row): string;
  find(reader: Reader, id: string): Promise<Row | undefined>;
  /** Creates without an id, else changes; throws the domain's failures. */
  save(tx: Tx, id: string | undefined, change: Change, request: FastifyRequest): Promise<Row>;
  remove(tx: Tx, id: string): Promise<void>;
  present(row: Row): unknown;
  /** After the commit of a change: drop caches. */
  changed?(platform: Platform): Promise<void>;
};

export function resourceRoutes<Row, Change>(
  app: App,
  platform: Platform,
  resource: Resource<Row, Change>,
): void {
  const { db } = platform;
  const { path, noun, present } = resource;
  const tags = [resource.tag];
  const params = Params({ id: resource.id });
  const one = `${path}:id/`;
  const idOf = (request: FastifyRequest): string => String((request.params as { id: unknown }).id);
  const change = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const result = await atomically(db, work);
    await resource.changed?.(platform);
    return result;
  };

  app.get(
    path,
    {
      config: { access: resource.read },
      schema: {
        tags,
        summary: `List: ${resource.tag.toLowerCase()}`,
        querystring: Query(PageQuery),
        response: { 200: Type.Array(resource.answer) },
      },
    },
    async (request, reply) => {
      const { limit = 50, cursor } = request.query;
      const [after] = decodeCursor(cursor, 1) ?? [];
      const rows = await resource.list(
        db,
        after === undefined ? undefined : String(after),
        limit + 1,
      );
      return page(request, reply, rows, limit, row => [resource.keyOf(row)]).map(present);
    },
  );

  app.get(
    one,
    {
      config: { access: resource.read },
      schema: {
        tags,
        summary: `Read: ${noun.toLowerCase()}`,
        params,
        response: { 200: resource.answer },
      },
    },
    async request => {
      const row = await resource.find(db, idOf(request));
      if (row === undefined) throw notFound(noun);
      return present(row);
    },
  );

  app.post(
    path,
    {
      config: { access: resource.write },
      schema: {
        tags,
        summary: `Create: ${noun.toLowerCase()}`,
        body: resource.body,
        response: { 201: resource.answer },
      },
    },
    async (request, reply) => {
      const row = await change(tx => resource.save(tx, undefined, request.body as Change, request));
      return reply.code(201).send(present(row));
    },
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: one,
      config: { access: resource.write },
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'}: ${noun.toLowerCase()}`,
        params,
        body: method === 'PUT' ? resource.body : partial(resource.body),
        response: { 200: resource.answer },
      },
      handler: async request =>
        present(
          await change(tx => resource.save(tx, idOf(request), request.body as Change, request)),
        ),
    });
  }

  app.delete(
    one,
    {
      config: { access: resource.write },
      schema: {
        tags,
        summary: `Delete: ${noun.toLowerCase()}`,
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await change(tx => resource.remove(tx, idOf(request)));
      return reply.code(204).send(null);
    },
  );
}

/** The same body with every field optional: what PATCH takes. */
export const partial = (body: TSchema): TSchema => {
  const { required: _, ...rest } = body as TSchema & { required?: string[] };
  return { ...rest, minProperties: 1 } as TSchema;
};
