import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { statement } from '../../src/platform/database/tx.js';
import { byGiftCard, cardOf, sellCard } from '../stored-value/support.js';
import { openShop, type Reply, type Shop } from '../support/service.js';
import { type Counter, counterOf, MUG_TOTAL, mug } from '../transactions/support.js';

const REDEMPTIONS = 200;

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop();
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const together = (count: number, work: (n: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

const paidBy = async (accountId: string) => {
  const [row] = await statement<{ paid: string; n: number }>(
    shop.platform.db,
    `select coalesce(sum(amount), 0)::text as paid, count(*)::int as n
     from payments where value_account_id = $1 and status = 'succeeded'`,
    [accountId],
  );
  return row;
};

const broken = async () =>
  (await checkInvariants(shop.platform.db)).filter(check => check.offending > 0);

test('200 redemptions at once pay exactly the balance of a card', async () => {
  const { code } = await sellCard(counter, '37.00');
  const sales: string[] = [];
  for (let n = 0; n < REDEMPTIONS; n += 1) sales.push(await counter.ring());
  const replies = await together(REDEMPTIONS, n =>
    counter.pay(sales[n] ?? '', byGiftCard(code, '1.00')),
  );
  const taken = replies.filter(reply => reply.status === 202);
  const refused = replies.filter(reply => reply.status === 400);
  expect([taken.length, refused.length]).toEqual([37, REDEMPTIONS - 37]);
  expect(new Set(refused.map(reply => reply.body.code))).toEqual(new Set(['INSUFFICIENT_BALANCE']));
  const { id, balance } = await cardOf(shop, code);
  expect([balance, await paidBy(id)]).toEqual(['0.00', { paid: '37.00', n: 37 }]);
  expect(await broken()).toEqual([]);
});

test('sales with their payment in one request share a balance as well', async () => {
  const { code } = await sellCard(counter, '50.00');
  const replies = await together(20, () =>
    counter.post('/pos/transactions/create/', mug({ payment: byGiftCard(code, MUG_TOTAL) })),
  );
  expect(replies.filter(reply => reply.status === 201)).toHaveLength(3);
  expect(replies.filter(reply => reply.status >= 500)).toEqual([]);
  expect((await cardOf(shop, code)).balance).toBe('9.41');
});

test('a void of the card and payments with it: what it paid is a debt, the rest is blocked', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { code, sale } = await sellCard(counter, '20.00');
    const sales = [await counter.ring(), await counter.ring(), await counter.ring()];
    const [voided, ...paid] = await Promise.all([
      counter.voidSale(sale),
      ...sales.map(other => counter.pay(other, byGiftCard(code, '5.00'))),
    ]);
    expect(voided?.status).toBe(200);
    const card = await cardOf(shop, code);
    expect([card.balance, card.status]).toEqual(['0.00', 'blocked']);
    const successes = paid.filter(reply => reply.status === 202).length;
    expect(await paidBy(card.id)).toEqual({
      paid: successes === 0 ? '0' : `${successes * 5}.00`,
      n: successes,
    });
    const tasks = await statement<{ description: string }>(
      shop.platform.db,
      'select description from tasks where title like $1',
      [`Gift card%${sale}%`],
    );
    expect(tasks.map(task => task.description.includes(`owes ${successes * 5}.00`))).toEqual(
      successes === 0 ? [] : [true],
    );
  }
  expect(await broken()).toEqual([]);
});

test('the last payment of a sale issues its cards once, whoever pays it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sale = await counter.ring({
      ...mug(),
      line_items: [{ sku: 'GIFT-CARD', quantity: 1, unit_price: '9.00', subtotal: '9.00' }],
      subtotal: '9.00',
      tax_amount: '0.00',
      total_amount: '9.00',
    });
    const replies = await together(4, () =>
      counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '9.00' }),
    );
    const winners = replies.filter(reply => reply.status === 202);
    expect(winners.map(reply => reply.body.gift_cards?.length)).toEqual([1]);
    const { id } = await counter.row(sale);
    const issued = await statement(
      shop.platform.db,
      `select id from value_entries where transaction_id = $1 and kind = 'issued'`,
      [id],
    );
    expect(issued).toHaveLength(1);
  }
});
