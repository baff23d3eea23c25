import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AIRPORT_ID, customer, DOWNTOWN_ID, ZURICH_ID } from '../../src/seed/data.js';
import { mailsTo as mailsOf } from '../support/mails.js';
import { complete, initiate, openCheckoutShop, shopper } from './checkout-support.js';
import { byCookie, byToken, cookieIn, logInCustomer, type Shop } from './support.js';

let shop: Shop;
let manager: string;
const clock = { now: () => new Date('2026-03-02T10:15:00.000Z') };
beforeAll(async () => {
  shop = await openCheckoutShop({ background: false, clock });
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const mailsTo = (email: string) => mailsOf(shop, email);
const rowOf = async (sale: string) =>
  (await shop.call('GET', `/fulfillments/?transaction=${sale}`, { token: manager })).body[0].id;
const act = async (sale: string, action: string, body?: object) => {
  const url = `/fulfillments/${await rowOf(sale)}/${action}/`;
  const reply = await shop.call('POST', url, { token: manager, body });
  expect([action, reply.status, reply.status < 300 ? '' : reply.text]).toEqual([
    action,
    reply.status,
    '',
  ]);
};

async function airportOrder(email: string): Promise<string> {
  const visit = await shopper(shop, [['MUG-WHITE', 2]], AIRPORT_ID);
  const started = await initiate(shop, visit, { store_id: AIRPORT_ID });
  const reply = await complete(shop, visit, started.body.checkout.id, { form: { email } });
  expect([reply.status, reply.body.total_amount]).toEqual([200, '30.00']);
  return reply.body.transaction_id;
}

describe('the mails of a store that speaks German', () => {
  it('confirm, announce and cancel an order in German', async () => {
    const email = 'berlin@example.com';
    const sale = await airportOrder(email);
    const [confirmation] = await mailsTo(email);
    expect(confirmation?.subject).toBe(`Ihre Bestellung ${sale}`);
    expect(confirmation?.body_text).toContain(`\
Vielen Dank für Ihre Bestellung bei Tillhouse Airport.

2 x White Mug: 25,00

Zwischensumme: 25,00
Versand: 5,00
Summe: 30,00 €
inkl. MwSt.: 4,79

`);
    expect(confirmation?.body_text).toContain(`
Lieferadresse:
Ada Byron
1 Park Avenue
New York, NY 10016
Vereinigte Staaten

Versand: Standard, 3–5 Werktage

`);
    expect(confirmation?.body_text).toMatch(/^Stand Ihrer Bestellung: http\S+$/m);
    expect(confirmation?.body_html).toContain('<html lang="de">');
    expect(confirmation?.body_html).toContain(
      '<tr class="total"><td>Summe</td><td>30,00 €</td></tr>',
    );
    await act(sale, 'ship', { carrier_name: 'DHL', tracking_number: 'DE-42' });
    const shipped = (await mailsTo(email))[1];
    expect(shipped?.subject).toBe(`Ihre Bestellung ${sale} ist unterwegs`);
    expect(shipped?.body_text).toContain(
      'Versand mit: DHL\nSendungsnummer: DE-42\nSendung verfolgen: https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=DE-42\n',
    );

    expect(shipped?.body_html).toContain(
      '<a href="https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=DE-42">',
    );

    const other = await airportOrder('storno@example.com');
    await act(other, 'cancel', { reason: 'Nicht lieferbar' });
    const cancelled = (await mailsTo('storno@example.com'))[1];
    expect(cancelled?.subject).toBe(`Ihre Bestellung ${other} wurde storniert`);
    expect(cancelled?.body_text).toBe(`\
Ihre Bestellung ${other} bei Tillhouse Airport wurde storniert.

2 x White Mug

Grund: Nicht lieferbar
Wir erstatten 30,00 € auf dem Weg, auf dem Sie bezahlt haben.
`);
  });

  it('name time and amount of a pickup in Zürich', async () => {
    const email = 'abholung@example.com';
    const visit = await shopper(shop, [['MUG-WHITE', 1]], ZURICH_ID);
    const started = await initiate(shop, visit, {
      store_id: ZURICH_ID,
      fulfillment_method: 'pickup',
      pickup_scheduled_time: '2026-03-03T13:30:00.000Z',
    });
    const reply = await complete(shop, visit, started.body.checkout.id, {
      method: 'pay_at_store',
      token: null,
      form: { email, shipping_address: null },
    });
    expect(reply.status).toBe(200);
    await act(reply.body.transaction_id, 'mark-ready');
    const [confirmation, ready] = await mailsTo(email);
    expect(confirmation?.body_text).toContain('Abholung: Di., 03.03.2026, 14:30 MEZ\n');
    expect(confirmation?.body_text).toContain('Summe: CHF 13.90\n');
    expect(confirmation?.body_text).toMatch(
      /Wir halten Ihre Bestellung bis \S+, [\d.]+, [\d:]+ \S+ bereit\./,
    );
    expect(ready?.body_text).toContain(`\
Wir erwarten Sie am 03.03.2026.
Bei der Abholung zu zahlen: CHF 13.90.
Bitte bringen Sie diese Bestellnummer mit.
`);
  });
});

it("speak a customer's own language", async () => {
  await shop.platform.db
    .updateTable('users')
    .set({ language: 'en' })
    .where('id', '=', customer.id)
    .execute();
  const cookie = cookieIn(await logInCustomer(shop));
  const opened = await shop.call('POST', '/web-commerce/session/create/', {
    headers: byCookie({ cookie }),
    body: { store_id: AIRPORT_ID },
  });
  const visit = { cartId: opened.body.cart_id, token: '', cookie: cookieIn(opened) || cookie };
  const headers = byCookie(visit);
  await shop.call('POST', `/web-commerce/cart/${visit.cartId}/add/`, {
    headers,
    body: { sku: 'MUG-WHITE', quantity: 2, store_id: AIRPORT_ID },
  });
  const started = await shop.call('POST', '/web-commerce/checkout/initiate/', {
    headers,
    body: { cart_id: visit.cartId, store_id: AIRPORT_ID, fulfillment_method: 'ship' },
  });
  const email = 'english@example.com';
  const reply = await complete(shop, visit, started.body.checkout.id, {
    form: { email },
    headers,
  });
  expect(reply.status).toBe(200);
  const sale = reply.body.transaction_id;
  await act(sale, 'ship', { carrier_name: 'DHL', tracking_number: 'DE-43' });
  const [confirmation, shipped] = await mailsTo(email);
  expect(confirmation?.subject).toBe(`Your order ${sale}`);
  expect(confirmation?.body_text).toContain('Total: 30.00 EUR\nIncluding tax: 4.79\n');
  expect(shipped?.subject).toBe(`Your order ${sale} is on its way`);
});

describe('the mails to a guest who reads the shop in another language than its store', () => {
  const order = async (email: string, storeId: string, language: string): Promise<string> => {
    const visit = await shopper(shop, [['MUG-WHITE', 2]], storeId);
    const started = await initiate(shop, visit, { store_id: storeId });
    const headers = { ...byToken(visit), 'accept-language': language };
    const reply = await complete(shop, visit, started.body.checkout.id, {
      form: { email },
      headers,
    });
    expect(reply.status).toBe(200);
    return reply.body.transaction_id;
  };

  it('speak that language, from the confirmation to the parcel', async () => {
    const email = 'gast@example.com';
    const sale = await order(email, DOWNTOWN_ID, 'de-DE,de;q=0.9,en;q=0.8');
    await act(sale, 'ship', { carrier_name: 'DHL', tracking_number: 'DE-43' });
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      `Ihre Bestellung ${sale}`,
      `Ihre Bestellung ${sale} ist unterwegs`,
    ]);
    const tourist = 'tourist@example.com';
    const abroad = await order(tourist, AIRPORT_ID, 'en-GB');
    await act(abroad, 'cancel', { reason: 'Sold out' });
    expect((await mailsTo(tourist)).map(({ subject }) => subject)).toEqual([
      `Your order ${abroad}`,
      `Your order ${abroad} was cancelled`,
    ]);
  });

  it('speak that of the store if it does not offer the other, or none is known', async () => {
    const token = await shop.officeToken('admin');
    const set = (languages: string[]) =>
      shop.call('PATCH', '/stores/DOWNTOWN/', { token, body: { languages } });
    expect((await set(['en'])).status).toBe(200);
    const only = await order('only@example.com', DOWNTOWN_ID, 'de');
    expect((await mailsTo('only@example.com'))[0]?.subject).toBe(`Your order ${only}`);
    expect((await set([])).status).toBe(200);
    const french = await order('fr@example.com', DOWNTOWN_ID, 'fr-FR');
    expect((await mailsTo('fr@example.com'))[0]?.subject).toBe(`Your order ${french}`);
  });
});
