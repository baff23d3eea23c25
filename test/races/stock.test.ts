import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adjust,
  commitReservation,
  count,
  putBack,
  release,
  reserve,
  sellAtCounter,
  transfer,
} from '../../src/domains/inventory/index.js';
import { statement, type Tx } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import {
  AT_ONCE,
  inParallel,
  openStock,
  type Shelf,
  type Stock,
  tally,
} from '../inventory/support.js';

let shop: Stock;

beforeAll(async () => {
  shop = await openStock({ poolSize: AT_ONCE });
});
afterAll(() => shop.close());

/** A single attempt: a deadlock that a retry would hide must fail here. */
const once = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => shop.db.transaction().execute(work);

const line = ({ variant }: Shelf, quantity = 1) => ({ variantId: variant, quantity });

test('reserves exactly the 10 units there are for 200 concurrent shoppers', async () => {
  const mug = await shop.stock('RACE-10', 10);
  const outcomes = await inParallel(200, n =>
    once(tx => reserve(tx, { purpose: `ten:${n}`, storeId: mug.store, lines: [line(mug)] })),
  );
  expect(tally(outcomes.map(outcome => outcome.ok))).toEqual({ true: 10, false: 190 });
  expect(await shop.level(mug)).toEqual({ on_hand: 10, reserved: 10 });
});

test('reserves 100 of 100 units in 1,000 attempts, and each refusal names the stock left', async () => {
  const tee = await shop.stock('RACE-100', 100);
  const outcomes = await inParallel(1_000, n =>
    once(tx => reserve(tx, { purpose: `hundred:${n}`, storeId: tee.store, lines: [line(tee)] })),
  );
  expect(tally(outcomes.map(outcome => outcome.ok))).toEqual({ true: 100, false: 900 });
  const refused = outcomes.flatMap(outcome => (outcome.ok ? [] : outcome.shortages));
  expect(new Set(refused.map(shortage => JSON.stringify(shortage)))).toEqual(
    new Set([
      JSON.stringify({ sku: 'RACE-100', available: 0, requested: 1, variant_id: tee.variant }),
    ]),
  );
  expect(await shop.level(tee)).toEqual({ on_hand: 100, reserved: 100 });
});

test('deadlocks no carts that list two articles in opposite order', async () => {
  const [a, b] = [await shop.stock('CROSS-A', 70), await shop.stock('CROSS-B', 90)];
  const outcomes = await inParallel(200, n =>
    once(tx =>
      reserve(tx, {
        purpose: `crossing:${n}`,
        storeId: a.store,
        lines: n % 2 === 0 ? [line(a), line(b)] : [line(b), line(a)],
      }),
    ),
  );
  expect(tally(outcomes.map(outcome => outcome.ok))).toEqual({ true: 70, false: 130 });
  expect(await shop.level(a)).toEqual({ on_hand: 70, reserved: 70 });
  expect(await shop.level(b)).toEqual({ on_hand: 90, reserved: 70 });
});

test('reserves once when one purpose is requested 50 times concurrently', async () => {
  const last = await shop.stock('RACE-PURPOSE', 3);
  const outcomes = await inParallel(50, () =>
    once(tx => reserve(tx, { purpose: 'one-cart', storeId: last.store, lines: [line(last, 3)] })),
  );
  const ids = outcomes.map(outcome => (outcome.ok ? outcome.reservationId : 'refused'));
  expect(new Set(ids).size).toBe(1);
  expect(tally(outcomes.map(outcome => outcome.ok && outcome.repeated))).toEqual({
    true: 49,
    false: 1,
  });
  expect(await shop.level(last)).toEqual({ on_hand: 3, reserved: 3 });
});

