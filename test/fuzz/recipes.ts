import { FORM } from '../storefront/checkout-shoppers.js';
import type { Dice } from '../support/dice.js';
import { ACTIONS, NEW_RECORDS, type Recipe } from './office-recipes.js';
import type { Known } from './values.js';

const cents = (amount: number): string => (amount / 100).toFixed(2);

function basket(random: Dice, known: Known): Record<string, unknown> {
  const lines = Array.from({ length: random.between(1, 3) }, () => {
    const { sku, price } = random.pick(known.skus);
    const quantity = random.between(1, 3);
    const subtotal = Math.round(Number(price) * 100) * quantity;
    return { sku, quantity, unit_price: price, subtotal };
  });
  const subtotal = lines.reduce((sum, line) => sum + line.subtotal, 0);
  const tax = random.between(0, 500);
  return {
    store_id: 'DOWNTOWN',
    employee_id: random.pick(['EMP001', 'EMP001', 'EMP002']),
    line_items: lines.map(line => ({ ...line, subtotal: cents(line.subtotal) })),
    subtotal: cents(subtotal),
    tax_amount: cents(tax),
    total_amount: cents(subtotal + tax),
  };
}

const tender: Recipe = random => ({
  payment_method_id: random.pick(['cash', 'cash', 'card', 'store_credit']),
  tendered_amount: random.pick(['1000.00', '0.50', '5', '13.53']),
  age_check: { method: 'visual', confirmed: true },
});

/** A line of a sale together with its own sale. */
function goodsBack(random: Dice, known: Known): Record<string, unknown> {
  const line = known.lines.length > 0 ? random.pick(known.lines) : { id: 'x', transactionId: 'x' };
  return {
    transaction: line.transactionId,
    return_reason: 'defective',
    line_items: [{ original_line_item: line.id, quantity: 1 }],
  };
}

const checkout: Recipe = (random, known) => ({
  cart_id: known.from('/web-commerce/cart/', random),
  store_id: '00000000-0000-4000-8000-000000000001',
  fulfillment_method: random.pick(['ship', 'pickup']),
  pickup_scheduled_time: new Date(Date.now() + 86_400_000).toISOString(),
});

const order: Recipe = (random, known) => ({
  checkout_session_id: known.from('/web-commerce/checkout/', random),
  payment_method_id: random.pick(['card', 'card_square', 'pay_at_store']),
  payment_data: { token: random.pick(['tok_ok', 'tok_ok', 'tok_declined', 'tok_challenge']) },
  checkout_form_data: FORM,
});

/** Bodies whose parts must match each other, which random values do not achieve. */
const RECIPES = new Map<string, Recipe>([
  ...ACTIONS,
  ['POST /pos/transactions/create/', basket],
  ['POST /pos/transactions/{transaction_id}/payment/', tender],
  ['POST /returns/', goodsBack],
  ['POST /web-commerce/checkout/initiate/', checkout],
  ['POST /web-commerce/checkout/complete/', order],
  [
    'POST /payments/confirm/',
    (random, known) => ({ checkout_session_id: known.from('/web-commerce/checkout/', random) }),
  ],
  [
    'POST /web-commerce/session/create/',
    () => ({ store_id: '00000000-0000-4000-8000-000000000001', email: 'guest@example.com' }),
  ],
  [
    'POST /web-commerce/cart/{cart_id}/add/',
    (random, known) => ({ sku: random.pick(known.skus).sku, quantity: random.between(1, 3) }),
  ],
  ['POST /web-commerce/cart/{cart_id}/promo/', () => ({ code: 'WELCOME10' })],
  [
    'POST /payments/refunds/',
    (random, known) => ({
      payment: known.from('/payments/', random),
      amount: '0.01',
      reason: 'odd',
    }),
  ],
  [
    'POST /payments/payments/',
    (random, known) => ({
      transaction: known.from('/transactions/', random),
      payment_method: random.pick(['cash', 'card']),
      amount: '0.01',
    }),
  ],
  [
    'POST /payments/terminal/create-payment/',
    random => ({ amount: random.between(1, 9_999), currency: 'usd', processor_type: 'primary' }),
  ],
  ['POST /payments/terminal/connection-token/', () => ({ processor_type: 'elavon' })],
  ['POST /pos/cash-drawer/', () => ({ operation: 'open', reason: 'Change' })],
  [
    'POST /pos/approvals/request/',
    (random, known) => ({
      request_type: random.pick(['void', 'refund', 'discount']),
      amount: '5.00',
      reason: 'odd',
      details: { transaction_id: known.from('/transactions/', random) },
    }),
  ],
  [
    'POST /inventory-levels/adjust/',
    (random, known) => ({
      store: random.pick(['DOWNTOWN', 'AIRPORT']),
      sku: random.pick(known.skus).sku,
      quantity: random.between(1, 50),
      reason: 'Found',
    }),
  ],
  [
    'POST /inventory-levels/count/',
    (random, known) => ({
      store: 'DOWNTOWN',
      counts: [{ sku: random.pick(known.skus).sku, counted: random.between(0, 50) }],
    }),
  ],
  [
    'POST /inventory-levels/transfer/',
    (random, known) => ({
      from_store: 'DOWNTOWN',
      to_store: 'AIRPORT',
      lines: [{ sku: random.pick(known.skus).sku, quantity: 1 }],
    }),
  ],
]);

/** A valid body for the operation; an update contains some fields of a new record. */
export function recipeFor(method: string, path: string): Recipe | undefined {
  const special = RECIPES.get(`${method} ${path}`);
  const whole = NEW_RECORDS.get(path.replace(/\{[^}]+\}\/$/, ''));
  if (special || !whole) return special;
  if (method !== 'PATCH') return whole;
  return (random, known) =>
    Object.fromEntries(Object.entries(whole(random, known)).filter(() => random.chance(0.5)));
}
