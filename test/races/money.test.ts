import { afterAll, beforeAll, expect, test } from 'vitest';
import { levelsOutOfBalance, reservedOutOfBalance } from '../../src/domains/inventory/index.js';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { type Counter, counterOf, MUG_TOTAL, settleJobs } from '../transactions/support.js';

/** `RACE_ROUNDS=100` for a long run. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10);
const CASH = { payment_method_id: 'cash' };

let shop: Shop;
let counter: Counter;
let stock: number;
let deadlocks: number;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf({ ...shop, call: watched(shop.call) });
  stock = await counter.onHand('MUG-WHITE');
  deadlocks = await deadlockCount();
});
afterAll(() => shop.close());

const troubles: string[] = [];

/** The loser of a race gets a refusal, never a server error. */
const watched =
  (call: Shop['call']): Shop['call'] =>
  async (...args) => {
    const reply = await call(...args);
    if (reply.status >= 500) troubles.push(`${args[1]}: ${reply.text}`);
    return reply;
  };

const deadlockCount = async (): Promise<number> => {
  const [row] = await statement<{ deadlocks: number }>(
    shop.platform.db,
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return row?.deadlocks ?? 0;
};

/** Runs rounds concurrently, so that different sales compete for stock as well. */
async function rounds(work: (n: number) => Promise<void>, times = ROUNDS): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < times) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}

const together = (...work: (() => Promise<Reply>)[]): Promise<Reply[]> =>
  Promise.all(work.map(run => run()));
const times = (count: number, work: () => Promise<Reply>) =>
  together(...Array.from({ length: count }, () => work));

const statuses = (replies: Reply[]): number[] => replies.map(reply => reply.status).sort();

async function soldByCard(): Promise<{ sale: string; payment: string }> {
  const sale = await counter.sold({
    payment_method_id: 'card',
    processor_transaction_id: await counter.charge(MUG_TOTAL),
  });
  const [payment] = await counter.payments(sale);
  return { sale, payment: payment?.id ?? '' };
}

test('accepts one of three concurrent payments of a sale from three tills', async () => {
  await rounds(async () => {
    const sale = await counter.ring();
    const replies = await times(3, () => counter.pay(sale, { ...CASH, tendered_amount: '20.00' }));
    expect(statuses(replies)).toEqual([202, 409, 409]);
    expect(await counter.row(sale)).toMatchObject({ status: 'completed', change_due: '6.47' });
  });
});

test('adds up concurrent partial payments and completes the sale once', async () => {
  await rounds(async () => {
    const sale = await counter.ring();
    const replies = await together(
      ...['4.00', '4.00', '5.53'].map(
        amount => () => counter.pay(sale, { ...CASH, tendered_amount: amount }),
      ),
    );
    expect(statuses(replies)).toEqual([202, 202, 202]);
    const completed = replies.filter(reply => reply.body.transaction.status === 'completed');
    expect(completed).toHaveLength(1);
    expect(await counter.row(sale)).toMatchObject({ status: 'completed', total_paid: MUG_TOTAL });
  });
});

test('voids the sale and keeps no money when a payment and a void are concurrent', async () => {
  await rounds(async n => {
    const sale = await counter.ring();
    const intent = await counter.charge(MUG_TOTAL);
    const pay = () =>
      counter.pay(sale, {
        payment_method_id: 'card',
        tendered_amount: MUG_TOTAL,
        processor_transaction_id: intent,
      });
    const undo = () => counter.voidSale(sale);
    const [paid, voided] = await (n % 2 === 0
      ? together(pay, undo)
      : together(undo, pay).then(replies => replies.reverse()));
    expect(voided?.status).toBe(200);
    expect([202, 409]).toContain(paid?.status);
    const payments = await counter.payments(sale);
    expect(payments.map(({ status, refund_total }) => [status, refund_total])).toEqual(
      paid?.status === 202 ? [['voided', MUG_TOTAL]] : [],
    );
    expect((await counter.row(sale)).status).toBe('voided');
  });
});

test('voids a sale once and gives two concurrent voids the same answer', async () => {
  await rounds(async () => {
    const { sale } = await soldByCard();
    const [one, two] = await times(2, () => counter.voidSale(sale));
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(one?.body).toEqual(two?.body);
    expect(one?.body.payment_records[0].refunds).toMatchObject([
      { amount: MUG_TOTAL, status: 'succeeded' },
    ]);
  });
});

test('refunds the money once when a void and a refund are concurrent', async () => {
  await rounds(async n => {
    const { sale, payment } = await soldByCard();
    const amount = n % 2 === 0 ? MUG_TOTAL : '5.00';
    const [voided, refunded] = await together(
      () => counter.voidSale(sale),
      () => counter.refund({ payment, amount }),
    );
    expect([200, 409]).toContain(voided?.status);
    expect([201, 409]).toContain(refunded?.status);
    const { status } = await counter.row(sale);
    // Only an earlier refund of the full amount leaves nothing to void.
    expect(status).toBe(voided?.status === 200 ? 'voided' : 'refunded');
    if (voided?.status === 409) expect([n % 2, refunded?.status]).toEqual([0, 201]);
    expect((await counter.payments(sale))[0]?.refund_total).toBe(MUG_TOTAL);
  });
});

