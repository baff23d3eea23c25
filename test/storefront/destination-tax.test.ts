import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { setCrashPoints } from '../../src/domains/storefront/checkout/attempt/crash-points.js';
import { statement } from '../../src/platform/database/tx.js';
import { ADDRESS as AGENT_ADDRESS, acpOf, addAgent, amountsOf, BUYER } from '../agents/support.js';
import { firstWords, statementsOf } from '../support/count-statements.js';
import { addUpMail } from '../support/mail-sums.js';
import { mailsTo } from '../support/mails.js';
import {
  ADDRESS,
  article,
  atCheckout,
  booksOf,
  complete,
  initiate,
  levelOf,
  openCheckoutShop,
  recover,
  shopper,
  tomorrow,
} from './checkout-support.js';
import { AIRPORT_ID, byToken, DOWNTOWN_ID, type Reply, type Shop, type Visit } from './support.js';

let shop: Shop;
let admin: string;
const places: Record<string, string> = {};

const call = (method: string, path: string, body?: object, token = admin): Promise<Reply> =>
  shop.call(method, path, { token, body });
const ok = ({ status, body, text }: Reply) => {
  if (status >= 300) throw new Error(text);
  return body;
};

/** A jurisdiction of an address, which no store belongs to. */
const place = async (code: string, rate: string, where: object): Promise<void> => {
  const body = { code, name: `Tax of ${code}`, rate, ...where };
  places[code] = ok(await call('POST', '/tax-jurisdictions/', body)).id;
};
const set = (store: string, body: object): Promise<Reply> =>
  call('PATCH', `/stores/${store}/`, body);

beforeAll(async () => {
  shop = await openCheckoutShop();
  admin = await shop.officeToken('admin');
  await article(shop, 'SENT', { price: '10.00', stock: 100 });
  await article(shop, 'E-BOOK', { price: '10.00', stock: 0, digital: true });
  await place('US-CA', '0.0725', { country: 'US', region: 'CA' });
  await place('US-WA-1', '0.065', { country: 'US', region: 'WA' });
  await place('US-WA-2', '0.039', { country: 'US', region: 'WA' });
  await place('US-OR', '0', { country: 'US', region: 'OR' });
  await place('FR', '0.2', { country: 'FR' });
  const reduced = { jurisdiction: 'FR', tax_class: 'reduced', rate: '0.055' };
  ok(await call('POST', '/tax-rates/', reduced));
  ok(await set('DOWNTOWN', { shipping_tax_class: 'standard' }));
});
afterAll(async () => {
  const findings = await checkInvariants(shop.platform.db);
  expect(findings.filter(({ offending }) => offending > 0)).toEqual([]);
  await shop.close();
});

let restore = () => {};
afterEach(() => restore());

const to = (region: string, country = 'US') => ({
  form: { shipping_address: { ...ADDRESS, country, region } },
});

const ratesFor = async (visit: Visit, country: string, region = ''): Promise<Reply> =>
  shop.call(
    'GET',
    `/web-commerce/cart/${visit.cartId}/shipping-rates/?country=${country}&region=${region}`,
    { headers: byToken(visit) },
  );

/** What the sale keeps: total, tax, destination, and a row for each rate. */
const saleOf = async ({ body }: Reply) => {
  const sale = ok(await call('GET', `/transactions/${body.transaction_id}/`));
  return [
    sale.totalAmount,
    sale.taxAmount,
    sale.tax_destination && [sale.tax_destination.country, sale.tax_destination.region],
    sale.tax_breakdown.map((row: Record<string, string>) =>
      [row.jurisdiction, row.tax_class, row.rate, row.net, row.tax].join(' '),
    ),
  ];
};

/** Goods that nobody ships: the form names the country of the bill alone. */
const DIGITAL = { fulfillment_method: 'digital' };
const billTo = (country: string, region = '', more: object = {}) => ({
  form: {
    shipping_address: null,
    billing_same_as_shipping: false,
    billing_address: { country, region },
    ...more,
  },
});

const receiptOf = async ({ body }: Reply): Promise<string> =>
  (await call('GET', `/transactions/${body.transaction_id}/receipt/?format=text`)).text;

