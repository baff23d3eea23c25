import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loyalty } from '../../src/domains/loyalty/index.js';
import { settlePoints } from '../../src/domains/loyalty/settle-points.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { addJobs } from '../../src/platform/jobs/add-jobs.js';
import type { DomainEvent } from '../../src/platform/work/events/repository.js';
import { customer } from '../../src/seed/data.js';
import { logIn } from '../compliance/support.js';
import { openShop, type Shop } from '../support/service.js';
import {
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  MUG,
  settleJobs,
  TEE,
} from '../transactions/support.js';

const OPENING = 500;
let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());
beforeEach(() => startOver());

async function startOver(): Promise<void> {
  const { db } = shop.platform;
  await statement(db, 'alter table value_entries disable trigger append_only');
  await statement(db, `delete from value_entries where kind in ('earned', 'taken_back')`);
  await statement(db, 'alter table value_entries enable trigger append_only');
  await statement(
    db,
    `update value_accounts set balance = $2 where customer_id = $1 and kind = 'points'`,
    [customer.id, OPENING],
  );
  await statement(db, 'update users set loyalty_points = $2 where id = $1', [customer.id, OPENING]);
}

/** A mug and a tee: 37.50 of goods, 3.09 of tax. */
const bought = (more: object = { customer_id: customer.id }) =>
  counter.sold({ payment_method_id: 'cash' }, basket([MUG, TEE], '3.09', { ...more }));

/** The events of a sale as the consumer receives them. */
async function eventsOf(number: string): Promise<DomainEvent[]> {
  await shop.settleEvents();
  const { id } = await counter.row(number);
  return statement<DomainEvent>(
    shop.platform.db,
    `select stream_id as "streamId", seq, id, event, store_id as "storeId", terminal_id as "terminalId",
       subject_id as "subjectId", occurred_at as "occurredAt", data from events
     where (subject_id = $1 and event in ('transaction.completed', 'transaction.voided'))
        or (event = 'refund.succeeded' and data->>'sale_id' = $1)
     order by occurred_at, seq`,
    [id],
  );
}

const deliver = async (...events: DomainEvent[]): Promise<void> => {
  for (const { handle } of loyalty.consumers ?? []) await handle(shop.platform, events);
};

async function standing() {
  const rows = await statement<{ kind: string; points: number }>(
    shop.platform.db,
    `select e.kind, e.amount::integer as points
     from value_entries e join value_accounts a on a.id = e.account_id
     where a.customer_id = $1 and a.kind = 'points' and e.kind <> 'opening' order by e.id`,
    [customer.id],
  );
  const user = await shop.platform.db
    .selectFrom('users')
    .select('loyalty_points')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow();
  return { points: user.loyalty_points, entries: rows.map(row => [row.kind, row.points]) };
}

async function giveRate(points: number): Promise<void> {
  const reply = await shop.call('PATCH', '/stores/DOWNTOWN/', {
    token: await shop.officeToken('admin'),
    body: { loyalty_points_per_unit: points },
  });
  expect(reply.body.loyalty_points_per_unit).toBe(points);
}

