import type { FastifyRequest } from 'fastify';
import { atomically, type Db, type Tx } from '../database/tx.js';
import type { Access } from './access.js';
import { type TSchema, Type } from './schemas.js';
import type { App } from './server.js';

/** A record type with standard create, change and delete routes. */
export type Written<Change> = {
  /** For example `/zones/` for creation and `/zones/:id/` for one record. */
  path: string;
  one: string;
  params: TSchema;
  tags: string[];
  summaries: { create: string; write: string; change: string; remove: string };
  access: Access;
  /** Access to delete, if it differs from `access`. */
  removeAccess?: Access;
  body: TSchema;
  answer: TSchema;
  /** Creates a record if `id` is undefined, else changes it; returns the answer. */
  save(tx: Tx, id: string | undefined, change: Change, request: FastifyRequest): Promise<object>;
  /** Without it there is no route to delete. */
  remove?(tx: Tx, id: string, request: FastifyRequest): Promise<unknown>;
  /** Runs after the commit of a change, to drop caches. */
  changed?(): Promise<void>;
};

/** The id in the path, which is its only parameter. */
export const idInPath = (request: FastifyRequest): string =>
  String(Object.values(request.params as Record<string, unknown>)[0]);

export function writeRoutes<Change>(app: App, db: Db, written: Written<Change>): void {
  const { path, one, params, tags, summaries, body, answer } = written;
  const config = { access: written.access };
  const commit = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const result = await atomically(db, work);
    await written.changed?.();
    return result;
  };
  const save = (request: FastifyRequest, id?: string): Promise<object> =>
    commit(tx => written.save(tx, id, request.body as Change, request));

  app.post(
    path,
    { config, schema: { tags, summary: summaries.create, body, response: { 201: answer } } },
    async (request, reply) => reply.code(201).send(await save(request)),
  );

  const changes = [
    ['PUT', summaries.write, body],
    ['PATCH', summaries.change, partial(body)],
  ] as const;
  for (const [method, summary, schema] of changes) {
    app.route({
      method,
      url: one,
      config,
      schema: { tags, summary, params, body: schema, response: { 200: answer } },
      handler: request => save(request, idInPath(request)),
    });
  }

  const { remove } = written;
  if (remove === undefined) return;
  app.delete(
    one,
    {
      config: { access: written.removeAccess ?? written.access },
      schema: { tags, summary: summaries.remove, params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await commit(tx => remove(tx, idInPath(request), request));
      return reply.code(204).send(null);
    },
  );
}

/**
 * The body schema of PATCH: every field optional, at least one present. Defaults are for new
 * records: a field that is not sent keeps its value.
 */
export const partial = (body: TSchema): TSchema => {
  const { required: _, ...rest } = body as TSchema & { required?: string[] };
  const properties = (rest as { properties?: Record<string, object> }).properties ?? {};
  const kept = Object.entries(properties).map(([name, property]) => {
    const { default: __, ...schema } = property as { default?: unknown };
    return [name, schema];
  });
  return { ...rest, properties: Object.fromEntries(kept), minProperties: 1 } as unknown as TSchema;
};