test('lets either the sale or the cancellation win when both are concurrent', async () => {
  const rounds = 100;
  const goods = await shop.stock('RACE-CLOSE', rounds);
  await inParallel(rounds, n =>
    once(tx => reserve(tx, { purpose: `close:${n}`, storeId: goods.store, lines: [line(goods)] })),
  );
  const results = await inParallel(rounds, async n => {
    const sell = () =>
      once(tx => commitReservation(tx, `close:${n}`, { kind: 'sale', reference: `close:${n}` }));
    const cancel = () => once(tx => release(tx, `close:${n}`));
    if (n % 2 === 0) {
      const [sold, freed] = await Promise.all([sell(), cancel()]);
      return { sold, freed };
    }
    const [freed, sold] = await Promise.all([cancel(), sell()]);
    return { sold, freed };
  });
  const winners = results.map(({ sold, freed }) => {
    if (sold.ok) return freed.status === 'committed' && !freed.changed ? 'sold' : 'both';
    return sold.reason === 'released' && freed.changed ? 'freed' : 'neither';
  });
  const { sold = 0, freed = 0, ...wrong } = tally(winners);
  expect(wrong).toEqual({});
  expect(sold + freed).toBe(rounds);
  expect(await shop.level(goods)).toEqual({ on_hand: rounds - sold, reserved: 0 });
});

test('closes a reservation once when it is closed 40 times concurrently', async () => {
  const goods = await shop.stock('RACE-TWICE', 5);
  for (const purpose of ['sold-often', 'freed-often']) {
    await once(tx => reserve(tx, { purpose, storeId: goods.store, lines: [line(goods, 2)] }));
  }
  const sold = await inParallel(40, () =>
    once(tx => commitReservation(tx, 'sold-often', { kind: 'sale', reference: 'often' })),
  );
  const freed = await inParallel(40, () => once(tx => release(tx, 'freed-often')));
  expect(tally(sold.map(outcome => outcome.ok && outcome.repeated))).toEqual({
    true: 39,
    false: 1,
  });
  expect(tally(freed.map(outcome => outcome.changed))).toEqual({ true: 1, false: 39 });
  expect(await shop.level(goods)).toEqual({ on_hand: 3, reserved: 0 });
});

test('takes stock once when a counter sale is posted 50 times concurrently', async () => {
  const goods = await shop.stock('RACE-POST', 20);
  const sale = {
    reference: newId(),
    storeId: goods.store,
    lines: [line(goods, 2), line(goods)],
    actorId: null,
    terminalId: 'T-001',
  };
  const posted = await inParallel(50, () => once(tx => sellAtCounter(tx, [sale])));
  expect(tally(posted.map(changes => changes.length === 1))).toEqual({ true: 1, false: 49 });
  expect(await shop.level(goods)).toEqual({ on_hand: 17, reserved: 0 });
  expect(await shop.movements(goods)).toEqual([
    { kind: 'initial', quantity: 20, on_hand: 20, reference: null },
    { kind: 'sale', quantity: -3, on_hand: 17, reference: sale.reference },
  ]);
});

test('counts every sale once in overlapping batches of opposite order', async () => {
  const shelves = await Promise.all(
    ['A', 'B', 'C', 'D'].map(name => shop.stock(`BATCH-${name}`, 1_000)),
  );
  const sales = Array.from({ length: 120 }, (_, n) => ({
    reference: `batch:${n}`,
    storeId: shop.stores[0],
    lines: shelves.map(shelf => line(shelf)).sort(() => (n % 2 === 0 ? 1 : -1)),
  }));
  await inParallel(60, n =>
    once(tx => {
      const window = Array.from({ length: 40 }, (_, i) => sales[(n * 7 + i) % sales.length]);
      const batch = window.flatMap(sale => sale ?? []);
      return sellAtCounter(tx, n % 2 === 0 ? batch : batch.reverse());
    }),
  );
  for (const shelf of shelves) {
    expect(await shop.level(shelf)).toEqual({ on_hand: 880, reserved: 0 });
  }
});

test('holds the counted stock when many people count a new article concurrently', async () => {
  const { variant } = await shop.stock('RACE-COUNT', 0, { store: shop.stores[1] });
  const elsewhere = { store: shop.stores[0], variant };
  await inParallel(30, () =>
    once(tx =>
      count(tx, {
        storeId: elsewhere.store,
        counts: [{ variantId: variant, counted: 7 }],
        reason: '',
        actorId: null,
      }),
    ),
  );
  expect(await shop.level(elsewhere)).toEqual({ on_hand: 7, reserved: 0 });
  expect(await shop.movements(elsewhere)).toHaveLength(1);
});