/** Goods, tax, shipping, total, and whether the tax is inside, as the page of the order shows them. */
const orderPageOf = async ({ body }: Reply) => {
  const page = ok(
    await shop.call('POST', '/web-commerce/guest-order/', {
      body: { access_token: body.receipt_token },
    }),
  );
  const { subtotal, taxAmount, shippingAmount, totalAmount, prices_include_tax } = page.transaction;
  return [subtotal, taxAmount, shippingAmount, totalAmount, prices_include_tax];
};

const NEW_YORK = ['16.24', '1.24', null, ['US-NY-NYC standard 0.0825 15.00 1.24']];
let statements: string[];

describe('a store that taxes at its own place', () => {
  it('charges its own rates to every address', async () => {
    const { visit, id } = await atCheckout(shop, [['SENT', 1]]);
    expect(await saleOf(await complete(shop, visit, id, to('CA')))).toEqual(NEW_YORK);
    const second = await atCheckout(shop, [['SENT', 1]]);
    const texts = await statementsOf(async () => {
      await complete(shop, second.visit, second.id, to('CA'));
    });
    statements = firstWords(texts);
  });

  it('is changed by people who manage the taxes of all stores', async () => {
    const person = { username: 'local', password: 'a-long-password-for-tests', role: 'manager' };
    const body = { ...person, employee_number: 'EMP901', pin: '9876', store_ids: [DOWNTOWN_ID] };
    ok(await call('POST', '/users/', { ...body, first_name: 'Lo', last_name: 'Cal' }));
    const login = { username: person.username, password: person.password };
    const { access } = ok(await shop.call('POST', '/auth/login/', { body: login }));
    const change = { tax_sourcing: 'destination' };
    expect((await call('PATCH', '/stores/DOWNTOWN/', change, access)).status).toBe(403);
    const tax = { code: 'US-TX', name: 'Texas', rate: '0', country: 'US', region: 'TX' };
    expect((await call('POST', '/tax-jurisdictions/', tax, access)).status).toBe(403);
    expect(ok(await call('GET', '/stores/DOWNTOWN/')).tax_sourcing).toBe('origin');
    const listed = ok(await call('GET', '/tax-jurisdictions/'));
    expect(listed.map(({ code }: { code: string }) => code)).not.toContain('US-TX');
  });

  it.each([
    [{ country: 'XX' }, 'country'],
    [{ country: 'usa' }, 'country'],
    [{ country: null, region: 'CA' }, 'region'],
    [{ country: '*', region: 'CA' }, 'region'],
    [{ region: 'Kalifornien' }, 'region'],
  ])('refuses the place %o', async (change, field) => {
    const path = `/tax-jurisdictions/${places['US-CA']}/`;
    const before = ok(await call('GET', path));
    const { status, body } = await call('PATCH', path, change);
    expect([status, Object.keys(body.errors ?? body)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ]);
    expect(ok(await call('GET', path))).toEqual(before);
  });

  it('needs a country before it taxes by address', async () => {
    const { status, body } = await set('DOWNTOWN', { country: '', tax_sourcing: 'destination' });
    expect([status, Object.keys(body.errors ?? body)]).toEqual([
      400,
      expect.arrayContaining(['tax_sourcing']),
    ]);
    const { country, tax_sourcing } = ok(await call('GET', '/stores/DOWNTOWN/'));
    expect([country, tax_sourcing]).toEqual(['US', 'origin']);
  });
});

