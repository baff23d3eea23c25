import type { FastifyRequest } from 'fastify';
import type { Reader, Tx } from '../database/tx.js';
import type { Platform } from '../platform.js';
import type { Access } from './access.js';
import { notFound } from './failure.js';
import { decodeCursor, page } from './paginate.js';
import { PageQuery, Params, Query, type TSchema, Type } from './schemas.js';
import type { App } from './server.js';
import { idInPath, writeRoutes } from './write-routes.js';

/** A record type with standard list, read, create, change and delete routes. */
export type Resource<Row, Change> = {
  /** For example `/sites/`; the id follows it. */
  path: string;
  tag: string;
  /** For messages, for example "Site". */
  noun: string;
  id: TSchema;
  read: Access;
  write: Access;
  body: TSchema;
  answer: TSchema;
  /** Rows with a key above `after`, ordered by key. */
  list(reader: Reader, after: string | undefined, limit: number): Promise<Row[]>;
  keyOf(row: Row): string;
  find(reader: Reader, id: string): Promise<Row | undefined>;
  /** Creates a record if `id` is undefined, else changes it; throws the domain's failures. */
  save(tx: Tx, id: string | undefined, change: Change, request: FastifyRequest): Promise<Row>;
  /** Undefined if another domain has the route to delete. */
  remove?(tx: Tx, id: string): Promise<void>;
  present(row: Row): object;
  /** Runs after the commit of a change, to drop caches. */
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
      const row = await resource.find(db, idInPath(request));
      if (row === undefined) throw notFound(noun);
      return present(row);
    },
  );

  writeRoutes<Change>(app, db, {
    path,
    one,
    params,
    tags,
    summaries: {
      create: `Create: ${noun.toLowerCase()}`,
      write: `Write: ${noun.toLowerCase()}`,
      change: `Change: ${noun.toLowerCase()}`,
      remove: `Delete: ${noun.toLowerCase()}`,
    },
    access: resource.write,
    body: resource.body,
    answer: resource.answer,
    save: async (tx, id, change, request) => present(await resource.save(tx, id, change, request)),
    remove: resource.remove,
    changed: async () => resource.changed?.(platform),
  });
}
