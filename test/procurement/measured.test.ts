import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelsOutOfBalance } from '../../src/domains/inventory/index.js';
import { type Office, ok, openOffice } from './support.js';

const SKU = 'GRUYERE-KG';
let office: Office;
let manager: string;
beforeAll(async () => {
  office = await openOffice({ background: false });
  manager = await office.shop.officeToken();
});
afterAll(async () => {
  expect(await levelsOutOfBalance(office.shop.platform.db)).toEqual([]);
  await office.shop.close();
});

const call = (method: string, url: string, body?: object) =>
  office.shop.call(method, url, { token: manager, body });
const cheese = (more: object = {}) => ({
  store: 'ZURICH',
  vendor_name: 'Käserei Muster',
  lines: [{ sku: SKU, ordered_quantity: 12.5, unit_cost: '14.99', ...more }],
});
const onHand = async () => {
  const { body } = await call('GET', `/inventory-levels/?store=ZURICH&sku=${SKU}`);
  return { id: body[0].id as string, onHand: body[0].on_hand as number };
};

describe('a purchase order of goods by weight', () => {
  it('orders, receives in parts and books the weight once', async () => {
    const before = (await onHand()).onHand;
    const id = await office.submitted(cheese());
    const { body: open } = await office.call('GET', `${id}/`);
    // 12.5 kg at 14.99 are 187.375, rounded half up.
    expect(open).toMatchObject({
      total_cost: '187.38',
      lines: [
        { unit: 'kg', ordered_quantity: 12.5, received_quantity: 0, outstanding_quantity: 12.5 },
      ],
    });
    const part = { receipt_number: 'L-1', lines: [{ sku: SKU, quantity: '4.125' }] };
    const first = ok(await office.receive(id, part)).body;
    expect(first).toMatchObject({
      status: 'partially_received',
      lines: [{ received_quantity: 4.125, outstanding_quantity: 8.375 }],
      receipts: [{ lines: [{ sku: SKU, quantity: 4.125, unit_cost: '14.99' }] }],
    });
    ok(await office.receive(id, part));
    expect((await onHand()).onHand).toBe(before + 4.125);
    expect(ok(await office.receive(id)).body.status).toBe('received');
    const level = await onHand();
    expect(level.onHand).toBe(before + 12.5);
    const moves = await call('GET', `/inventory-levels/${level.id}/movements/`);
    const moved = moves.body.map((one: { quantity: number }) => one.quantity);
    expect(moved.slice(0, 2)).toEqual([8.375, 4.125]);
  });

  it('weighs the cost by kilograms', async () => {
    const sku = 'BUTTER-KG';
    ok(
      await call('POST', '/products/', {
        name: 'Butter',
        variants: [{ sku, price: '12.00', unit: 'kg', cost: '5.00', cost_currency: 'USD' }],
      }),
      201,
    );
    ok(await call('POST', '/inventory-levels/', { store: 'DOWNTOWN', sku, on_hand: 10 }), 201);
    const id = await office.submitted({
      ...cheese(),
      store: 'DOWNTOWN',
      lines: [{ sku, ordered_quantity: 2.5, unit_cost: '7.00' }],
    });
    ok(await office.receive(id));
    const found = await call('GET', `/products/by-barcode/${sku}/`);
    // (10 × 5.00 + 2.5 × 7.00) ÷ 12.5
    expect(found.body.variant.cost).toBe('5.40');
  });

  it.each([0, -1, 0.0005, '1,5', 'x', 1_000_001])('refuses %j kg', async quantity => {
    const counts = await office.recordCounts();
    const reply = await office.call('POST', '', cheese({ ordered_quantity: quantity }));
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([
      400,
      ['lines.0.ordered_quantity'],
    ]);
    expect(await office.recordCounts()).toEqual(counts);
  });

  it('refuses half a piece, and more than the order allows', async () => {
    const half = [{ sku: 'MUG-WHITE', ordered_quantity: 2.5, unit_cost: '4.00' }];
    const reply = await office.call('POST', '', { ...cheese(), lines: half });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([
      400,
      ['lines.0.ordered_quantity'],
    ]);
    const id = await office.submitted(cheese({ ordered_quantity: 1, over_receipt_percent: 10 }));
    const over = await office.receive(id, { lines: [{ sku: SKU, quantity: 1.101 }] });
    expect([over.status, over.body.errors]).toEqual([
      400,
      { 'lines.0.quantity': [`At most 1.1 of ${SKU} can still be received.`] },
    ]);
    ok(await office.receive(id, { lines: [{ sku: SKU, quantity: 1.1 }] }));
  });
});

describe('a par level of goods by weight', () => {
  it('is short by weight, and its shortfall is ordered', async () => {
    const zone = ok(
      await call('POST', '/zones/', { store: 'ZURICH', code: 'COLD', name: 'Cold counter' }),
      201,
    ).body.id;
    const stocked = (await onHand()).onHand;
    const par = ok(
      await call('POST', '/par-levels/', {
        zone,
        sku: SKU,
        par_quantity: stocked + 2.25,
        minimum_quantity: '1.5',
      }),
      201,
    ).body;
    expect(par).toMatchObject({
      unit: 'kg',
      par_quantity: stocked + 2.25,
      minimum_quantity: 1.5,
      on_hand: stocked,
      covered_quantity: stocked,
      shortfall: 2.25,
      is_below_minimum: false,
    });
    const changed = await call('PATCH', `/par-levels/${par.id}/`, { par_quantity: stocked + 0.75 });
    expect(changed.body.shortfall).toBe(0.75);
    const ordered = ok(
      await call('POST', '/par-levels/shortfalls/order/', {
        store: 'ZURICH',
        vendor_name: 'Käserei Muster',
      }),
      201,
    ).body;
    expect(ordered.lines.filter((line: { sku: string }) => line.sku === SKU)).toMatchObject([
      { unit: 'kg', ordered_quantity: 0.75 },
    ]);
    const moved = await call('PATCH', `/par-levels/${par.id}/`, { sku: 'MUG-WHITE' });
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([400, ['par_quantity']]);
  });
});
