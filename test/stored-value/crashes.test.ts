import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, TEE } from '../transactions/support.js';
import { byGiftCard, cardOf, entriesOf, giftCard, sellCard } from './support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

/** The steps of a payment by gift card that completes the sale of a new gift card, in their order. */
const STEPS = {
  'the sale is moved': ['transactions', 'update', 'true'],
  'the payment is written': ['payments', 'insert', 'true'],
  'the card is spent': ['value_entries', 'insert', "new.kind = 'spent'"],
  'the event is recorded': ['outbox', 'insert', 'true'],
  'the new card exists': ['value_accounts', 'insert', 'true'],
  'the new card is loaded': ['value_entries', 'insert', "new.kind = 'issued'"],
} as const;

it.each(Object.entries(STEPS))(
  'a payment by gift card that ends after %s has no effect; its repetition has one',
  async (_, [table, operation, condition]) => {
    const { db } = shop.platform;
    const { code } = await sellCard(counter, '30.00');
    const sale = await counter.ring(basket([giftCard('12.00'), TEE], '2.06'));
    const url = `/pos/transactions/${sale}/payment/`;
    // The new card needs money; the old one pays for the shirt.
    await counter.pay(sale, { payment_method_id: 'cash', tendered_amount: '12.00' });
    const before = await counter.recordCounts();
    await statement(
      db,
      `create or replace function die() returns trigger language plpgsql as $$
     begin
       if ${condition} then raise exception 'the process died'; end if;
       return null;
     end $$`,
    );
    await statement(
      db,
      `create trigger dies after ${operation} on ${table} for each row execute function die()`,
    );
    const key = { 'idempotency-key': crypto.randomUUID() };
    const pay = () => counter.post(url, byGiftCard(code, '27.06'), undefined, key);
    expect((await pay()).status).toBe(500);
    await statement(db, `drop trigger dies on ${table}`);
    expect(await counter.recordCounts()).toEqual(before);
    expect((await cardOf(shop, code)).balance).toBe('30.00');
    const [first, again] = [await pay(), await pay()];
    expect([first.status, again.status, again.text]).toEqual([202, 202, first.text]);
    const paying = await cardOf(shop, code);
    expect(await entriesOf(shop, paying.id)).toEqual([
      ['issued', '30.00'],
      ['spent', '-27.06'],
    ]);
    const [bought] = first.body.gift_cards;
    expect(await cardOf(shop, bought.code)).toMatchObject({ balance: '12.00' });
  },
);
