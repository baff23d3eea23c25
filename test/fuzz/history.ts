import { AIRPORT_ID, DOWNTOWN_ID } from '../../src/seed/data.js';
import type { Callers } from '../access/callers.js';
import { FORM } from '../storefront/checkout-shoppers.js';
import { openVisit } from '../storefront/support.js';
import type { Reply, Shop } from '../support/service.js';

/** Ordinary business, so that random requests can refer to existing sales, returns and orders. */
export async function makeHistory(shop: Shop, callers: Callers): Promise<void> {
  const as = (who: string) => async (url: string, body: object) => {
    const reply = await shop.call('POST', url, { headers: callers.headers[who], body });
    if (reply.status >= 300) throw new Error(`${who} ${url}: ${reply.text}`);
    return reply;
  };
  await as('cashier')('/cash-management/shifts/open/', { opening_float: '100.00' });
  for (let n = 0; n < 10; n += 1) await sell(as('cashier'), 'EMP001', DOWNTOWN_ID, n < 8);
  for (let n = 0; n < 4; n += 1) await sell(as('cashier elsewhere'), 'EMP005', AIRPORT_ID, n < 3);
  const lines = await shop.call('GET', '/line-items/', { headers: callers.headers.admin });
  for (const { id, transactionId } of await returnable(shop, callers, lines)) {
    await as('admin')('/returns/', {
      transaction: transactionId,
      return_reason: 'defective',
      line_items: [{ original_line_item: id, quantity: 1 }],
    });
  }
  for (let n = 0; n < 4; n += 1) await orderOnline(shop, n % 2 === 0 ? 'tok_ok' : 'tok_challenge');
  for (let n = 0; n < 4; n += 1) {
    const details = { request_type: 'discount', amount: '5.00', reason: 'Odd', details: {} };
    await as('cashier')('/pos/approvals/request/', details);
  }
}

type Post = (url: string, body: object) => Promise<Reply>;

async function sell(post: Post, employee: string, store: string, isPaid: boolean): Promise<void> {
  const { body } = await post('/pos/transactions/create/', {
    store_id: store,
    employee_id: employee,
    line_items: [{ sku: 'MUG-WHITE', quantity: 2, unit_price: '12.50', subtotal: '25.00' }],
    subtotal: '25.00',
    tax_amount: '2.06',
    // Prices at AIRPORT contain their tax.
    total_amount: store === AIRPORT_ID ? '25.00' : '27.06',
  });
  if (!isPaid) return;
  await post(`/pos/transactions/${body.transaction.transaction_id}/payment/`, {
    payment_method_id: 'cash',
    tendered_amount: '30.00',
  });
}

/** Some lines of paid sales. */
async function returnable(
  shop: Shop,
  callers: Callers,
  lines: Reply,
): Promise<{ id: string; transactionId: string }[]> {
  const url = '/transactions/?status=completed';
  const { body } = await shop.call('GET', url, { headers: callers.headers.admin });
  const paid = new Set(body.map((sale: { transactionId: string }) => sale.transactionId));
  return lines.body
    .filter((line: { transactionId: string }) => paid.has(line.transactionId))
    .slice(0, 5);
}

async function orderOnline(shop: Shop, token: string): Promise<void> {
  const visit = await openVisit(shop);
  const headers = { 'x-cart-session-token': visit.token };
  const post = (url: string, body: object) => shop.call('POST', url, { headers, body });
  await post(`/web-commerce/cart/${visit.cartId}/add/`, { sku: 'TEE-BLACK-M', quantity: 1 });
  const { body } = await post('/web-commerce/checkout/initiate/', {
    cart_id: visit.cartId,
    store_id: DOWNTOWN_ID,
    fulfillment_method: 'ship',
  });
  const order = await post('/web-commerce/checkout/complete/', {
    checkout_session_id: body.checkout?.id,
    payment_method_id: 'card',
    payment_data: { token },
    checkout_form_data: FORM,
  });
  if (order.status !== 200) throw new Error(`no order: ${order.text}`);
}