describe('a store that adds the tax of the address', () => {
  beforeAll(async () => {
    ok(await set('DOWNTOWN', { tax_sourcing: 'destination' }));
  });

  it('shows the tax and the total of an address before payment', async () => {
    const visit = await shopper(shop, [['SENT', 1]]);
    const shown = async (region: string) => {
      const [rate] = ok(await ratesFor(visit, 'US', region)).rates;
      return [rate.price, rate.tax, rate.total];
    };
    expect(await shown('CA')).toEqual(['5.00', '1.09', '16.09']);
    expect(await shown('wa')).toEqual(['5.00', '1.57', '16.57']);
    expect(await shown('OR')).toEqual(['5.00', '0.00', '15.00']);
    expect(await shown('NY')).toEqual(['5.00', '1.24', '16.24']);
    const stores = ok(await shop.call('GET', '/web-commerce/stores/'));
    const own = stores.find(({ id }: { id: string }) => id === DOWNTOWN_ID);
    expect([own.tax_sourcing, own.needs_region]).toEqual(['destination', ['US']]);
  });

  it('charges it, with as many statements as before', async () => {
    const { visit, id } = await atCheckout(shop, [['SENT', 1]]);
    const reply = await complete(shop, visit, id, to('CA'));
    expect(await saleOf(reply)).toEqual([
      '16.09',
      '1.09',
      ['US', 'CA'],
      ['US-CA standard 0.0725 15.00 1.09'],
    ]);
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1609, refunded: 0 });
    const second = await atCheckout(shop, [['SENT', 1]]);
    const texts = await statementsOf(async () => {
      await complete(shop, second.visit, second.id, to('CA'));
    });
    expect(firstWords(texts)).toEqual(statements);
  });

  it('keeps its own rates where it is picked up, and where no other is given', async () => {
    const { visit, id } = await atCheckout(shop, [['SENT', 1]]);
    expect(await saleOf(await complete(shop, visit, id, to('NY')))).toEqual(NEW_YORK);
    const pickup = { fulfillment_method: 'pickup', pickup_scheduled_time: tomorrow(shop) };
    const second = await atCheckout(shop, [['SENT', 1]], pickup);
    expect(await saleOf(await complete(shop, second.visit, second.id, to('CA')))).toEqual([
      '10.83',
      '0.83',
      null,
      ['US-NY-NYC standard 0.0825 10.00 0.83'],
    ]);
  });

  it('taxes digital goods alone where the customer lives', async () => {
    const { visit, id } = await atCheckout(shop, [['E-BOOK', 1]], DIGITAL);
    const { rates, tax, total } = ok(await ratesFor(visit, 'US', 'CA'));
    expect([rates, tax, total]).toEqual([[], '0.73', '10.73']);
    const email = 'reader@example.com';
    const paid = await complete(shop, visit, id, billTo('US', 'CA', { email }));
    expect(await saleOf(paid)).toEqual([
      '10.73',
      '0.73',
      ['US', 'CA'],
      ['US-CA standard 0.0725 10.00 0.73'],
    ]);
    expect(await booksOf(shop, id)).toEqual({ charges: 1, charged: 1073, refunded: 0 });
    const [mail] = await mailsTo(shop, email);
    expect(addUpMail(mail?.body_text ?? '')).toEqual({
      lines: [[1, 'E-BOOK', '10.00']],
      subtotal: '10.00',
      discount: '0.00',
      shipping: '0.00',
      tax: '0.73',
      total: '10.73',
    });
    const receipt = await receiptOf(paid);
    expect(receipt).toMatch(/^Tax US-CA 7\.25 ?% +0\.73$/m);
    expect(receipt).toMatch(/^TOTAL USD +10\.73$/m);
    expect(await orderPageOf(paid)).toEqual(['10.00', '0.73', '0.00', '10.73', false]);
    const sent = await atCheckout(shop, [['E-BOOK', 1]]);
    expect(await saleOf(await complete(shop, sent.visit, sent.id, to('OR')))).toEqual([
      '10.00',
      '0.00',
      ['US', 'OR'],
      ['US-OR standard 0 10.00 0.00'],
    ]);
    const both = await atCheckout(shop, [
      ['E-BOOK', 1],
      ['SENT', 1],
    ]);
    const mixed = await complete(shop, both.visit, both.id, to('OR'));
    expect((await saleOf(mixed)).slice(0, 3)).toEqual(['25.00', '0.00', ['US', 'OR']]);
  });

  it('takes the billing address before the other one of the form', async () => {
    const { visit, id } = await atCheckout(shop, [['E-BOOK', 1]]);
    const form = { ...billTo('US', 'CA').form, shipping_address: { ...ADDRESS, region: 'OR' } };
    const paid = await complete(shop, visit, id, { form });
    expect((await saleOf(paid)).slice(0, 3)).toEqual(['10.73', '0.73', ['US', 'CA']]);
  });

  it.each([
    ['no country', '', '', 'ADDRESS_INCOMPLETE', 'country'],
    ['a country that does not exist', 'Atlantis', '', 'ADDRESS_INCOMPLETE', 'country'],
    ['no region where it decides', 'US', '', 'REGION_REQUIRED', 'region'],
  ])('refuses digital goods with %s before any charge', async (_, country, region, code, field) => {
    const { visit, id } = await atCheckout(shop, [['E-BOOK', 1]], DIGITAL);
    const reply = await complete(shop, visit, id, billTo(country, region));
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(reply.text).toContain(`checkout_form_data.billing_address.${field}`);
    expect(await booksOf(shop, id)).toEqual({ charges: 0, charged: 0, refunded: 0 });
  });

  it('asks again if the country makes digital goods dearer', async () => {
    const { visit, id } = await atCheckout(shop, [['E-BOOK', 1]], DIGITAL);
    const refused = await complete(shop, visit, id, billTo('FR'));
    expect([refused.status, refused.body.code, refused.body.details.total]).toEqual([
      409,
      'PRICE_CHANGED',
      '12.00',
    ]);
    const more = { accepted_total: '12.00' };
    const paid = await complete(shop, visit, id, { ...billTo('FR'), more });
    expect((await saleOf(paid)).slice(0, 3)).toEqual(['12.00', '2.00', ['FR', null]]);
  });

  it('keeps its own rates for digital goods that are picked up with others', async () => {
    const pickup = { fulfillment_method: 'pickup', pickup_scheduled_time: tomorrow(shop) };
    const lines: [string, number][] = [
      ['E-BOOK', 1],
      ['SENT', 1],
    ];
    const { visit, id } = await atCheckout(shop, lines, pickup);
    const paid = await complete(shop, visit, id, billTo('US', 'OR'));
    expect((await saleOf(paid)).slice(0, 3)).toEqual(['21.65', '1.65', null]);
  });

  it('sells digital goods through a program with the tax of its buyer', async () => {
    const acp = acpOf(shop, await addAgent(shop));
    const line_items = [{ id: 'E-BOOK', quantity: 1 }];
    const unknown = await acp.create({ line_items, buyer: BUYER });
    expect(unknown.body.status).toBe('not_ready_for_payment');
    const address = { ...AGENT_ADDRESS, state: 'CA' };
    const session = await acp.create({
      line_items,
      buyer: BUYER,
      fulfillment_details: { address },
    });
    expect(amountsOf(session.body)).toMatchObject({ tax: 73, total: 1073 });
    const paid = await acp.complete(session.body.id);
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    expect(amountsOf(paid.body)).toMatchObject({ tax: 73, total: 1073 });
  });

  it('asks again if the address makes the order dearer than the start of the checkout showed', async () => {
    const { visit, id } = await atCheckout(shop, [['SENT', 1]]);
    const before = await levelOf(shop, 'SENT');
    const refused = await complete(shop, visit, id, to('WA'));
    expect([refused.status, refused.body.code]).toEqual([409, 'PRICE_CHANGED']);
    expect(refused.body.details.total).toBe('16.57');
    expect(await booksOf(shop, id)).toEqual({ charges: 0, charged: 0, refunded: 0 });
    expect(await levelOf(shop, 'SENT')).toEqual(before);
    const more = { accepted_total: '16.57' };
    expect(await saleOf(await complete(shop, visit, id, { ...to('WA'), more }))).toEqual([
      '16.57',
      '1.57',
      ['US', 'WA'],
      ['US-WA-1 standard 0.065 15.00 0.98', 'US-WA-2 standard 0.039 15.00 0.59'],
    ]);
  });

  it('places no order at the total of another address', async () => {
    const { visit, id } = await atCheckout(shop, [['SENT', 1]]);
    const more = { accepted_total: '15.00' };
    const refused = await complete(shop, visit, id, { ...to('CA'), more });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      'PRICE_CHANGED',
      { shown_total: '15.00', total: '16.09', currency: 'USD' },
    ]);
    expect(await booksOf(shop, id)).toEqual({ charges: 0, charged: 0, refunded: 0 });
    const cheaper = await complete(shop, visit, id, { ...to('OR'), more });
    expect(await saleOf(cheaper)).toEqual([
      '15.00',
      '0.00',
      ['US', 'OR'],
      ['US-OR standard 0 15.00 0.00'],
    ]);
  });

  it('charges a rate that changes between the look at an order and its opening', async () => {
    const { visit, id } = await atCheckout(shop, [['SENT', 1]]);
    const path = `/tax-jurisdictions/${places['US-CA']}/`;
    let isDone = false;
    restore = setCrashPoints(async point => {
      if (point !== 'priced' || isDone) return;
      isDone = true;
      ok(await call('PATCH', path, { rate: '0.05' }));
    });
    const reply = await complete(shop, visit, id, to('CA'));
    expect((await saleOf(reply)).slice(0, 2)).toEqual(['15.75', '0.75']);
    ok(await call('PATCH', path, { rate: '0.0725' }));
  });

  it.each([
    ['no region', '', 'US', 'REGION_REQUIRED'],
    ['a region by its name', 'California', 'US', 'REGION_REQUIRED'],
    ['a region that the country does not have', 'ZZ', 'US', 'REGION_REQUIRED'],
    ['an unknown country', 'CA', 'Atlantis', 'NO_SHIPPING_TO_ADDRESS'],
  ])('refuses %s before any charge', async (_, region, country, code) => {
    const { visit, id } = await atCheckout(shop, [['SENT', 1]]);
    const asked = await ratesFor(visit, country, region);
    expect([asked.status, asked.body.code]).toEqual([400, code]);
    const reply = await complete(shop, visit, id, to(region, country));
    expect([reply.status, reply.body.code]).toEqual([400, code]);
    expect(await booksOf(shop, id)).toEqual({ charges: 0, charged: 0, refunded: 0 });
  });

  it('taxes other countries as exports if a rate for the rest of the world says so', async () => {
    await place('EXPORT', '0', { country: '*' });
    const visit = await shopper(shop, [['SENT', 1]]);
    const totalFor = async (country: string, region = '') =>
      ok(await ratesFor(visit, country, region)).rates[0].total;
    expect(await totalFor('JP')).toBe('15.00');
    expect(await totalFor('FR')).toBe('18.00');
    expect(await totalFor('US', 'NY')).toBe('16.24');
  });

  it('sells through a program at the same total', async () => {
    const acp = acpOf(shop, await addAgent(shop));
    const wa = { ...AGENT_ADDRESS, state: 'WA' };
    const session = await acp.create({
      line_items: [{ id: 'SENT', quantity: 1 }],
      buyer: BUYER,
      fulfillment_details: { address: wa },
    });
    expect(amountsOf(session.body)).toMatchObject({ tax: 157, total: 1657 });
    const paid = await acp.complete(session.body.id);
    expect([paid.status, paid.body.status]).toEqual([200, 'completed']);
    const [sale] = await statement<{ total: string; destination: object }>(
      shop.platform.db,
      `select t.total_amount as total, t.tax_destination as destination from transactions t
         join checkout_sessions c on c.transaction_id = t.id
         join agent_checkouts a on a.checkout_id = c.id where a.id = $1`,
      [session.body.id],
    );
    expect(sale).toMatchObject({ total: '16.57', destination: { country: 'US', region: 'WA' } });
  });
});

