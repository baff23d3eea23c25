import type { Reader, Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { PageQuery, Params, Query, type TSchema, Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { idInPath, writeRoutes } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { type Staff, staff, staffOf } from '../access/index.js';

export type ListRequest<Filter> = {
  caller: Staff;
  filter: Filter;
  /** The key of the previous page's last row. */
  after: string | undefined;
  limit: number;
};

/** A resource of this domain; the caller's stores limit what is visible and writable. */
export type Records<Row, Change, Filter> = {
  /** `/campaigns/`; the key follows it. */
  path: string;
  tag: string;
  /** For messages, e.g. "Campaign". */
  noun: string;
  /** Name and schema of the key in the path. */
  key: { name: string; schema: TSchema };
  filters: Parameters<typeof Query>[0];
  body: TSchema;
  answer: TSchema;
  list(reader: Reader, request: ListRequest<Filter>): Promise<Row[]>;
  keyOf(row: Row): string;
  find(reader: Reader, caller: Staff, key: string): Promise<Row | undefined>;
  /** Creates if `key` is undefined. */
  save(tx: Tx, caller: Staff, key: string | undefined, change: Change): Promise<Row>;
  remove(tx: Tx, caller: Staff, key: string): Promise<void>;
  present(row: Row): object;
  /** The response for one record, if it has more fields than in a list. */
  detail?(row: Row): Promise<unknown>;
  changed(platform: Platform): Promise<void>;
};

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
  const noun = records.noun.toLowerCase();
  writeRoutes<Change>(app, platform.db, {
    path: records.path,
    one: onePath(records),
    params: keyParams(records),
    tags: [records.tag],
    summaries: {
      create: `Create: ${noun}`,
      write: `Write: ${noun}`,
      change: `Change: ${noun}`,
      remove: `Delete: ${noun}`,
    },
    access: staff('promotion.manage'),
    body: records.body,
    answer: records.answer,
    save: async (tx, key, change, request) =>
      records.present(await records.save(tx, staffOf(request), key, change)),
    remove: (tx, key, request) => records.remove(tx, staffOf(request), key),
    changed: () => records.changed(platform),
  });
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
      const row = await records.find(db, staffOf(request), idInPath(request));
      if (row === undefined) throw notFound(noun);
      return records.detail ? records.detail(row) : present(row);
    },
  );
}