test('refunds no more than the payment when ten refunds of a fifth are concurrent', async () => {
  await rounds(async () => {
    const { sale, payment } = await soldByCard();
    const replies = await times(10, () => counter.refund({ payment, amount: '2.70' }));
    expect(statuses(replies)).toEqual([...Array(5).fill(201), ...Array(5).fill(400)]);
    for (const reply of replies.filter(reply => reply.status !== 201)) {
      expect([reply.status, reply.body.code]).toEqual([400, 'REFUND_EXCEEDS_PAYMENT']);
    }
    expect((await counter.payments(sale))[0]?.refund_total).toBe('13.50');
    expect((await counter.row(sale)).status).toBe('partially_refunded');
  });
});

test('pays one of two sales that claim the same processor payment concurrently', async () => {
  await rounds(async () => {
    const sales = [await counter.ring(), await counter.ring()];
    const intent = await counter.charge(MUG_TOTAL);
    const replies = await together(
      ...sales.map(
        sale => () =>
          counter.post('/payments/payments/', {
            transaction: sale,
            payment_method: 'card',
            amount: MUG_TOTAL,
            processor_transaction_id: intent,
          }),
      ),
    );
    expect(statuses(replies)).toEqual([201, 409]);
    const states = await Promise.all(sales.map(async sale => (await counter.row(sale)).status));
    expect(states.sort()).toEqual(['completed', 'pending']);
  }, 50);
});

test('accepts one approval for one of two cashiers who refund with it concurrently', async () => {
  await rounds(async () => {
    const { sale, payment } = await soldByCard();
    const approval = await counter.approved('refund', '5.00', { transaction_id: sale });
    const till = await shop.tillToken();
    const body = { payment, amount: '5.00', approval_request_id: approval };
    const replies = await times(2, () => counter.refund(body, till));
    expect(statuses(replies)).toEqual([201, 403]);
    expect((await counter.payments(sale))[0]?.refund_total).toBe('5.00');
  }, 25);
});

test('refunds the remainder once when two people refund it concurrently', async () => {
  await rounds(async () => {
    const { sale, payment } = await soldByCard();
    const replies = await times(2, () => counter.refund({ payment }));
    expect(replies.filter(reply => reply.status === 201)).toHaveLength(1);
    expect((await counter.payments(sale))[0]?.refund_total).toBe(MUG_TOTAL);
    expect((await counter.row(sale)).status).toBe('refunded');
  }, 25);
});

test('balances every cent and every unit after all of these races', async () => {
  await settleJobs(shop, 100_000);
  const { db } = shop.platform;
  expect(await levelsOutOfBalance(db)).toEqual([]);
  expect(await reservedOutOfBalance(db)).toEqual([]);
  const [sold] = await statement<{ mugs: number }>(
    db,
    `select coalesce(sum(l.quantity), 0)::int as mugs from transaction_lines l
     join transactions t on t.id = l.transaction_id
     where t.completed_at is not null and t.status <> 'voided'`,
  );
  expect(await counter.onHand('MUG-WHITE')).toBe(stock - (sold?.mugs ?? 0));
  const wrong = await statement(
    db,
    `select 'paid' as what, t.id::text from transactions t
       left join payments p on p.transaction_id = t.id and p.processed_at is not null
     group by t.id having t.total_paid <> coalesce(sum(p.amount), 0) or t.total_paid > t.total_amount
     union all
     select 'completed', id::text from transactions
     where status = 'completed' and total_paid <> total_amount
     union all
     select 'refunded', p.id::text from payments p left join refunds r
       on r.payment_id = p.id and r.status in ('pending', 'succeeded')
     group by p.id having coalesce(sum(r.amount), 0) > p.amount
       or coalesce(sum(r.amount), 0) <> p.refund_total
     union all
     select 'voided', p.id::text from payments p join transactions t on t.id = p.transaction_id
     where t.status = 'voided' and p.processed_at is not null
       and (p.status <> 'voided' or p.refund_total <> p.amount)
     union all
     select 'processor', r.id::text from refunds r
       full join sandbox_refunds s on s.id = r.processor_refund_id
       left join payments p on p.id = r.payment_id
     where (r.id is null or s.amount_minor <> r.amount * 100 or s.intent_id <> p.processor_transaction_id
         or (s.id is null and p.processor_transaction_id is not null))
     union all
     select 'open', id::text from refunds
     where status <> 'succeeded' and action_required is null`,
  );
  expect(wrong).toEqual([]);
  expect(await deadlockCount()).toBe(deadlocks);
  expect(troubles).toEqual([]);
});