describe('a store whose prices contain the tax of the address', () => {
  beforeAll(async () => {
    ok(await set('AIRPORT', { tax_sourcing: 'destination' }));
  });
  const order = async (): Promise<{ visit: Visit; id: string }> => {
    const lines: [string, number][] = [
      ['MUG-WHITE', 1],
      ['CARAMELS', 1],
    ];
    const visit = await shopper(shop, lines, AIRPORT_ID);
    const { checkout } = ok(await initiate(shop, visit, { store_id: AIRPORT_ID }));
    return { visit, id: checkout.id };
  };
  const FRANCE = [
    '25.00',
    '3.31',
    ['FR', null],
    ['FR standard 0.2 14.58 2.92', 'FR reduced 0.055 7.11 0.39'],
  ];
  const entriesOf = async () => {
    const [day] = ok(await call('GET', '/reports/journal/?store_id=AIRPORT')).days;
    expect(day.balance).toBe('0.00');
    return day.entries
      .filter(({ country }: { country: string | null }) => country !== null)
      .map((one: Record<string, string>) =>
        [one.kind, one.country, one.rate, one.account, one.debit, one.credit].join(' '),
      );
  };

  it('charges the shown price, of which the tax is that of the address', async () => {
    const { visit, id } = await order();
    const home = await complete(shop, visit, id, to('', 'DE'));
    expect((await saleOf(home)).slice(0, 3)).toEqual(['25.00', '3.28', null]);
    const abroad = await order();
    const reply = await complete(shop, abroad.visit, abroad.id, to('', 'France'));
    expect(await saleOf(reply)).toEqual(FRANCE);
    expect(await entriesOf()).toEqual([
      'revenue FR 0.055 8320 0.00 7.11',
      'revenue FR 0.2 8320 0.00 14.58',
      'tax FR 0.055 1767 0.00 0.39',
      'tax FR 0.2 1767 0.00 2.92',
    ]);
    ok(await call('PATCH', `/tax-jurisdictions/${places.FR}/`, { rate: '0.21' }));
    const number = reply.body.transaction_id;
    const mug = ok(await call('GET', `/transactions/${number}/`)).lineItems[0];
    const back = ok(
      await call('POST', '/returns/', {
        transaction: number,
        return_reason: 'defective',
        line_items: [{ original_line_item: mug.id, quantity: 1 }],
      }),
    );
    expect(back.refund_amount).toBe('12.50');
    for (const step of ['approve', 'receive', 'complete']) {
      ok(await call('POST', `/returns/${back.id}/${step}/`));
    }
    expect(await entriesOf()).toEqual([
      'revenue FR 0.055 8320 0.00 7.11',
      'revenue FR 0.2 8320 10.41 14.58',
      'tax FR 0.055 1767 0.00 0.39',
      'tax FR 0.2 1767 2.09 2.92',
    ]);
    ok(await call('PATCH', `/tax-jurisdictions/${places.FR}/`, { rate: '0.2' }));
  });

  it('contains the tax of the country in which the buyer of digital goods lives', async () => {
    ok(await call('POST', '/prices/', { variant: 'E-BOOK', price_list: 'EUR', amount: '12.00' }));
    const visit = await shopper(shop, [['E-BOOK', 1]], AIRPORT_ID);
    const { checkout } = ok(await initiate(shop, visit, { store_id: AIRPORT_ID, ...DIGITAL }));
    const { tax, total } = ok(await ratesFor(visit, 'FR'));
    expect([tax, total]).toEqual(['2.00', '12.00']);
    const email = 'lectrice@example.com';
    const paid = await complete(shop, visit, checkout.id, billTo('FR', '', { email }));
    expect(await saleOf(paid)).toEqual([
      '12.00',
      '2.00',
      ['FR', null],
      ['FR standard 0.2 10.00 2.00'],
    ]);
    const [mail] = await mailsTo(shop, email);
    expect(mail?.body_text).toMatch(/^1 x E-BOOK: 12,00$/m);
    expect(mail?.body_text).toMatch(/^inkl\. MwSt\.: 2,00$/m);
    expect(mail?.body_text).toMatch(/^Summe: 12,00\s/m);
    expect(await receiptOf(paid)).toMatch(/inkl\. 20\s?% MwSt\.\s+2,00/);
    expect(await orderPageOf(paid)).toEqual(['12.00', '2.00', '0.00', '12.00', true]);
  });

  it('keeps them in an order that another node finishes after a crash', async () => {
    const { visit, id } = await order();
    restore = setCrashPoints(async point => {
      if (point === 'charged') throw new Error('the node dies');
    });
    await complete(shop, visit, id, to('', 'FR')).catch(() => undefined);
    restore();
    ok(await call('PATCH', `/tax-jurisdictions/${places.FR}/`, { rate: '0.3' }));
    await recover(shop, id);
    ok(await call('PATCH', `/tax-jurisdictions/${places.FR}/`, { rate: '0.2' }));
    const [sale] = await statement<{ transaction_id: string }>(
      shop.platform.db,
      `select t.transaction_number as transaction_id from transactions t
         join checkout_sessions c on c.transaction_id = t.id where c.id = $1`,
      [id],
    );
    expect(await saleOf({ body: sale } as Reply)).toEqual(FRANCE);
  });
});
