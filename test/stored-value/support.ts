import { expect } from 'vitest';
import { hashesOfCode } from '../../src/domains/stored-value/index.js';
import { statement } from '../../src/platform/database/tx.js';
import type { Reply, Shop } from '../support/service.js';
import { basket, type Counter, type Item } from '../transactions/support.js';

export const CODE = /^[2-9A-HJKMNP-Z]{16}$/;
export const cash = (tendered: string) => ({
  payment_method_id: 'cash',
  tendered_amount: tendered,
});
export const byGiftCard = (code: string, tendered: string) => ({
  payment_method_id: 'gift_card',
  gift_card_code: code,
  tendered_amount: tendered,
});

export const giftCard = (price: string, quantity = 1): Item => ({
  sku: 'GIFT-CARD',
  price,
  quantity,
});

/** A gift card sold for cash: its code and the sale. */
export async function sellCard(
  counter: Counter,
  amount: string,
): Promise<{ code: string; sale: string }> {
  const sale = await counter.ring(basket([giftCard(amount)], '0.00'));
  const paid = await counter.pay(sale, cash(amount));
  expect(paid.status).toBe(202);
  return { code: paid.body.gift_cards[0].code, sale };
}

/** The card as the database has it. */
export async function cardOf(shop: Shop, code: string) {
  const [row] = await statement<{ id: string; balance: string; status: string; sum: string }>(
    shop.platform.db,
    `select a.id, a.balance, a.status, sum(e.amount)::text as sum
     from value_accounts a join value_entries e on e.account_id = a.id
     where a.code_hash = any($1::bytea[]) group by a.id`,
    [hashesOfCode(shop.platform.config, code)],
  );
  if (row === undefined) throw new Error(`no card ${code}`);
  expect(row.sum).toBe(row.balance);
  return row;
}

/** Returns one piece of a line, all the way to its refund. */
export async function returnOne(
  shop: Shop,
  counter: Counter,
  sale: string,
  position: number,
  refundTo = 'original',
): Promise<void> {
  const token = await shop.officeToken();
  const line = (await counter.get(`/transactions/${sale}/`)).body.lineItems[position];
  const made = await counter.post(
    '/returns/',
    {
      transaction: sale,
      return_reason: 'other',
      line_items: [{ original_line_item: line.id, quantity: 1, reason: 'other' }],
    },
    token,
  );
  for (const step of ['approve', 'receive', 'complete']) {
    const body = step === 'complete' ? { refund_to: refundTo, restock: true } : {};
    const reply = await counter.post(`/returns/${made.body.id}/${step}/`, body, token);
    expect([step, reply.status]).toEqual([step, 200]);
  }
}

export const entriesOf = (shop: Shop, accountId: string) =>
  statement<{ kind: string; amount: string }>(
    shop.platform.db,
    'select kind, amount from value_entries where account_id = $1 order by id',
    [accountId],
  ).then(rows => rows.map(({ kind, amount }) => [kind, amount]));

export const fieldsOf = (reply: Reply) => [
  reply.status,
  reply.body.code,
  Object.keys(reply.body.details ?? {}),
];
