import { noteRecords } from '../../../platform/audit/audited-call.js';
import { atomically } from '../../../platform/database/tx.js';
import { notFound } from '../../../platform/http/failure.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../../platform/http/paginate.js';
import { changedAnswers } from '../../../platform/http/records/install-etags.js';
import { Answer, Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import { writeRoutes } from '../../../platform/http/write-routes.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf, storeScope } from '../../access/index.js';
import { storeInQuery } from '../store-in-query.js';
import { changePrices } from './change-prices.js';
import { changedRecords } from './changed-records.js';
import { presentChanges, presentGap, presentPrice } from './present.js';
import { deletePrice, listGaps, listPrices, priceById } from './repository.js';
import { savePrice } from './save-price.js';
import {
  BulkAnswer,
  BulkBody,
  GapAnswer,
  GapQuery,
  PriceAnswer,
  PriceBody,
  type PriceFields,
  PriceParams,
  PriceQuery,
} from './schemas.js';

const tags = ['Prices'];
const read = { config: { access: staff('catalog.read') } };
const write = { config: { access: staff('catalog.chain') } };

export function priceRoutes(app: App, platform: Platform): void {
  const { db, config } = platform;
  listRoutes(app, platform);

  app.post(
    '/prices/bulk/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Change many prices, all or none; a dry run shows before and after',
        body: BulkBody,
        response: { 200: BulkAnswer, 412: changedAnswers.office },
      },
    },
    async request => {
      const { changes, dry_run: isDryRun = false } = request.body;
      const { baseCurrency } = config;
      const planned = await atomically(db, async tx => {
        const done = await changePrices(tx, changes, { baseCurrency, isDryRun });
        noteRecords(isDryRun ? [] : changedRecords(done));
        return done;
      });
      return presentChanges(planned, isDryRun);
    },
  );

  writeRoutes<Partial<PriceFields>>(app, db, {
    path: '/prices/',
    one: '/prices/:id/',
    params: PriceParams,
    tags,
    summaries: {
      create: 'Add a price to a list',
      write: 'Write a price',
      change: 'Change a price',
      remove: 'Delete a price',
    },
    access: staff('catalog.chain'),
    body: PriceBody,
    answer: PriceAnswer,
    save: async (tx, id, change) => presentPrice(await savePrice(tx, id, change)),
    remove: async (tx, id) => {
      if (!(await deletePrice(tx, id))) throw notFound('Price');
    },
  });
}

function listRoutes(app: App, { db, config, clock }: Platform): void {
  app.get(
    '/prices/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List prices, newest first',
        querystring: PriceQuery,
        response: { 200: Type.Array(PriceAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store, ...filter } = request.query;
      const [after] = decodeCursor(cursor, 1) ?? [];
      const chosen = { ...filter, store: await storeInQuery(db, staffOf(request), store) };
      const id = after === undefined ? undefined : String(after);
      const rows = await listPrices(db, chosen, id, limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentPrice);
    },
  );

  app.get(
    '/prices/base/',
    {
      ...read,
      schema: {
        tags,
        summary: "The currency of the variants' own prices",
        response: { 200: Answer({ currency: Type.String() }) },
      },
    },
    async () => ({ currency: config.baseCurrency }),
  );

  app.get(
    '/prices/gaps/',
    {
      ...read,
      schema: {
        tags,
        summary: 'Articles without a price in the currency of a store, by SKU',
        querystring: GapQuery,
        response: { 200: Type.Array(GapAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor, store: ref, currency } = request.query;
      const caller = staffOf(request);
      const store = await storeInQuery(db, caller, ref);
      const scope = store === undefined ? storeScope(caller) : [store.id];
      const key = decodeCursor(cursor, 2);
      const after = key && ([String(key[0]), String(key[1])] as const);
      const filter = { scope, currency, baseCurrency: config.baseCurrency, at: clock.now() };
      const rows = await listGaps(db, filter, after, limit + 1);
      return page(request, reply, rows, limit, row => [row.sku, row.store_code]).map(presentGap);
    },
  );

  app.get(
    '/prices/:id/',
    {
      ...read,
      schema: { tags, summary: 'A price', params: PriceParams, response: { 200: PriceAnswer } },
    },
    async request => {
      const found = await priceById(db, request.params.id);
      if (found === undefined) throw notFound('Price');
      return presentPrice(found);
    },
  );
}