describe('a sale to a known customer', () => {
  it('earns a point for each whole unit of currency, once', async () => {
    const sale = await bought();
    const events = await eventsOf(sale);
    await deliver(...events, ...events);
    await deliver(...events);
    expect(await standing()).toEqual({ points: OPENING + 37, entries: [['earned', 37]] });
  });

  it('earns no more than a balance can have, and the sales after it are counted', async () => {
    const price = '9000000000.00';
    const named = { sku: 'BEANS-1KG', unit_price: price };
    const approval = await counter.approved('price_override', price, named);
    const dear = await counter.sold(
      { payment_method_id: 'cash' },
      basket([{ sku: 'BEANS-1KG', price }], '0.00', {
        customer_id: customer.id,
        approval_request_id: approval,
      }),
    );
    await deliver(...(await eventsOf(dear)));
    const most = 1_000_000_000;
    expect(await standing()).toEqual({ points: most, entries: [['earned', most - OPENING]] });
    await deliver(...(await eventsOf(await bought())));
    expect((await standing()).points).toBe(most);
    await counter.voidSale(dear);
    await deliver(...(await eventsOf(dear)));
    expect((await standing()).points).toBe(OPENING);
  });

  it('earns once although its event is delivered to concurrent workers', async () => {
    const events = await eventsOf(await bought());
    await Promise.all([1, 2, 3, 4].map(() => deliver(...events)));
    expect(await standing()).toEqual({ points: OPENING + 37, entries: [['earned', 37]] });
  });

  it('earns once although a worker dies before its commit', async () => {
    const sale = await bought();
    const events = await eventsOf(sale);
    const { id } = await counter.row(sale);
    const crash = atomically(shop.platform.db, async tx => {
      await settlePoints(tx, shop.platform, id);
      throw new Error('killed');
    });
    await expect(crash).rejects.toThrow('killed');
    expect(await standing()).toEqual({ points: OPENING, entries: [] });
    await deliver(...events);
    expect(await standing()).toEqual({ points: OPENING + 37, entries: [['earned', 37]] });
  });

  it('loses all points with a void, in any order of the events', async () => {
    const sale = await bought();
    const [completed] = await eventsOf(sale);
    await deliver(completed as DomainEvent);
    await counter.voidSale(sale);
    const events = await eventsOf(sale);
    await deliver(...events);
    await deliver(...events.reverse());
    const undone = {
      points: OPENING,
      entries: [
        ['earned', 37],
        ['taken_back', -37],
      ],
    };
    expect(await standing()).toEqual(undone);
    const late = await bought();
    await counter.voidSale(late);
    await deliver(...(await eventsOf(late)).reverse());
    expect(await standing()).toEqual(undone);
  });

  it('loses points in proportion to refunds, to the last one', async () => {
    const sale = await bought();
    const [payment] = await counter.payments(sale);
    const refund = async (amount: string) => {
      const till = await shop.tillToken('EMP003');
      expect((await counter.refund({ payment: payment?.id, amount }, till)).status).toBe(201);
      await deliver(...(await eventsOf(sale)));
    };
    await refund('10.00');
    // floor(37 × 30.59 ÷ 40.59) is 27.
    expect((await standing()).points).toBe(OPENING + 27);
    await refund('0.01');
    expect((await standing()).points).toBe(OPENING + 27);
    await refund('30.58');
    expect(await standing()).toEqual({
      points: OPENING,
      entries: [
        ['earned', 37],
        ['taken_back', -10],
        ['taken_back', -27],
      ],
    });
  });

  it('keeps the rate of its time, also a rate of zero', async () => {
    await giveRate(3);
    const rich = await bought();
    await deliver(...(await eventsOf(rich)));
    await giveRate(0);
    const poor = await bought();
    await deliver(...(await eventsOf(poor)));
    await giveRate(1);
    await deliver(...(await eventsOf(rich)), ...(await eventsOf(poor)));
    expect(await standing()).toEqual({
      points: OPENING + 111,
      entries: [
        ['earned', 111],
        ['earned', 0],
      ],
    });
  });

  it('without a customer or without a payment earns nothing', async () => {
    await deliver(...(await eventsOf(await bought({}))));
    const open = await counter.ring(basket([MUG], '1.03', { customer_id: customer.id }));
    const { id } = await counter.row(open);
    await atomically(shop.platform.db, tx => settlePoints(tx, shop.platform, id));
    expect(await standing()).toEqual({ points: OPENING, entries: [] });
  });
});

