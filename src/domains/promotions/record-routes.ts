import type { FastifyRequest } from 'fastify';
import { atomically, type Reader, type Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { partial } from '../../platform/http/resource.js';
import { PageQuery, Params, Query, type TSchema, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import type { Platform } from '../../platform/platform.js';
import { type Staff, staff, staffOf } from '../access/index.js';

export type ListAsk<Filter> = {
  caller: Staff;
  filter: Filter;
  /** The key of the last row of the page before. */
  after: string | undefined;
  limit: number;
};

/** A record of this domain: like any resource, but what is seen and changed depends on the caller's stores. */
export type Records<Row, Change, Filter> = {
  /** `/campaigns/`; the key follows it. */
  path: string;
  tag: string;
  /** "Campaign", as it stands in messages. */
  noun: string;
  /** How the path names the key, and what a key looks like. */
  key: { name: string; schema: TSchema };
  filters: Parameters<typeof Query>[0];
  body: TSchema;
  answer: TSchema;
  list(reader: Reader, ask: ListAsk<Filter>): Promise<Row[]>;
  keyOf(row: Row): string;
  find(reader: Reader, caller: Staff, key: string): Promise<Row | undefined>;
  /** Creates without a key, else changes. */
  save(tx: Tx, caller: Staff, key: string | undefined, change: Change): Promise<Row>;
  remove(tx: Tx, caller: Staff, key: string): Promise<void>;
  present(row: Row): unknown;
  /** The answer to a read of one record, where it says more than a list does. */
  detail?(row: Row): Promise<unknown>;
  changed(platform: Platform): Promise<void>;
};

const keyOf = (request: FastifyRequest): string =>
  String(Object.values(request.params as Record<string, unknown>)[0]);

const onePath = ({ path, key }: { path: string; key: { name: string } }): string =>
  `${path}:${key.name}/`;

const keyParams = ({ key }: { key: { name: string; schema: TSchema } }) =>
  Params({ [key.name]: key.schema });

export function recordRoutes<Row, Change, Filter>(
  app: App,
  platform: Platform,
  records: Records<Row, Change, Filter>,
): void {
  readRoutes(app, platform, records);
  writeRoutes(app, platform, records);
}

function readRoutes<Row, Change, Filter>(
  app: App,
  { db }: Platform,
  records: Records<Row, Change, Filter>,
): void {
  const { path, noun, answer, present } = records;
  const tags = [records.tag];
  const config = { access: staff('promotion.read') };

  app.get(
    path,
    {
      config,
      schema: {
        tags,
        summary: `List: ${records.tag.toLowerCase()}`,
        querystring: Query({ ...records.filters, ...PageQuery }),
        response: { 200: Type.Array(answer) },
      },
    },
    async (request, reply) => {
      const query = request.query as { limit?: number; cursor?: string };
      const { limit = DEFAULT_LIMIT, cursor, ...filter } = query;
      const [after] = decodeCursor(cursor, 1) ?? [];
      const rows = await records.list(db, {
        caller: staffOf(request),
        filter: filter as Filter,
        after: after === undefined ? undefined : String(after),
        limit: limit + 1,
      });
      return page(request, reply, rows, limit, row => [records.keyOf(row)]).map(present);
    },
  );

  app.get(
    onePath(records),
    {
      config,
      schema: {
        tags,
        summary: `Read: ${noun.toLowerCase()}`,
        params: keyParams(records),
        response: { 200: answer },
      },
    },
    async request => {
      const row = await records.find(db, staffOf(request), keyOf(request));
      if (row === undefined) throw notFound(noun);
      return records.detail ? records.detail(row) : present(row);
    },
  );
}

function writeRoutes<Row, Change, Filter>(
  app: App,
  platform: Platform,
  records: Records<Row, Change, Filter>,
): void {
  const { path, noun, answer, present } = records;
  const tags = [records.tag];
  const config = { access: staff('promotion.manage') };
  const params = keyParams(records);
  const change = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const result = await atomically(platform.db, work);
    await records.changed(platform);
    return result;
  };
  const save = (request: FastifyRequest, key: string | undefined): Promise<Row> =>
    change(tx => records.save(tx, staffOf(request), key, request.body as Change));

  app.post(
    path,
    {
      config,
      schema: {
        tags,
        summary: `Create: ${noun.toLowerCase()}`,
        body: records.body,
        response: { 201: answer },
      },
    },
    async (request, reply) => reply.code(201).send(present(await save(request, undefined))),
  );

  for (const method of ['PUT', 'PATCH'] as const) {
    app.route({
      method,
      url: onePath(records),
      config,
      schema: {
        tags,
        summary: `${method === 'PUT' ? 'Write' : 'Change'}: ${noun.toLowerCase()}`,
        params,
        body: method === 'PUT' ? records.body : partial(records.body),
        response: { 200: answer },
      },
      handler: async request => present(await save(request, keyOf(request))),
    });
  }

  app.delete(
    onePath(records),
    {
      config,
      schema: {
        tags,
        summary: `Delete: ${noun.toLowerCase()}`,
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await change(tx => records.remove(tx, staffOf(request), keyOf(request)));
      return reply.code(204).send(null);
    },
  );
}
