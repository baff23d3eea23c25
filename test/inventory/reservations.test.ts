import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  availability,
  commitReservation,
  release,
  releaseExpired,
  reserve,
  sellAtCounter,
} from '../../src/domains/inventory/index.js';
import { newId } from '../../src/platform/ids.js';
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
  mug = await shop.stock(`MUG-${n}`, 5);
  tee = await shop.stock(`TEE-${n}`, 2);
  await shop.events();
});
afterAll(async () => {
  expect(await shop.imbalances()).toEqual([]);
  await shop.close();
});

const hold = (lines: [Shelf, number][], purpose = `cart:${n}`, expiresAt?: Date) =>
  shop.run(tx =>
    reserve(tx, {
      purpose,
      storeId: mug.store,
      lines: lines.map(([shelf, quantity]) => ({ variantId: shelf.variant, quantity })),
      expiresAt,
    }),
  );

test('reserves every line and publishes an event to the store', async () => {
  const outcome = await hold([
    [mug, 2],
    [tee, 2],
    [mug, 1],
  ]);
  expect(outcome).toMatchObject({ ok: true, status: 'held', repeated: false });
  expect(await shop.level(mug)).toEqual({ on_hand: 5, reserved: 3 });
  expect(await shop.level(tee)).toEqual({ on_hand: 2, reserved: 2 });
  const events = await shop.events();
  expect(events.map(({ event, store_id, data }) => ({ event, store_id, data }))).toEqual([
    {
      event: 'inventory.changed',
      store_id: mug.store,
      data: {
        variant_id: mug.variant,
        sku: `MUG-${n}`,
        on_hand: 5,
        reserved: 3,
        available: 2,
        reorder_point: 0,
        change: 0,
        kind: 'reserve',
      },
    },
    {
      event: 'inventory.changed',
      store_id: tee.store,
      data: {
        variant_id: tee.variant,
        sku: `TEE-${n}`,
        on_hand: 2,
        reserved: 2,
        available: 0,
        reorder_point: 0,
        change: 0,
        kind: 'reserve',
      },
    },
  ]);
});

test('reserves nothing when one line is short, and names what is missing', async () => {
  const stranger = newId();
  const outcome = await hold([
    [mug, 1],
    [tee, 2],
    [tee, 1],
    [{ store: mug.store, variant: stranger }, 1],
  ]);
  expect(outcome).toEqual({
    ok: false,
    shortages: [
      { variant_id: tee.variant, sku: `TEE-${n}`, requested: 3, available: 2 },
      { variant_id: stranger, sku: null, requested: 1, available: 0 },
    ],
  });
  expect(await shop.level(mug)).toEqual({ on_hand: 5, reserved: 0 });
  expect(await shop.level(tee)).toEqual({ on_hand: 2, reserved: 0 });
  expect(await shop.events()).toEqual([]);
  expect(await hold([[tee, 2]])).toMatchObject({ ok: true, repeated: false });
});

test('returns the existing reservation for the same purpose, even without stock', async () => {
  const first = await hold([[tee, 2]]);
  await shop.events();
  const again = await hold([[tee, 2]]);
  expect(again).toEqual({ ...first, repeated: true });
  expect(await shop.level(tee)).toEqual({ on_hand: 2, reserved: 2 });
  expect(await shop.events()).toEqual([]);
  await shop.run(tx => release(tx, `cart:${n}`));
  expect(await hold([[tee, 2]])).toEqual({ ...first, status: 'released', repeated: true });
  expect(await shop.level(tee)).toEqual({ on_hand: 2, reserved: 0 });
});

test('reserves nothing from a disabled level', async () => {
  const off = await shop.stock(`OFF-${n}`, 9, { isActive: false });
  const outcome = await hold([[off, 1]]);
  expect(outcome).toEqual({
    ok: false,
    shortages: [{ variant_id: off.variant, sku: `OFF-${n}`, requested: 1, available: 0 }],
  });
  await hold([[mug, 4]], `other:${n}`);
  const elsewhere = newId();
  expect(await availability(shop.db, mug.store, [mug.variant, off.variant, elsewhere])).toEqual(
    new Map([
      [mug.variant, 1],
      [off.variant, 0],
      [elsewhere, 0],
    ]),
  );
});

test('sells what it reserved, records the movements, and does it once', async () => {
  await hold([
    [mug, 2],
    [tee, 1],
  ]);
  await shop.events();
  const actorId = newId();
  const sell = () =>
    shop.run(tx =>
      commitReservation(tx, `cart:${n}`, { kind: 'sale', reference: `TXN-${n}`, actorId }),
    );
  expect(await sell()).toEqual({ ok: true, repeated: false });
  const events = await shop.events();
  expect(await sell()).toEqual({ ok: true, repeated: true });
  expect(await shop.level(mug)).toEqual({ on_hand: 3, reserved: 0 });
  expect(await shop.level(tee)).toEqual({ on_hand: 1, reserved: 0 });
  expect(await shop.movements(mug)).toEqual([
    { kind: 'initial', quantity: 5, on_hand: 5, reference: null },
    { kind: 'sale', quantity: -2, on_hand: 3, reference: `TXN-${n}` },
  ]);
  expect(events.map(event => [event.data.sku, event.data.kind, event.data.change])).toEqual([
    [`MUG-${n}`, 'sale', -2],
    [`TEE-${n}`, 'sale', -1],
  ]);
  expect(await shop.events()).toEqual([]);
});

