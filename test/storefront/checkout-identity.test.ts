import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import {
  article,
  atCheckout,
  complete,
  initiate,
  openCheckoutShop,
  shopper,
} from './checkout-support.js';
import {
  byCookie,
  byToken,
  cartPath,
  cookieIn,
  DOWNTOWN_ID,
  logInCustomer,
  type Shop,
  type Visit,
} from './support.js';

const SHOPPER = '00000000-0000-4000-a003-000000000001';
let shop: Shop;

beforeAll(async () => {
  shop = await openCheckoutShop();
  await article(shop, 'GATED', { price: '20.00', stock: 50 });
  await gate(true);
});
afterAll(() => shop.close());

const query = (text: string, values: unknown[] = []) =>
  statement<{ n: number }>(shop.platform.db, text, values);
const gate = (isOn: boolean) =>
  query(`update products set requires_kyc = $1 where slug = 'gated'`, [isOn]);
const verify = (status: string) =>
  query(`update kyc_credentials set status = $1 where credential_key = 'kyc-demo-1'`, [status]);
/** The demo customer with a gated article in the cart. */
async function customer(): Promise<Visit> {
  const cookie = cookieIn(await logInCustomer(shop));
  const reply = await shop.call('POST', '/web-commerce/session/create/', {
    headers: byCookie({ cookie }),
    body: { store_id: DOWNTOWN_ID },
  });
  const visit = { cartId: reply.body.cart_id, token: '', cookie: cookieIn(reply) || cookie };
  await shop.call('POST', cartPath(visit.cartId, 'add'), {
    headers: byCookie(visit),
    body: { sku: 'GATED', quantity: 1 },
  });
  return visit;
}

describe('goods that require a verified customer, in the shop', () => {
  it('are marked in the cart', async () => {
    const visit = await shopper(shop, [
      ['GATED', 1],
      ['MUG-WHITE', 1],
    ]);
    const { body } = await shop.call('GET', cartPath(visit.cartId), { headers: byToken(visit) });
    expect(
      body.line_items.map((line: { sku: string; requires_kyc: boolean }) => [
        line.sku,
        line.requires_kyc,
      ]),
    ).toEqual([
      ['GATED', true],
      ['MUG-WHITE', false],
    ]);
  });

  it('are refused to guests at initiate and at complete', async () => {
    const visit = await shopper(shop, [['GATED', 1]]);
    const refused = await initiate(shop, visit);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'KYC_REQUIRED',
      { customer_id: null },
    ]);
    await gate(false);
    const open = await atCheckout(shop, [['GATED', 1]]);
    await gate(true);
    const late = await complete(shop, open.visit, open.id, { key: 'gated-1' });
    expect([late.status, late.body.code]).toEqual([409, 'KYC_REQUIRED']);
    const [sales] = await query(
      `select count(*)::int as n from transaction_lines where sku = 'GATED'`,
    );
    expect(sales?.n).toBe(0);
    await gate(false);
    expect((await complete(shop, open.visit, open.id, { key: 'gated-1' })).status).toBe(200);
    await gate(true);
  });

  it('are sold to a customer once the identity is verified', async () => {
    const visit = await customer();
    const headers = byCookie(visit);
    const start = () =>
      shop.call('POST', '/web-commerce/checkout/initiate/', {
        headers,
        body: { cart_id: visit.cartId, store_id: DOWNTOWN_ID, fulfillment_method: 'ship' },
      });
    await verify('pending_employee_review');
    expect((await start()).body).toMatchObject({
      code: 'KYC_REQUIRED',
      details: { customer_id: SHOPPER },
    });
    await verify('active');
    const started = await start();
    expect(started.status).toBe(201);
    await verify('rejected');
    const id = started.body.checkout.id;
    expect((await complete(shop, visit, id, { headers })).body.code).toBe('KYC_REQUIRED');
    await verify('active');
    expect((await complete(shop, visit, id, { headers })).status).toBe(200);
  });
});