test('keeps every level equal to its movements and open reservations on a busy day', async () => {
  const [here, there] = shop.stores;
  const shelves = await Promise.all(
    [40, 60, 80].map((onHand, n) => shop.stock(`DAY-${n}`, onHand)),
  );
  const pick = (n: number): Shelf => shelves[n % shelves.length] as Shelf;
  const quietly = <T>(work: (tx: Tx) => Promise<T>) => once(work).catch(refusedOnly);
  const deeds = [
    (n: number) => once(tx => sellAtCounter(tx, [saleOf(n, [pick(n + 1), pick(n)], here)])),
    (n: number) => once(tx => putBack(tx, { kind: 'void', ...saleOf(n - 1, [pick(n)], here) })),
    (n: number) => once(tx => reserve(tx, holdOf(n, [pick(n + 2), pick(n)], here))),
    (n: number) => once(tx => reserve(tx, holdOf(n, [pick(n)], here))),
    (n: number) =>
      once(tx => commitReservation(tx, `day:${n - 2}`, { kind: 'sale', reference: `w:${n}` })),
    (n: number) => once(tx => release(tx, `day:${n - 2}`)),
    (n: number) =>
      quietly(tx =>
        adjust(tx, {
          storeId: here,
          variantId: pick(n).variant,
          quantity: n % 4 === 0 ? 3 : -3,
          reason: 'Found and lost',
          actorId: null,
        }),
      ),
    (n: number) =>
      quietly(tx =>
        transfer(tx, {
          fromStoreId: n % 3 === 0 ? there : here,
          toStoreId: n % 3 === 0 ? here : there,
          lines: [line(pick(n + 1)), line(pick(n))],
          reason: '',
          actorId: null,
        }),
      ),
    (n: number) =>
      quietly(tx =>
        count(tx, {
          storeId: there,
          counts: [{ variantId: pick(n).variant, counted: n % 9 }],
          reason: '',
          actorId: null,
        }),
      ),
  ];
  await inParallel(900, async n => void (await deeds[n % deeds.length]?.(n)));
  expect(await shop.imbalances()).toEqual([]);
});

const saleOf = (n: number, shelves: Shelf[], storeId: string) => ({
  reference: `day:${n}`,
  storeId,
  lines: shelves.map(shelf => line(shelf)),
});

const holdOf = (n: number, shelves: Shelf[], storeId: string) => ({
  purpose: `day:${n}`,
  storeId,
  lines: shelves.map(shelf => line(shelf)),
});

const refusedOnly = (error: unknown): undefined => {
  if ((error as { code?: string }).code !== 'INSUFFICIENT_STOCK') throw error;
};

test('refuses in the database to reserve more than there is', async () => {
  const goods = await shop.stock('GUARD', 2);
  const write = (change: string) =>
    statement(shop.db, `update inventory_levels set ${change} where variant_id = $1`, [
      goods.variant,
    ]);
  await expect(write('reserved = 3')).rejects.toMatchObject({
    code: '23514',
    constraint: 'reservation_within_stock',
  });
  await expect(write('reserved = -1')).rejects.toMatchObject({
    constraint: 'reserved_not_negative',
  });
  await expect(
    statement(
      shop.db,
      'insert into inventory_levels (id, store_id, variant_id, on_hand, reserved) values ($1, $2, $3, 1, 2)',
      [newId(), shop.stores[1], goods.variant],
    ),
  ).rejects.toMatchObject({ constraint: 'reservation_within_stock' });
  expect(await shop.level(goods)).toEqual({ on_hand: 2, reserved: 0 });
});

test('refuses in the database to change the stock ledger', async () => {
  const goods = await shop.stock('LEDGER', 4);
  for (const text of [
    'update stock_movements set quantity = 5 where variant_id = $1',
    'delete from stock_movements where variant_id = $1',
  ]) {
    await expect(statement(shop.db, text, [goods.variant])).rejects.toThrow(
      /never changed or deleted/,
    );
  }
  expect(await shop.movements(goods)).toEqual([
    { kind: 'initial', quantity: 4, on_hand: 4, reference: null },
  ]);
});

test('keeps every level equal to its movements and open reservations after all of these races', async () => {
  expect(await shop.imbalances()).toEqual([]);
});
