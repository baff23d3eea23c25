import { atomically, type Tx } from '../../platform/database/tx.js';
import { IdempotencyHeaders } from '../../platform/http/headers.js';
import { createIdempotency } from '../../platform/http/idempotency.js';
import { DEFAULT_LIMIT, decodeCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { writeRoutes } from '../../platform/http/write-routes.js';
import type { Platform } from '../../platform/platform.js';
import { keyScope, type Staff, staff, staffOf } from '../access/index.js';
import { variantsOfRefs } from '../inventory/index.js';
import { OrderAnswer, presentOrder } from '../procurement/index.js';
import { findStore, resolveScope, resolveStore } from '../stores/index.js';
import { resolveZone, visibleParLevel } from './find-zone.js';
import { orderShortfalls } from './order-shortfalls.js';
import { listParLevels, type ParLevel } from './par-repository.js';
import { presentParLevel, presentProposal } from './present.js';
import { bySupplier, proposeLines } from './propose-orders.js';
import { removeParLevel } from './remove.js';
import { saveParLevel } from './save-par-level.js';
import {
  IdParams,
  OrderBody,
  ParLevelAnswer,
  ParLevelBody,
  type ParLevelInput,
  ParLevelQuery,
  ProposalAnswer,
  ProposalQuery,
} from './schemas.js';

const tags = ['Par levels'];
const path = '/par-levels/';
const one = `${path}:id/`;
const params = IdParams;
const read = { config: { access: staff('stock.read') } };
const response = { 200: ParLevelAnswer };

export function parLevelRoutes(app: App, platform: Platform): void {
  readRoutes(app, platform);
  writeRoutes<Partial<ParLevelInput>>(app, platform.db, {
    path,
    one,
    params,
    tags,
    summaries: {
      create: 'Create a par level',
      write: 'Write a par level',
      change: 'Change a par level',
      remove: 'Delete a par level',
    },
    access: staff('stock.adjust'),
    body: ParLevelBody,
    answer: ParLevelAnswer,
    save: async (tx, id, change, request) =>
      presentParLevel(await saved(tx, staffOf(request), id, change)),
    remove: (tx, id, request) => removeParLevel(tx, staffOf(request), id),
  });
  proposalRoute(app, platform);
  orderRoute(app, platform);
}

function readRoutes(app: App, { db }: Platform): void {
  const lists: [string, string, { isShort?: boolean }][] = [
    [path, 'List par levels by SKU', {}],
    [`${path}shortfalls/`, 'List shortfalls by SKU', { isShort: true }],
  ];
  for (const [url, summary, narrowed] of lists) {
    app.get(
      url,
      {
        ...read,
        schema: {
          tags,
          summary,
          querystring: ParLevelQuery,
          response: { 200: Type.Array(ParLevelAnswer) },
        },
      },
      async (request, reply) => {
        const { limit = DEFAULT_LIMIT, cursor, store, zone, sku } = request.query;
        const storeIds = await resolveScope(db, staffOf(request), store);
        const isBelowMinimum = request.query.below_minimum;
        const filter = { storeIds, zoneId: zone, sku, isBelowMinimum, ...narrowed };
        const rows = await listParLevels(db, filter, decodeCursor(cursor, 2), limit + 1);
        return page(request, reply, rows, limit, row => [row.sku, row.id]).map(presentParLevel);
      },
    );
  }

  app.get(
    one,
    { ...read, schema: { tags, summary: 'A par level', params, response } },
    async request =>
      presentParLevel(await visibleParLevel(db, staffOf(request), request.params.id)),
  );
}

/** Resolves zone and variant. A new par level must name a variant. */
async function saved(
  tx: Tx,
  caller: Staff,
  id: string | undefined,
  { zone, variant_id, sku, ...rest }: Partial<ParLevelInput>,
): Promise<ParLevel> {
  const before = id === undefined ? undefined : await visibleParLevel(tx, caller, id);
  const isNamed = before === undefined || variant_id !== undefined || sku !== undefined;
  const [variant] = isNamed ? await variantsOfRefs(tx, [{ variant_id, sku }]) : [];
  return saveParLevel(tx, before?.id, {
    ...rest,
    ...(zone !== undefined && { zone_id: await resolveZone(tx, caller, zone) }),
    ...(variant !== undefined && { variant_id: variant.id }),
  });
}

function proposalRoute(app: App, { db }: Platform): void {
  app.get(
    `${path}shortfalls/proposals/`,
    {
      config: { access: staff('procurement.manage') },
      schema: {
        tags,
        summary: 'What to order for a store, by preferred supplier',
        querystring: ProposalQuery,
        response: { 200: Type.Array(ProposalAnswer) },
      },
    },
    async request => {
      const storeId = await resolveStore(db, staffOf(request), request.query.store);
      const currency = (await findStore(db, storeId))?.currency ?? '';
      const isBelowMinimum = request.query.below_minimum === true ? true : undefined;
      const lines = await proposeLines(db, storeId, { isBelowMinimum, inPacks: true });
      return bySupplier(lines).map(proposal => presentProposal(proposal, currency));
    },
  );
}

function orderRoute(app: App, platform: Platform): void {
  const idempotency = createIdempotency(platform);
  app.post(
    `${path}shortfalls/order/`,
    {
      config: { access: staff('procurement.manage') },
      schema: {
        tags,
        summary: 'Draft a purchase order for shortfalls that are not on order yet',
        headers: IdempotencyHeaders,
        body: OrderBody,
        response: { 201: OrderAnswer },
      },
    },
    (request, reply) => {
      const caller = staffOf(request);
      return idempotency.run(request, reply, keyScope(caller), settle =>
        atomically(platform.db, async tx => {
          const order = await orderShortfalls(tx, caller, request.body, platform.clock.now());
          return settle(tx, 201, presentOrder(order));
        }),
      );
    },
  );
}
