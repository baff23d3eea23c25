import {
  levelsOutOfBalance,
  openLevel,
  reservedOutOfBalance,
} from '../../src/domains/inventory/index.js';
import { connect } from '../../src/platform/database/connect.js';
import { atomically, type Db, statement, type Tx } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log.js';
import { cloneDatabase } from '../support/service.js';

export type Shelf = { store: string; variant: string };

export type StockEvent = {
  event: string;
  store_id: string;
  terminal_id: string | null;
  subject_id: string;
  data: Record<string, unknown>;
};

/** Stock on a separate database without a service: two stores and the variants that tests add. */
export async function openStock(options: { poolSize?: number } = {}) {
  const database = await cloneDatabase();
  const { db, close } = connect(database.url, {
    poolSize: options.poolSize ?? 8,
    log: createLog('silent'),
  });
  const stores = [newId(), newId()] as const;
  await db
    .insertInto('stores')
    .values(stores.map((id, index) => ({ id, code: `S${index}`, name: `Store ${index}` })))
    .execute();
  await db.insertInto('products').values({ id: 1, slug: 'goods', name: 'Goods' }).execute();
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => atomically(db, work);

  /** A new variant, stocked in the first store by default. */
  const stock = async (
    sku: string,
    onHand: number,
    more: { reorderPoint?: number; store?: string; isActive?: boolean } = {},
  ): Promise<Shelf> => {
    const variant = newId();
    const store = more.store ?? stores[0];
    await db
      .insertInto('product_variants')
      .values({ id: variant, product_id: 1, sku, price: '1.00' })
      .execute();
    await run(tx =>
      openLevel(tx, { storeId: store, variantId: variant, onHand, actorId: null, ...more }),
    );
    return { store, variant };
  };

  return {
    db,
    run,
    stores,
    stock,
    level: ({ store, variant }: Shelf) => levelAt(db, store, variant),
    movements: (shelf: Shelf) => movementsOf(db, shelf),
    events: () => takeEvents(db),
    imbalances: async () => [
      ...(await levelsOutOfBalance(db)),
      ...(await reservedOutOfBalance(db)),
    ],
    close: async () => {
      await close();
      await database.drop();
    },
  };
}

export type Stock = Awaited<ReturnType<typeof openStock>>;

const levelAt = (db: Db, store: string, variant: string) =>
  db
    .selectFrom('inventory_levels')
    .select(['on_hand', 'reserved'])
    .where('store_id', '=', store)
    .where('variant_id', '=', variant)
    .executeTakeFirst();

/** Oldest first. */
const movementsOf = (db: Db, { store, variant }: Shelf) =>
  db
    .selectFrom('stock_movements')
    .select(['kind', 'quantity', 'on_hand', 'reference'])
    .where('store_id', '=', store)
    .where('variant_id', '=', variant)
    .orderBy('id')
    .execute();

/** Events since the last call. */
const takeEvents = (db: Db) =>
  statement<StockEvent>(
    db,
    `with taken as (delete from outbox returning *)
     select event, store_id, terminal_id, subject_id, data from taken cross join unnest(events)
     order by position`,
  );

/** As many as the pool has connections; the rest queue here, outside the pool's time-outs. */
export const AT_ONCE = 40;

/** Runs the work many times, `AT_ONCE` concurrently, all released together. */
export async function inParallel<T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < times) {
      const n = next;
      next += 1;
      results[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

export const tally = (values: readonly (string | boolean)[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const value of values) sums[String(value)] = (sums[String(value)] ?? 0) + 1;
  return sums;
};
