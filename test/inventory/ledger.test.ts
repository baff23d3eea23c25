import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  adjust,
  count,
  type LevelUndo,
  lowStock,
  openLevel,
  putBack,
  putLevel,
  receive,
  reserve,
  sellAtCounter,
  transfer,
  undoLevel,
} from '../../src/domains/inventory/index.js';
import { newId } from '../../src/platform/ids.js';
import { waitingForLocks } from '../support/locks.js';
import { openStock, type Shelf, type Stock } from './support.js';

let shop: Stock;
let mug: Shelf;
let tee: Shelf;
let n = 0;

beforeAll(async () => {
  shop = await openStock();
});
beforeEach(async () => {
  n += 1;
  mug = await shop.stock(`MUG-${n}`, 10, { reorderPoint: 4 });
  tee = await shop.stock(`TEE-${n}`, 1);
  await shop.events();
});
afterAll(async () => {
  expect(await shop.imbalances()).toEqual([]);
  await shop.close();
});

const sale = (reference: string, lines: [Shelf, number][], terminalId = 'T-001') => ({
  reference: `${reference}-${n}`,
  storeId: mug.store,
  actorId: null,
  terminalId,
  lines: lines.map(([shelf, quantity]) => ({ variantId: shelf.variant, quantity })),
});

test('takes the goods of many counter sales in one batch, each with its own ledger entry', async () => {
  const first = sale('A', [
    [mug, 2],
    [tee, 1],
  ]);
  const second = sale('B', [[mug, 1]], 'T-002');
  const changes = await shop.run(tx => sellAtCounter(tx, [first, second, first]));
  expect(changes.map(({ sku, onHand, change }) => [sku, onHand, change])).toEqual([
    [`MUG-${n}`, 7, -3],
    [`TEE-${n}`, 0, -1],
  ]);
  expect(await shop.movements(mug)).toEqual([
    { kind: 'initial', quantity: 10, on_hand: 10, reference: null },
    { kind: 'sale', quantity: -2, on_hand: 8, reference: `A-${n}` },
    { kind: 'sale', quantity: -1, on_hand: 7, reference: `B-${n}` },
  ]);
  const events = await shop.events();
  expect(events.map(event => [event.event, event.data.sku, event.terminal_id])).toEqual([
    ['inventory.changed', `MUG-${n}`, null],
    ['inventory.changed', `TEE-${n}`, 'T-001'],
  ]);
});

test('skips the sales of a batch that were posted before', async () => {
  await shop.run(tx => sellAtCounter(tx, [sale('A', [[mug, 2]])]));
  await shop.events();
  const again = [sale('A', [[mug, 2]]), sale('B', [[mug, 1]], 'T-002')];
  await shop.run(tx => sellAtCounter(tx, again));
  expect(await shop.level(mug)).toEqual({ on_hand: 7, reserved: 0 });
  expect((await shop.events()).map(event => event.terminal_id)).toEqual(['T-002']);
  expect(await shop.run(tx => sellAtCounter(tx, again))).toEqual([]);
  expect(await shop.run(tx => sellAtCounter(tx, []))).toEqual([]);
  expect(await shop.events()).toEqual([]);
});

test('lets the counter sell below zero and raises an alert', async () => {
  await shop.run(tx =>
    sellAtCounter(tx, [
      sale('A', [
        [tee, 3],
        [mug, 6],
      ]),
    ]),
  );
  expect(await shop.level(tee)).toEqual({ on_hand: -2, reserved: 0 });
  const alerts = (await shop.events()).filter(event => event.event === 'system.notification');
  expect(alerts.map(event => event.data)).toEqual([
    {
      kind: 'stock_alert',
      alert: 'low',
      message: `MUG-${n} is down to 4; reorder at 4.`,
      variant_id: mug.variant,
      sku: `MUG-${n}`,
      name: 'Goods',
      on_hand: 4,
      reorder_point: 4,
    },
    {
      kind: 'stock_alert',
      alert: 'below_zero',
      message: `TEE-${n} is at -2: more was sold than the recorded stock.`,
      variant_id: tee.variant,
      sku: `TEE-${n}`,
      name: 'Goods',
      on_hand: -2,
      reorder_point: 0,
    },
  ]);
  expect(alerts.map(event => [event.store_id, event.terminal_id])).toEqual([
    [mug.store, 'T-001'],
    [tee.store, 'T-001'],
  ]);
});

