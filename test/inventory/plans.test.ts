import { afterAll, beforeAll, expect, it } from 'vitest';
import { commitReservation, release, reserve } from '../../src/domains/inventory/index.js';
import { statement, type Tx } from '../../src/platform/database/tx.js';
import { rowsRead } from '../support/rows-read.js';
import { openStock, type Shelf, type Stock } from './support.js';

let shop: Stock;
let mug: Shelf;

const TABLES = ['inventory_levels', 'reservations'];
const GOODS = 100;
const ORDERS = 300;

/** A new shop: its tables have no statistics yet, and plans are made once. */
beforeAll(async () => {
  shop = await openStock({ poolSize: 1 });
  // Fresh statistics would replace the plans, and of so few goods a scan is the best plan.
  for (const table of TABLES) {
    await shop.run(tx => statement(tx, `alter table ${table} set (autovacuum_enabled = false)`));
  }
  mug = await shop.stock('MUG', 1_000);
  await hold('order:0');
  await shop.run(tx => commitReservation(tx, 'order:0', { kind: 'sale', reference: 'order:0' }));
  await hold('order:0a');
  await shop.run(tx => release(tx, 'order:0a'));
  for (let n = 1; n < GOODS; n += 1) await shop.stock(`GOODS-${n}`, 10);
  for (let n = 1; n <= ORDERS; n += 1) await hold(`order:${n}`);
});
afterAll(() => shop.close());

const request = (purpose: string) => ({
  purpose,
  storeId: mug.store,
  lines: [{ variantId: mug.variant, quantity: 1 }],
});
const hold = (purpose: string) => shop.run(tx => reserve(tx, request(purpose)));

const readSoFar = (tx: Tx) => Promise.all(TABLES.map(table => rowsRead(tx, table)));

/** One to three rows each, and a few dead ones that other transactions still see; a scan reads 100 or more. */
const isNoScan = (counts: number[]): boolean => counts.every(count => count <= 10);

/** Rows of levels and reservations that the work reads. */
const readBy = (work: (tx: Tx) => Promise<unknown>) =>
  shop.run(async tx => {
    const before = await readSoFar(tx);
    await work(tx);
    const after = await readSoFar(tx);
    return after.map((count, at) => count - (before[at] ?? 0));
  });

it("reserves goods without a scan of the store's other goods", async () => {
  expect(await readBy(tx => reserve(tx, request('order:new')))).toSatisfy(isNoScan);
});

it('sells reserved goods without a scan of other reservations', async () => {
  const sale = { kind: 'sale', reference: 'order:1' } as const;
  expect(await readBy(tx => commitReservation(tx, 'order:1', sale))).toSatisfy(isNoScan);
});

it('releases goods without a scan of other reservations', async () => {
  expect(await readBy(tx => release(tx, 'order:2'))).toSatisfy(isNoScan);
});