test('does not post a counter sale for a sold reservation', async () => {
  await hold([[mug, 2]]);
  await shop.run(tx => commitReservation(tx, `cart:${n}`, { kind: 'sale', reference: `W-${n}` }));
  const lines = [{ variantId: mug.variant, quantity: 2 }];
  await shop.run(tx => sellAtCounter(tx, [{ reference: `W-${n}`, storeId: mug.store, lines }]));
  expect(await shop.level(mug)).toEqual({ on_hand: 3, reserved: 0 });
});

test('releases once, and never after the sale', async () => {
  await hold([[mug, 2]], `freed:${n}`);
  await hold([[mug, 1]], `sold:${n}`);
  expect(await shop.run(tx => release(tx, `freed:${n}`))).toEqual({
    status: 'released',
    changed: true,
  });
  expect(await shop.run(tx => release(tx, `freed:${n}`))).toEqual({
    status: 'released',
    changed: false,
  });
  await shop.run(tx => commitReservation(tx, `sold:${n}`, { kind: 'sale', reference: `S-${n}` }));
  expect(await shop.run(tx => release(tx, `sold:${n}`))).toEqual({
    status: 'committed',
    changed: false,
  });
  expect(await shop.level(mug)).toEqual({ on_hand: 4, reserved: 0 });
});

test('cannot sell or release an unknown reservation', async () => {
  const sale = { kind: 'sale' as const, reference: `N-${n}` };
  expect(await shop.run(tx => commitReservation(tx, 'nobody', sale))).toEqual({
    ok: false,
    reason: 'unknown',
  });
  expect(await shop.run(tx => release(tx, 'nobody'))).toEqual({
    status: 'unknown',
    changed: false,
  });
  await hold([[mug, 1]]);
  await shop.run(tx => release(tx, `cart:${n}`));
  expect(await shop.run(tx => commitReservation(tx, `cart:${n}`, sale))).toEqual({
    ok: false,
    reason: 'released',
  });
  expect(await shop.movements(mug)).toHaveLength(1);
});

test('refuses to sell reserved goods that the counter sold meanwhile', async () => {
  await hold([
    [tee, 2],
    [mug, 1],
  ]);
  const lines = [{ variantId: tee.variant, quantity: 1 }];
  await shop.run(tx => sellAtCounter(tx, [{ reference: `C-${n}`, storeId: tee.store, lines }]));
  const sale = { kind: 'sale' as const, reference: `X-${n}` };
  expect(await shop.run(tx => commitReservation(tx, `cart:${n}`, sale))).toEqual({
    ok: false,
    reason: 'short',
    shortages: [{ variant_id: tee.variant, sku: `TEE-${n}`, requested: 2, available: 1 }],
  });
  expect(await shop.level(tee)).toEqual({ on_hand: 1, reserved: 2 });
  expect(await shop.level(mug)).toEqual({ on_hand: 5, reserved: 1 });
  await shop.events();
  expect(
    await shop.run(tx => commitReservation(tx, `cart:${n}`, { ...sale, customerHasGoods: true })),
  ).toEqual({ ok: true, repeated: false });
  expect(await shop.level(tee)).toEqual({ on_hand: -1, reserved: 0 });
  const alerts = (await shop.events()).filter(event => event.event === 'system.notification');
  expect(alerts.map(event => [event.data.sku, event.data.alert])).toEqual([
    [`TEE-${n}`, 'below_zero'],
  ]);
});

test('reserves nothing for a cart without stocked goods, and closes it all the same', async () => {
  expect(await hold([])).toMatchObject({ ok: true, repeated: false });
  const sale = { kind: 'sale' as const, reference: `D-${n}` };
  expect(await shop.run(tx => commitReservation(tx, `cart:${n}`, sale))).toEqual({
    ok: true,
    repeated: false,
  });
  expect(await shop.events()).toEqual([]);
});

test('rolls the reservation back with its transaction', async () => {
  await expect(
    shop.run(async tx => {
      const lines = [{ variantId: mug.variant, quantity: 2 }];
      await reserve(tx, { purpose: `lost:${n}`, storeId: mug.store, lines });
      throw new Error('the card was declined');
    }),
  ).rejects.toThrow('the card was declined');
  expect(await shop.level(mug)).toEqual({ on_hand: 5, reserved: 0 });
  expect(await shop.events()).toEqual([]);
});

test('releases expired reservations, oldest first', async () => {
  const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 12, minute));
  await hold([[mug, 1]], `late:${n}`, at(30));
  await hold([[mug, 1]], `early:${n}`, at(10));
  await hold([[tee, 1]], `edge:${n}`, at(20));
  await hold([[tee, 1]], `open:${n}`);
  expect(await shop.run(tx => releaseExpired(tx, at(20), 1))).toBe(1);
  expect(await shop.level(mug)).toEqual({ on_hand: 5, reserved: 1 });
  expect(await shop.run(tx => releaseExpired(tx, at(20)))).toBe(1);
  expect(await shop.run(tx => releaseExpired(tx, at(20)))).toBe(0);
  expect(await shop.level(mug)).toEqual({ on_hand: 5, reserved: 1 });
  expect(await shop.level(tee)).toEqual({ on_hand: 2, reserved: 1 });
});
