import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeFulfillments, createFulfillment } from '../../src/domains/fulfillments/index.js';
import type { Sale } from '../../src/domains/transactions/index.js';
import { atomically } from '../../src/platform/database/tx.js';
import {
  type Dispatch,
  DOWNTOWN_ID,
  FULFILLMENTS,
  MUG,
  ok,
  openDispatch,
  type Reply,
  settleJobs,
  TEE,
  UUID,
} from './support.js';

let dispatch: Dispatch;
beforeAll(async () => {
  dispatch = await openDispatch();
});
afterAll(() => dispatch.close());

async function refused(work: () => Promise<Reply>): Promise<Reply> {
  const before = await dispatch.recordCounts();
  const reply = await work();
  expect(await dispatch.recordCounts()).toEqual(before);
  return reply;
}

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Byron',
  address: '1 Analytical Way',
  city: 'London',
  region: 'LND',
  postalCode: 'N1',
  country: 'GB',
};

describe('creating a fulfillment', () => {
  it('answers 201 with the sale, the date and the type', async () => {
    const sale = await dispatch.sold();
    const reply = await dispatch.open(sale, { scheduled_date: '2030-05-06', notes: 'Side door' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      transaction: sale,
      store: DOWNTOWN_ID,
      fulfillment_type: 'pickup',
      status: 'pending',
      scheduled_date: '2030-05-06',
      notes: 'Side door',
      create_account: false,
      shipping_address: null,
      shipping_city: null,
      shipments: [],
      ready_notified_at: null,
    });
    expect(reply.body.id).toMatch(UUID);
    expect(await dispatch.read(reply.body.id)).toEqual(reply.body);
  });

  it('puts everything to ship into one parcel', async () => {
    const sale = await dispatch.sold([{ ...MUG, quantity: 2 }, TEE]);
    const reply = await dispatch.open(sale, {
      fulfillment_type: 'ship',
      shipping_address: { ...ADDRESS, planet: 'Earth' },
    });
    expect(reply.body).toMatchObject({
      shipping_address: ADDRESS,
      shipping_city: 'London',
      shipping_region: 'LND',
      shipments: [
        {
          carrier_name: '',
          tracking_number: '',
          status: 'pending',
          items: [
            { sku: 'MUG-WHITE', quantity: 2 },
            { sku: 'TEE-BLACK-M', quantity: 1 },
          ],
        },
      ],
    });
    expect(reply.body.shipping_address.planet).toBeUndefined();
  });

  it("takes the date of a scheduled time in the store's time zone", async () => {
    const sale = (await dispatch.counter.row(await dispatch.sold())) as Sale;
    const { db } = dispatch.shop.platform;
    const made = await atomically(db, tx =>
      createFulfillment(
        tx,
        {
          sale,
          type: 'pickup',
          // 22:30 on the 5th in New York.
          scheduledAt: new Date('2030-05-06T02:30:00Z'),
          createAccount: true,
        },
        new Date(),
      ),
    );
    expect(await dispatch.read(made.id)).toMatchObject({
      scheduled_date: '2030-05-05',
      scheduled_at: '2030-05-06T02:30:00.000Z',
      create_account: true,
    });
  });

  it('refuses voided and unknown sales, sales of another store, and invalid fields', async () => {
    const voided = await dispatch.sold();
    ok(await dispatch.counter.voidSale(voided));
    const sale = await dispatch.sold();
    const airport = await dispatch.shop.tillToken('EMP005');
    const wrong: [string, object, string | undefined, string][] = [
      [voided, {}, undefined, 'NOT_FULFILLABLE'],
      ['TXN-20200101-00000000', {}, undefined, 'INVALID'],
      [sale, {}, airport, 'INVALID'],
      [sale, { fulfillment_type: 'drone' }, undefined, 'INVALID'],
      [sale, { scheduled_date: 'tomorrow' }, undefined, 'INVALID'],
      [sale, { notes: null }, undefined, 'INVALID'],
      [sale, { customer_email: 'nobody' }, undefined, 'INVALID'],
    ];
    for (const [transaction, body, token, code] of wrong) {
      const reply = await refused(() => dispatch.open(transaction, body, token));
      expect([reply.status, reply.body.code]).toEqual([400, code]);
    }
  });

  it('changes date and notes while it is open', async () => {
    const id = await dispatch.opened(await dispatch.sold());
    const patch = async (body: object) =>
      dispatch.shop.call('PATCH', `${FULFILLMENTS}${id}/`, {
        token: await dispatch.shop.tillToken(),
        body,
      });
    expect((await patch({ scheduled_date: '2031-01-02', notes: 'Ring twice' })).body).toMatchObject(
      { scheduled_date: '2031-01-02', notes: 'Ring twice', status: 'pending' },
    );
    expect((await patch({ scheduled_date: null })).body.scheduled_date).toBeNull();
    for (const body of [{}, { notes: null }, { scheduled_date: '2031-02-30' }]) {
      expect((await refused(() => patch(body))).status).toBe(400);
    }
    ok(await dispatch.move(id, 'cancel'));
    expect((await refused(() => patch({ scheduled_date: '2031-01-03' }))).status).toBe(409);
    expect((await patch({ notes: 'Never came' })).body.notes).toBe('Never came');
  });
});

