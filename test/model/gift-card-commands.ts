import fc from 'fast-check';
import { money } from './cents.js';
import { pickFrom, prefer } from './state.js';
import { expectReply, step } from './step.js';
import { STORE_ID } from './world.js';

const index = fc.nat(30);

export const sellGiftCard = step(
  'sell a gift card',
  fc.record({ till: index, amount: fc.integer({ min: 1, max: 9_999 }) }),
  async (m, w, { till: t, amount }) => {
    const till = pickFrom(w.house.tills, t);
    const price = money(amount);
    const reply = await w.keyed('/pos/transactions/create/', till, {
      store_id: STORE_ID,
      employee_id: till.employee,
      line_items: [{ sku: 'GIFT-CARD', quantity: 1, unit_price: price, subtotal: price }],
      subtotal: price,
      tax_amount: '0.00',
      total_amount: price,
      payment: { payment_method_id: 'cash', tendered_amount: price },
    });
    expectReply(reply, 201, { gift_cards: [{ amount: price, balance: price }] });
    const { code } = reply.body.gift_cards[0];
    const sale: string = reply.body.transaction.transaction_id;
    const id = await w.accountOf(code);
    m.cards.push({ code, id, sale, balance: amount, isBlocked: false });
    return 'sold';
  },
);

/** The money of the card goes back: its rest is gone, and what it paid stays paid. */
export const voidGiftCard = step(
  'void the sale of a gift card',
  index,
  async (m, w, n) => {
    const card = prefer(m.cards, n, one => !one.isBlocked);
    const reply = await w.keyed(`/transactions/${card.sale}/void/`, 'office', { reason: 'Wrong' });
    expectReply(reply, 200, { status: 'voided' });
    if (card.isBlocked) return 'again';
    card.balance = 0;
    card.isBlocked = true;
    return 'blocked';
  },
  m => m.cards.length > 0,
);
