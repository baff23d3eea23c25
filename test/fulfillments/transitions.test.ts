import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACTIONS,
  type Action,
  FULFILLMENT_TYPES,
  type FulfillmentStatus,
  type FulfillmentType,
  MOVES,
} from '../../src/domains/fulfillments/rules.js';
import { type Dispatch, MUG, ok, openDispatch, TEE } from './support.js';

let dispatch: Dispatch;
beforeAll(async () => {
  dispatch = await openDispatch();
});
afterAll(() => dispatch.close());

/** The shortest path to each state of a type, derived from the transitions. */
function waysOf(type: FulfillmentType): Map<FulfillmentStatus, Action[]> {
  const ways = new Map<FulfillmentStatus, Action[]>([['pending', []]]);
  for (const [status, way] of ways) {
    for (const action of ACTIONS) {
      const move = MOVES[type][action];
      if (move?.from.includes(status) && !ways.has(move.to)) ways.set(move.to, [...way, action]);
    }
  }
  return ways;
}

const cases = FULFILLMENT_TYPES.flatMap(type =>
  [...waysOf(type)].flatMap(([status, way]) =>
    ACTIONS.map(action => ({ type, status, way, action })),
  ),
);

describe('the transitions of a fulfillment', () => {
  it.each(cases)(
    '$type: one that is $status accepts $action only if the type allows it',
    async row => {
      const id = await dispatch.opened(await dispatch.sold(), { fulfillment_type: row.type });
      for (const action of row.way) ok(await dispatch.move(id, action));
      const before = await dispatch.recordCounts();
      const reply = await dispatch.move(id, row.action);
      const move = MOVES[row.type][row.action];
      if (move?.from.includes(row.status)) {
        expect([reply.status, reply.body.status]).toEqual([200, move.to]);
        return;
      }
      expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
      expect(reply.body.details).toEqual({ status: row.status, fulfillment_type: row.type });
      expect(await dispatch.recordCounts()).toEqual(before);
    },
  );

  it('publish events', async () => {
    const sale = await dispatch.sold();
    const id = await dispatch.opened(sale);
    ok(await dispatch.move(id, 'mark-ready'));
    ok(await dispatch.move(id, 'picked-up'));
    await dispatch.shop.settleEvents();
    const events = await dispatch.shop.platform.db
      .selectFrom('events')
      .select(['event', 'data'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute();
    expect(events.map(({ event, data }) => [event, (data as { status: string }).status])).toEqual([
      ['fulfillment.created', 'pending'],
      ['fulfillment.updated', 'ready_for_pickup'],
      ['fulfillment.updated', 'picked_up'],
    ]);
    expect(events[2]?.data).toEqual({
      id,
      transaction_id: sale,
      fulfillment_type: 'pickup',
      status: 'picked_up',
    });
  });
});

describe('an order ready for pick-up', () => {
  it('notifies the customer once, with the amount due', async () => {
    const sale = await dispatch.ordered([MUG, TEE]);
    const email = 'ada@example.com';
    const id = await dispatch.opened(sale, { customer_email: email });
    const ready = ok(
      await dispatch.move(id, 'mark-ready', undefined, await dispatch.shop.tillToken()),
    );
    expect(ready.body.status).toBe('ready_for_pickup');
    expect(ready.body.ready_notified_at).toMatch(/Z$/);
    expect((await dispatch.read(id)).ready_notified_at).toBe(ready.body.ready_notified_at);
    const mails = await dispatch.mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      purpose: 'pickup_ready',
      subject: `Your order ${sale} is ready for pickup`,
    });
    expect(mails[0]?.body_text).toContain('To pay at pickup: 37.50 USD.');
    expect(mails[0]?.body_text).toContain('12 Main Street');
    expect((await dispatch.move(id, 'mark-ready')).status).toBe(409);
    expect(await dispatch.mailsTo(email)).toHaveLength(1);
  });

  it('sends no mail to a customer without an address', async () => {
    const id = await dispatch.opened(await dispatch.sold());
    const { mails } = await dispatch.recordCounts();
    expect(ok(await dispatch.move(id, 'mark-ready')).body.ready_notified_at).toBeNull();
    expect((await dispatch.recordCounts()).mails).toBe(mails);
  });

  it('is not handed over before it is paid', async () => {
    const sale = await dispatch.ordered();
    const id = await dispatch.opened(sale);
    ok(await dispatch.move(id, 'mark-ready'));
    const before = await dispatch.recordCounts();
    const reply = await dispatch.move(id, 'picked-up');
    expect(reply.status).toBe(409);
    expect(reply.body).toEqual({
      code: 'PAYMENT_DUE',
      detail: '12.50 has to be paid first.',
      details: { amount_due: '12.50' },
    });
    expect(await dispatch.recordCounts()).toEqual(before);
    const cash = { payment_method_id: 'cash', tendered_amount: '5.00' };
    ok(await dispatch.counter.pay(sale, cash), 202);
    expect((await dispatch.move(id, 'picked-up')).body.details).toEqual({ amount_due: '7.50' });
    ok(await dispatch.counter.pay(sale, { ...cash, tendered_amount: '7.50' }), 202);
    expect(ok(await dispatch.move(id, 'picked-up')).body.status).toBe('picked_up');
  });

  it('is marked ready once by concurrent requests', async () => {
    for (let round = 0; round < 20; round += 1) {
      const email = `round-${round}@example.com`;
      const id = await dispatch.opened(await dispatch.sold(), { customer_email: email });
      const replies = await Promise.all(
        Array.from({ length: 4 }, () => dispatch.move(id, 'mark-ready')),
      );
      expect(replies.map(reply => reply.status).sort()).toEqual([200, 409, 409, 409]);
      expect(await dispatch.mailsTo(email)).toHaveLength(1);
    }
  });
});