describe('the points ledger', () => {
  it('refuses changes', async () => {
    await deliver(...(await eventsOf(await bought())));
    const { db } = shop.platform;
    for (const change of ['update value_entries set amount = 1000', 'delete from value_entries']) {
      await expect(statement(db, change)).rejects.toThrow('never changed');
    }
    const again = statement(
      db,
      `insert into value_entries (id, account_id, kind, amount, transaction_id, occurred_at)
       select gen_random_uuid(), account_id, kind, amount, transaction_id, now()
       from value_entries where kind = 'earned'`,
    );
    await expect(again).rejects.toThrow('value_one_earning_per_sale');
  });
});

describe('a points account', () => {
  const account = (token: string, id = customer.id, more = '') =>
    shop.call('GET', `/loyalty/accounts/${id}/${more}`, { token });

  it('is shown to staff and to the customer, with its history', async () => {
    const sale = await bought();
    await deliver(...(await eventsOf(sale)));
    const self = await logIn(shop);
    for (const token of [await shop.officeToken(), await shop.tillToken(), self]) {
      const reply = await account(token);
      expect(reply.status).toBe(200);
      expect(reply.body).toEqual({
        customer_id: customer.id,
        points: OPENING + 37,
        earned: OPENING + 37,
        taken_back: 0,
        last_entry_at: expect.stringMatching(/Z$/),
        expiring: null,
        tier: null,
        spend: [],
      });
    }
    const first = await account(self, customer.id, 'entries/?limit=1');
    expect(first.body).toEqual([
      {
        id: expect.any(String),
        kind: 'earned',
        points: 37,
        transaction: sale,
        store: DOWNTOWN_ID,
        occurred_at: expect.stringMatching(/Z$/),
      },
    ]);
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await shop.call('GET', next, { token: self });
    expect(second.body).toMatchObject([{ kind: 'opening', points: 500, transaction: null }]);
    expect(second.headers.link).toBeUndefined();
  });

  it('shows staff of another store points and time, but neither sale nor store', async () => {
    const sale = await bought();
    await deliver(...(await eventsOf(sale)));
    const entry = async (token: string) =>
      (await account(token, customer.id, 'entries/?limit=1')).body[0];
    const own = await entry(await shop.tillToken());
    expect(own).toMatchObject({
      kind: 'earned',
      points: 37,
      transaction: sale,
      store: DOWNTOWN_ID,
    });
    expect(await entry(await shop.tillToken('EMP005'))).toEqual({
      ...own,
      transaction: null,
      store: null,
    });
    expect(await entry(await shop.officeToken('admin'))).toEqual(own);
  });

  it('is hidden from everyone else', async () => {
    expect((await shop.call('GET', `/loyalty/accounts/${customer.id}/`)).status).toBe(401);
    const cashier = '00000000-0000-4000-a002-000000000001';
    const unknown = '00000000-0000-4000-8000-00000000dead';
    for (const [token, id] of [
      [await logIn(shop), cashier],
      [await logIn(shop), unknown],
      [await shop.officeToken(), cashier],
      [await shop.officeToken(), unknown],
    ] as const) {
      expect((await account(token, id)).status).toBe(404);
      expect((await account(token, id, 'entries/')).status).toBe(404);
    }
    const odd = await account(await shop.officeToken(), customer.id, 'entries/?cursor=WzFd');
    expect([odd.status, odd.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });
});

it('is credited automatically for a sale, and a repeated job changes nothing', async () => {
  const node = await openShop({ beside: shop });
  try {
    await settleJobs(node);
    await startOver();
    const sale = await bought();
    await settleJobs(node);
    const earned = { points: OPENING + 37, entries: [['earned', 37]] };
    expect(await standing()).toEqual(earned);
    const [{ streamId, seq }] = (await eventsOf(sale)) as [DomainEvent];
    await atomically(shop.platform.db, tx =>
      addJobs(tx, [{ name: 'loyalty:keep-points', payload: { facts: [{ streamId, seq }] } }]),
    );
    await settleJobs(node);
    expect(await standing()).toEqual(earned);
  } finally {
    await node.close();
  }
});