test('sells at the counter although the store has no level', async () => {
  const elsewhere = await shop.stock(`ELSE-${n}`, 3, { store: shop.stores[1] });
  const here = { store: shop.stores[0], variant: elsewhere.variant };
  await shop.run(tx => sellAtCounter(tx, [sale('A', [[here, 1]])]));
  expect(await shop.level(here)).toEqual({ on_hand: -1, reserved: 0 });
  expect(await shop.level(elsewhere)).toEqual({ on_hand: 3, reserved: 0 });
});

test('puts goods back once per return and once per void', async () => {
  const lines = [
    { variantId: mug.variant, quantity: 1 },
    { variantId: mug.variant, quantity: 1 },
  ];
  const goods = { reference: `R-${n}`, storeId: mug.store, lines };
  await shop.run(tx => putBack(tx, { ...goods, kind: 'return' }));
  await shop.run(tx => putBack(tx, { ...goods, kind: 'void', reason: 'Wrong till' }));
  const events = await shop.events();
  expect(await shop.run(tx => putBack(tx, { ...goods, kind: 'return' }))).toEqual([]);
  expect(await shop.run(tx => putBack(tx, { ...goods, kind: 'void' }))).toEqual([]);
  expect(await shop.movements(mug)).toEqual([
    { kind: 'initial', quantity: 10, on_hand: 10, reference: null },
    { kind: 'return', quantity: 2, on_hand: 12, reference: `R-${n}` },
    { kind: 'void', quantity: 2, on_hand: 14, reference: `R-${n}` },
  ]);
  expect(events.map(event => [event.data.kind, event.data.change, event.data.on_hand])).toEqual([
    ['return', 2, 12],
    ['void', 2, 14],
  ]);
  expect(await shop.events()).toEqual([]);
});

test('receives a delivery once', async () => {
  const delivery = {
    reference: newId(),
    storeId: mug.store,
    lines: [{ variantId: mug.variant, quantity: 24 }],
    actorId: newId(),
  };
  await shop.run(tx => receive(tx, delivery));
  await shop.run(tx => receive(tx, delivery));
  expect(await shop.level(mug)).toEqual({ on_hand: 34, reserved: 0 });
});

const adjustment = (shelf: Shelf, quantity: number) => ({
  storeId: shelf.store,
  variantId: shelf.variant,
  quantity,
  reason: 'Broken',
  actorId: null,
});

test('adjusts down to zero and not below, even where goods are reserved', async () => {
  await shop.run(tx =>
    reserve(tx, {
      purpose: `adjust:${n}`,
      storeId: mug.store,
      lines: [{ variantId: mug.variant, quantity: 8 }],
    }),
  );
  await shop.events();
  await expect(shop.run(tx => adjust(tx, adjustment(mug, -11)))).rejects.toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    status: 409,
    extra: {
      details: {
        shortages: [{ variant_id: mug.variant, sku: `MUG-${n}`, requested: 11, available: 10 }],
      },
    },
  });
  expect(await shop.level(mug)).toEqual({ on_hand: 10, reserved: 8 });
  expect(await shop.events()).toEqual([]);
  expect(await shop.run(tx => adjust(tx, adjustment(mug, -10)))).toMatchObject({
    onHand: 0,
    reserved: 8,
    change: -10,
    kind: 'adjustment',
  });
});

test('adjusts a level below zero upwards', async () => {
  await shop.run(tx => sellAtCounter(tx, [sale('A', [[tee, 5]])]));
  await shop.run(tx => adjust(tx, adjustment(tee, 2)));
  expect(await shop.level(tee)).toEqual({ on_hand: -2, reserved: 0 });
  await expect(shop.run(tx => adjust(tx, adjustment(tee, -1)))).rejects.toMatchObject({
    code: 'INSUFFICIENT_STOCK',
  });
  expect(await shop.level(tee)).toEqual({ on_hand: -2, reserved: 0 });
});