describe('parcels', () => {
  const parcel = (items?: object[]) => ({
    carrier_name: 'Harbor Post',
    tracking_number: '00340434161094042557',
    items,
  });

  it('with everything make the order shipped, and then delivered', async () => {
    const sale = await dispatch.sold([{ ...MUG, quantity: 2 }, TEE]);
    const id = await dispatch.opened(sale, { fulfillment_type: 'ship' });
    const packed = (await dispatch.read(id)).shipments[0].id;
    const shipped = ok(await dispatch.move(id, 'ship', parcel())).body;
    expect(shipped).toMatchObject({
      status: 'shipped',
      shipments: [
        {
          id: packed,
          carrier_name: 'Harbor Post',
          tracking_number: '00340434161094042557',
          status: 'shipped',
          items: [
            { sku: 'MUG-WHITE', quantity: 2 },
            { sku: 'TEE-BLACK-M', quantity: 1 },
          ],
          delivered_at: null,
        },
      ],
    });
    const delivered = ok(await dispatch.move(id, 'deliver')).body;
    expect(delivered).toMatchObject({ status: 'delivered', shipments: [{ status: 'delivered' }] });
    expect(delivered.shipments[0].delivered_at).toMatch(/Z$/);
  });

  it('contain no more than was sold', async () => {
    const sale = await dispatch.sold([{ ...MUG, quantity: 3 }, TEE]);
    const id = await dispatch.opened(sale, { fulfillment_type: 'ship' });
    const first = ok(
      await dispatch.move(
        id,
        'ship',
        parcel([
          { sku: 'MUG-WHITE', quantity: 1 },
          { sku: 'MUG-WHITE', quantity: 1 },
        ]),
      ),
    ).body;
    expect(first.status).toBe('processing');
    expect(
      first.shipments.map((s: { status: string; items: object[] }) => [s.status, s.items]),
    ).toMatchObject([
      ['shipped', [{ sku: 'MUG-WHITE', quantity: 2 }]],
      [
        'pending',
        [
          { sku: 'MUG-WHITE', quantity: 1 },
          { sku: 'TEE-BLACK-M', quantity: 1 },
        ],
      ],
    ]);
    const before = await dispatch.recordCounts();
    const greedy = await dispatch.move(
      id,
      'ship',
      parcel([
        { sku: 'MUG-WHITE', quantity: 2 },
        { sku: 'BEANS-1KG', quantity: 1 },
      ]),
    );
    expect(greedy.status).toBe(400);
    expect(greedy.body).toMatchObject({
      code: 'SHIPS_MORE_THAN_SOLD',
      errors: {
        'items.0.quantity': ['Only 1 of this can still be shipped.'],
        'items.1.sku': ['Nothing of this is left to be shipped.'],
      },
    });
    expect(await dispatch.recordCounts()).toEqual(before);
    // A second fulfillment of the same sale counts the first one's parcels.
    const other = await dispatch.opened(sale, { fulfillment_type: 'ship' });
    expect((await dispatch.read(other)).shipments[0].items).toMatchObject([
      { sku: 'MUG-WHITE', quantity: 1 },
      { sku: 'TEE-BLACK-M', quantity: 1 },
    ]);
    expect(ok(await dispatch.move(id, 'ship', parcel())).body.status).toBe('shipped');
    const nothing = await dispatch.move(other, 'ship', parcel());
    expect([nothing.status, nothing.body.code]).toEqual([409, 'NOTHING_TO_SHIP']);
  });

  it('never contain returned units', async () => {
    const sale = await dispatch.sold([{ ...MUG, quantity: 3 }]);
    const id = await dispatch.opened(sale, { fulfillment_type: 'ship' });
    const token = await dispatch.shop.officeToken();
    const lines = await dispatch.shop.call('GET', `/line-items/?transaction=${sale}`, { token });
    const giveBack = async (quantity: number) =>
      ok(
        await dispatch.shop.call('POST', '/returns/', {
          token,
          body: {
            transaction: sale,
            return_reason: 'changed_mind',
            line_items: [
              { original_line_item: lines.body[0].id, quantity, reason: 'changed_mind' },
            ],
          },
        }),
        201,
      );
    await giveBack(2);
    const before = await dispatch.recordCounts();
    const greedy = await dispatch.move(id, 'ship', parcel([{ sku: 'MUG-WHITE', quantity: 2 }]));
    expect([greedy.status, greedy.body.code]).toEqual([400, 'SHIPS_MORE_THAN_SOLD']);
    expect(await dispatch.recordCounts()).toEqual(before);
    const shipped = ok(await dispatch.move(id, 'ship', parcel())).body;
    expect(shipped.status).toBe('shipped');
    expect(shipped.shipments.at(-1).items).toMatchObject([{ sku: 'MUG-WHITE', quantity: 1 }]);
    const again = await dispatch.open(sale, { fulfillment_type: 'ship' });
    expect([again.status, again.body.code]).toEqual([400, 'NOTHING_TO_SHIP']);
  });

  it('are not shipped for an unpaid order', async () => {
    const id = await dispatch.opened(await dispatch.ordered(), { fulfillment_type: 'ship' });
    const before = await dispatch.recordCounts();
    expect((await dispatch.move(id, 'ship', parcel())).body.code).toBe('PAYMENT_DUE');
    expect(await dispatch.recordCounts()).toEqual(before);
  });

  it('created concurrently never contain more than was sold', async () => {
    for (let round = 0; round < 20; round += 1) {
      const sale = await dispatch.sold([{ ...MUG, quantity: 3 }]);
      const one = await dispatch.opened(sale, { fulfillment_type: 'ship' });
      const two = await dispatch.opened(sale, { fulfillment_type: 'ship' });
      const half = parcel([{ sku: 'MUG-WHITE', quantity: 2 }]);
      const replies = await Promise.all([
        dispatch.move(one, 'ship', half),
        dispatch.move(two, 'ship', half),
      ]);
      expect(replies.map(reply => reply.status).sort()).toEqual([200, 400]);
    }
  });
});