describe('reading fulfillments', () => {
  it('lists them newest first, page by page, by sale, status, type and store', async () => {
    const sale = await dispatch.sold();
    const pickup = await dispatch.opened(sale);
    const ship = await dispatch.opened(sale, { fulfillment_type: 'ship' });
    const digital = await dispatch.opened(sale, { fulfillment_type: 'digital' });
    ok(await dispatch.move(digital, 'cancel'));
    const list = async (query: string) =>
      dispatch.shop.call('GET', `${FULFILLMENTS}${query}`, {
        token: await dispatch.shop.officeToken(),
      });
    const ids = (reply: Reply) => reply.body.map(({ id }: { id: string }) => id);
    expect(ids(await list(`?transaction=${sale}`))).toEqual([digital, ship, pickup]);
    expect(ids(await list(`?transaction=${sale}&status=cancelled`))).toEqual([digital]);
    expect(ids(await list(`?transaction=${sale}&fulfillment_type=ship`))).toEqual([ship]);
    expect(ids(await list('?store=AIRPORT'))).toEqual([]);
    expect(ids(await list('?transaction=TXN-20200101-00000000'))).toEqual([]);
    const first = await list(`?transaction=${sale}&limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await dispatch.shop.call('GET', next, {
      token: await dispatch.shop.officeToken(),
    });
    expect([...ids(first), ...ids(second)]).toEqual([digital, ship, pickup]);
    expect(ids(await list(`?transaction=${sale}&ordering=created_at`))).toEqual([
      pickup,
      ship,
      digital,
    ]);
    const oldest = await list(`?transaction=${sale}&ordering=created_at&limit=2`);
    const rest = /<([^>]+)>; rel="next"/.exec(String(oldest.headers.link))?.[1] ?? '';
    const last = await dispatch.shop.call('GET', rest, {
      token: await dispatch.shop.officeToken(),
    });
    expect([...ids(oldest), ...ids(last)]).toEqual([pickup, ship, digital]);
    for (const query of [
      '?ordering=status',
      '?colour=red',
      '?status=lost',
      '?cursor=xyz',
      '?fulfillment_type=x',
    ]) {
      expect((await list(query)).status).toBe(400);
    }
  });

  it('counts all open ones by status, also beyond a page', async () => {
    const token = await dispatch.shop.officeToken();
    const counts = async (query = '', caller = token) =>
      dispatch.shop.call('GET', `${FULFILLMENTS}counts/${query}`, { token: caller });
    const before = (await counts('?store=DOWNTOWN')).body;
    const sale = await dispatch.sold();
    const [moved, shipped, closed] = [
      await dispatch.opened(sale),
      await dispatch.opened(sale, { fulfillment_type: 'ship' }),
      await dispatch.opened(sale),
      await dispatch.opened(sale),
    ];
    ok(await dispatch.move(moved, 'process'));
    ok(await dispatch.move(shipped, 'ship'));
    ok(await dispatch.move(closed, 'cancel'));
    expect((await counts('?store=DOWNTOWN')).body).toEqual({
      pending: before.pending + 1,
      processing: before.processing + 1,
      ready_for_pickup: before.ready_for_pickup,
      shipped: before.shipped + 1,
    });
    const none = { pending: 0, processing: 0, ready_for_pickup: 0, shipped: 0 };
    const airport = await dispatch.shop.tillToken('EMP005');
    expect((await counts('', airport)).body).toEqual(none);
    expect((await counts('?store=DOWNTOWN', airport)).status).toBe(400);
    expect((await counts('?store=DOWNTOWN&limit=1')).status).toBe(400);
  });

  it('hides those of another store', async () => {
    const id = await dispatch.opened(await dispatch.sold());
    const token = await dispatch.shop.tillToken('EMP005');
    for (const [method, path] of [
      ['GET', `${FULFILLMENTS}${id}/`],
      ['POST', `${FULFILLMENTS}${id}/cancel/`],
      ['GET', `${FULFILLMENTS}nonsense/`],
    ] as const) {
      const reply = await refused(() => dispatch.shop.call(method, path, { token }));
      expect([reply.status, reply.body.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await dispatch.shop.call('GET', FULFILLMENTS, { token })).body).toEqual([]);
  });
});

describe('voiding the sale', () => {
  it('cancels what was not handed over, and keeps the rest', async () => {
    const busy = await openDispatch({});
    try {
      const sale = await busy.sold([{ ...MUG, quantity: 2 }]);
      const ready = await busy.opened(sale);
      ok(await busy.move(ready, 'mark-ready'));
      const taken = await busy.opened(sale, { fulfillment_type: 'in_store' });
      ok(await busy.move(taken, 'picked-up'));
      const packed = await busy.opened(sale, { fulfillment_type: 'ship' });
      ok(await busy.counter.voidSale(sale));
      const late = await busy.move(ready, 'picked-up');
      expect(late.status).toBe(409);
      await settleJobs(busy.shop);
      expect((await busy.read(ready)).status).toBe('cancelled');
      expect((await busy.read(taken)).status).toBe('picked_up');
      expect(await busy.read(packed)).toMatchObject({
        status: 'cancelled',
        shipments: [{ status: 'cancelled' }],
      });
    } finally {
      await busy.close();
    }
  });

  it('expires an order that was not picked up', async () => {
    const sale = await dispatch.ordered();
    const id = await dispatch.opened(sale);
    const row = await dispatch.counter.row(sale);
    await atomically(dispatch.shop.platform.db, tx =>
      closeFulfillments(tx, row.id, 'expired', new Date()),
    );
    expect((await dispatch.read(id)).status).toBe('expired');
  });
});