test('opens a level with an upward adjustment, and creates nothing for a refused one', async () => {
  const there = { store: shop.stores[1], variant: mug.variant };
  await expect(shop.run(tx => adjust(tx, adjustment(there, -1)))).rejects.toMatchObject({
    code: 'INSUFFICIENT_STOCK',
  });
  expect(await shop.level(there)).toBeUndefined();
  await shop.run(tx => adjust(tx, adjustment(there, 3)));
  expect(await shop.level(there)).toEqual({ on_hand: 3, reserved: 0 });
});

test('transfers goods between stores, except reserved ones', async () => {
  const there = { store: shop.stores[1], variant: mug.variant };
  await shop.run(tx =>
    reserve(tx, {
      purpose: `transfer:${n}`,
      storeId: mug.store,
      lines: [{ variantId: mug.variant, quantity: 7 }],
    }),
  );
  await shop.events();
  const move = (quantities: number[]) =>
    shop.run(tx =>
      transfer(tx, {
        fromStoreId: mug.store,
        toStoreId: there.store,
        lines: [
          ...quantities.map(quantity => ({ variantId: mug.variant, quantity })),
          { variantId: tee.variant, quantity: 1 },
        ],
        reason: 'Needed there',
        actorId: null,
      }),
    );
  await expect(move([2, 2])).rejects.toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    extra: {
      details: {
        shortages: [{ variant_id: mug.variant, sku: `MUG-${n}`, requested: 4, available: 3 }],
      },
    },
  });
  expect(await shop.level(mug)).toEqual({ on_hand: 10, reserved: 7 });
  expect(await shop.level(tee)).toEqual({ on_hand: 1, reserved: 0 });
  expect(await shop.level(there)).toBeUndefined();
  expect(await shop.events()).toEqual([]);

  const { id } = await move([2, 1]);
  expect(await shop.level(mug)).toEqual({ on_hand: 7, reserved: 7 });
  expect(await shop.level(there)).toEqual({ on_hand: 3, reserved: 0 });
  expect((await shop.movements(mug)).at(-1)).toEqual({
    kind: 'transfer_out',
    quantity: -3,
    on_hand: 7,
    reference: id,
  });
  expect(await shop.movements(there)).toEqual([
    { kind: 'transfer_in', quantity: 3, on_hand: 3, reference: id },
  ]);
  const events = await shop.events();
  expect(events.map(event => [event.store_id, event.data.sku, event.data.change])).toEqual([
    [mug.store, `MUG-${n}`, -3],
    [mug.store, `TEE-${n}`, -1],
    [there.store, `MUG-${n}`, 3],
    [there.store, `TEE-${n}`, 1],
  ]);
});

test('sets levels to the counted stock and records differences only', async () => {
  const elsewhere = await shop.stock(`ELSE-${n}`, 3, { store: shop.stores[1] });
  await shop.events();
  const { id, lines } = await shop.run(tx =>
    count(tx, {
      storeId: mug.store,
      counts: [
        { variantId: tee.variant, counted: 1 },
        { variantId: mug.variant, counted: 3 },
        { variantId: elsewhere.variant, counted: 0 },
      ],
      reason: 'Year end',
      actorId: null,
    }),
  );
  expect(lines).toEqual([
    { variantId: tee.variant, sku: `TEE-${n}`, expected: 1, counted: 1, unit: 'piece' },
    { variantId: mug.variant, sku: `MUG-${n}`, expected: 10, counted: 3, unit: 'piece' },
    { variantId: elsewhere.variant, sku: `ELSE-${n}`, expected: 0, counted: 0, unit: 'piece' },
  ]);
  expect(await shop.movements(tee)).toHaveLength(1);
  expect((await shop.movements(mug)).at(-1)).toEqual({
    kind: 'count',
    quantity: -7,
    on_hand: 3,
    reference: id,
  });
  const events = await shop.events();
  expect(events.map(event => [event.event, event.data.sku, event.data.on_hand])).toEqual([
    ['inventory.changed', `MUG-${n}`, 3],
    ['inventory.changed', `ELSE-${n}`, 0],
    ['system.notification', `MUG-${n}`, 3],
  ]);
});

