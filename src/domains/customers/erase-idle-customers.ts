import { addMs, DAY_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import { Failure } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { addressesOfOrders, salesOnTheWay } from '../fulfillments/index.js';
import { idleCustomers } from '../people/index.js';
import { lastSalesOf, oldGuestOrders } from '../transactions/index.js';
import { eraseCustomer, eraseOrders } from './erase-customer.js';
import { readMentions } from './erase-mentions.js';
import { retentionOfStores } from './repository.js';

const BATCH = 200;

/**
 * Erases customers who stayed away for longer than every store they bought at keeps their data, and
 * the contacts of guests in orders that are older than their store keeps them.
 */
export async function eraseIdleCustomers(platform: Platform): Promise<void> {
  const days = await retentionOfStores(platform.db);
  if (days.size === 0) return;
  await eraseCustomers(platform, days);
  for (const [storeId, kept] of days) await eraseGuests(platform, storeId, kept);
}

async function eraseCustomers(
  platform: Platform,
  days: ReadonlyMap<string, number>,
): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const before = addMs(now, -Math.min(...days.values()) * DAY_MS);
  let afterId: string | null = null;
  for (;;) {
    const batch = await idleCustomers(db, afterId, before, BATCH);
    const sales = await lastSalesOf(
      db,
      batch.map(({ id }) => id),
    );
    for (const customer of batch) {
      const own = sales.filter(sale => sale.customer_id === customer.id);
      const stores = own.length > 0 ? own.map(sale => sale.store_id) : [customer.home_store_id];
      const kept = stores.map(id => (id === null ? undefined : days.get(id)));
      if (kept.some(value => value === undefined)) continue;
      const lastAt = Math.max(+customer.seen_at, ...own.map(sale => +sale.last_at));
      const isOver = lastAt < +now - Math.max(...(kept as number[])) * DAY_MS;
      if (isOver) await eraseUnlessBusy(platform, customer.id);
    }
    afterId = batch.at(-1)?.id ?? null;
    if (batch.length < BATCH) return;
  }
}

/** An order on its way is erased by a later run. */
async function eraseUnlessBusy(platform: Platform, id: string): Promise<void> {
  try {
    await eraseCustomer(platform, id, 'retention');
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'ORDER_ON_ITS_WAY') throw error;
  }
}

async function eraseGuests(platform: Platform, storeId: string, days: number): Promise<void> {
  const { db, clock } = platform;
  const before = addMs(clock.now(), -days * DAY_MS);
  let afterId: string | null = null;
  for (;;) {
    const batch = await oldGuestOrders(db, storeId, before, afterId, BATCH);
    await atomically(db, async tx => {
      const busy = new Set(
        await salesOnTheWay(
          tx,
          batch.map(({ id }) => id),
        ),
      );
      const done = batch.filter(sale => !busy.has(sale.id));
      const saleIds = done.map(sale => sale.id);
      const typed = await addressesOfOrders(tx, saleIds);
      // Deletes what is older than the retention of guests, no matter who typed the address.
      const emails = [...new Set([...done.flatMap(sale => sale.email ?? []), ...typed])];
      const mentions = await readMentions(tx, done, []);
      await eraseOrders(tx, platform, done, { ids: [], emails, mentions, before });
    });
    afterId = batch.at(-1)?.id ?? null;
    if (batch.length < BATCH) return;
  }
}
