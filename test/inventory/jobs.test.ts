import { afterAll, beforeAll, expect, test } from 'vitest';
import { release, reserve } from '../../src/domains/inventory/index.js';
import { purgeReservations } from '../../src/domains/inventory/jobs.js';
import type { Platform } from '../../src/platform/platform.js';
import { openStock, type Stock } from './support.js';

let shop: Stock;
const NOW = new Date('2031-06-15T03:00:00Z');

beforeAll(async () => {
  shop = await openStock();
});
afterAll(() => shop.close());

const platform = (): Platform => ({ db: shop.db, clock: { now: () => NOW } }) as Platform;

test('deletes closed reservations after 90 days and keeps the open ones', async () => {
  const mug = await shop.stock('MUG', 9);
  const closed: [purpose: string, closedAt: string | null][] = [
    ['long ago', '2031-03-17T02:59:59Z'],
    ['just in time', '2031-03-17T03:00:00Z'],
    ['open for ages', null],
  ];
  for (const [purpose, closedAt] of closed) {
    const lines = [{ variantId: mug.variant, quantity: 1 }];
    await shop.run(tx => reserve(tx, { purpose, storeId: mug.store, lines }));
    if (closedAt === null) continue;
    await shop.run(tx => release(tx, purpose));
    await shop.db
      .updateTable('reservations')
      .set({ closed_at: closedAt })
      .where('purpose', '=', purpose)
      .execute();
  }
  await purgeReservations.run(platform(), {});
  const kept = await shop.db
    .selectFrom('reservations')
    .select('purpose')
    .orderBy('purpose')
    .execute();
  expect(kept.map(row => row.purpose)).toEqual(['just in time', 'open for ages']);
  const lines = await shop.db.selectFrom('reservation_lines').selectAll().execute();
  expect(lines).toHaveLength(2);
  expect(await shop.imbalances()).toEqual([]);
});