test('corrects a level below zero with a count', async () => {
  await shop.run(tx => sellAtCounter(tx, [sale('A', [[tee, 3]])]));
  await shop.run(tx =>
    count(tx, {
      storeId: tee.store,
      counts: [{ variantId: tee.variant, counted: 4 }],
      reason: '',
      actorId: null,
    }),
  );
  expect((await shop.movements(tee)).at(-1)).toMatchObject({ quantity: 6, on_hand: 4 });
});

/** Imports a stock of `onHand` and returns what the undo has to take back. */
async function imported(sku: string, onHand: number): Promise<LevelUndo> {
  const changes: LevelUndo[] = [];
  const row = { storeId: mug.store, sku, onHand, actorId: null };
  await shop.run(tx => putLevel(tx, row, change => changes.push(change)));
  const [change] = changes;
  if (change === undefined) throw new Error('the import changed nothing');
  return change;
}

/** Returns as soon as the work of another session waits for the lock of a level. */
const waits = async <T>(work: Promise<T>): Promise<{ work: Promise<T> }> => {
  await vi.waitFor(async () => expect(await waitingForLocks(shop.db)).toBe(1), { timeout: 10_000 });
  return { work };
};

test('undoes what an import moved, although a till sold while it ran', async () => {
  const { work } = await shop.run(async tx => {
    await sellAtCounter(tx, [sale('during-import', [[mug, 3]])]);
    return waits(imported(`MUG-${n}`, 20));
  });
  const change = await work;
  expect(change.moved).toBe(13);
  expect(await shop.run(tx => undoLevel(tx, change, null))).toEqual([]);
  expect(await shop.level(mug)).toEqual({ on_hand: 7, reserved: 0 });
});

test('leaves the goods that are reserved while an import is undone', async () => {
  const change = await imported(`TEE-${n}`, 11);
  const { work } = await shop.run(async tx => {
    const lines = [{ variantId: tee.variant, quantity: 8 }];
    const held = await reserve(tx, { purpose: `during-undo-${n}`, storeId: tee.store, lines });
    expect(held.ok).toBe(true);
    return waits(shop.run(undoing => undoLevel(undoing, change, null)));
  });
  expect(await work).toEqual([
    { record: 'level', key: `TEE-${n}`, reason: 'stock_used', fields: [] },
  ]);
  expect(await shop.level(tee)).toEqual({ on_hand: 8, reserved: 8 });
});

test('lists the most urgent reorders first', async () => {
  const store = newId();
  await shop.db
    .insertInto('stores')
    .values({ id: store, code: `LOW${n}`, name: 'Low' })
    .execute();
  const put = async (sku: string, onHand: number, reorderPoint: number, isActive = true) => {
    const { variant } = await shop.stock(`${sku}-${n}`, 0, { store: shop.stores[1] });
    await shop.run(tx =>
      openLevel(tx, {
        storeId: store,
        variantId: variant,
        onHand,
        reorderPoint,
        isActive,
        actorId: null,
      }),
    );
  };
  await put('EDGE', 5, 5);
  await put('ABOVE', 6, 5);
  await put('FAR', 1, 9);
  await put('UNWATCHED', 0, 0);
  await put('OFF', 0, 5, false);
  const low = await lowStock(shop.db, [store], 10);
  expect(low.map(level => [level.sku, level.name, level.on_hand, level.reorder_point])).toEqual([
    [`FAR-${n}`, 'Goods', 1, 9],
    [`EDGE-${n}`, 'Goods', 5, 5],
  ]);
  expect(await lowStock(shop.db, [store], 1)).toHaveLength(1);
});

test('detects a manipulated balance', async () => {
  await shop.db
    .updateTable('inventory_levels')
    .set({ on_hand: 11, reserved: 2 })
    .where('variant_id', '=', mug.variant)
    .execute();
  expect(await shop.imbalances()).toEqual([
    { store_id: mug.store, variant_id: mug.variant, recorded: 11, expected: 10 },
    { store_id: mug.store, variant_id: mug.variant, recorded: 2, expected: 0 },
  ]);
  await shop.db
    .updateTable('inventory_levels')
    .set({ on_hand: 10, reserved: 0 })
    .where('variant_id', '=', mug.variant)
    .execute();
});
