import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { widthOf } from '../../src/domains/receipts/columns.js';
import { statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, customer, ZURICH_ID } from '../../src/seed/data.js';
import { mailsTo } from '../support/mails.js';
import { openShop, type Shop } from '../support/service.js';
import { type Counter, counterOf } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
const clock = { now: () => new Date('2026-03-02T10:15:00.000Z') };
beforeAll(async () => {
  shop = await openShop({ background: false, clock });
  counter = counterOf(shop);
  await statement(shop.platform.db, 'update promotions set is_active = false');
});
afterAll(() => shop.close());

const till = { AIRPORT: () => shop.tillToken('EMP005'), ZURICH: () => shop.tillToken('EMP006') };

/** A hundred mugs and a shirt, with 19 % of tax inside. */
const airport = (more: object = {}) => ({
  store_id: AIRPORT_ID,
  employee_id: 'EMP005',
  line_items: [
    { sku: 'MUG-WHITE', quantity: 100, unit_price: '12.50', subtotal: '1250.00' },
    { sku: 'TEE-BLACK-L', quantity: 1, unit_price: '25.00', subtotal: '25.00' },
  ],
  subtotal: '1275.00',
  tax_amount: '203.57',
  total_amount: '1275.00',
  ...more,
});

/** 10 % off two mugs at 13.90: 25.02, which is 25.00 in cash. */
const zurich = {
  store_id: ZURICH_ID,
  employee_id: 'EMP006',
  line_items: [{ sku: 'MUG-WHITE', quantity: 2, unit_price: '13.90', subtotal: '27.80' }],
  discounts: [{ sale: true, percent: '10', reason: 'Stammkunde' }],
  subtotal: '27.80',
  discount_amount: '2.78',
  tax_amount: '1.87',
  total_amount: '25.02',
};

const sell = async (store: 'AIRPORT' | 'ZURICH', body: object, tendered: string) => {
  const token = await till[store]();
  const sale = await counter.ring(body, token);
  const paid = await counter.pay(
    sale,
    { payment_method_id: 'cash', tendered_amount: tendered },
    token,
  );
  expect(paid.status).toBe(202);
  return sale;
};
const receipt = async (sale: string, format = 'text') =>
  (await counter.get(`/transactions/${sale}/receipt/?format=${format}`)).text;

describe('the receipt of a store that speaks German', () => {
  it('is printed as shops in Germany print it', async () => {
    const sale = await sell('AIRPORT', airport(), '1300.00');
    const text = await receipt(sale);
    expect(text).toBe(`\
            Tillhouse Airport
           Willy-Brandt-Platz 1
               12529 Berlin
             +49 30 555 0102

${sale}
02.03.2026 11:15               Kasse T-101
Es bediente Sie Jonas Weber
------------------------------------------
White Mug
  100 x 12,50                     1.250,00
Black Tee, Size L
  1 x 25,00                          25,00
------------------------------------------
Zwischensumme                     1.275,00
SUMME                           1.275,00 €
inkl. 19 % MwSt.                    203,57
  Netto 1.071,43, brutto 1.275,00
------------------------------------------
Bar                               1.300,00
Rückgeld                            -25,00
------------------------------------------
      Vielen Dank für Ihren Einkauf!
          ${sale}
`);
    const html = await receipt(sale, 'html');
    expect(html).toContain('<html lang="de">');
    expect(html).toContain(`<title>Beleg ${sale}</title>`);
    expect(html).toContain('02.03.2026 11:15 · Kasse T-101 · Es bediente Sie Jonas Weber');
    expect(html).toContain('<td>Summe</td><td>1.275,00 €</td>');
    expect(html).toContain(
      '<td>inkl. 19 % MwSt.<br><span class="small">Netto 1.071,43, brutto 1.275,00</span></td><td>203,57</td>',
    );
    expect(html).not.toMatch(/Total|Tax|Change|Served/);
  });

  it('is printed as shops in Switzerland print it, with discount and rounding', async () => {
    const sale = await sell('ZURICH', zurich, '30.00');
    const text = await receipt(sale);
    const lines = text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        '               8001 Zürich',
        '  2 x 13.90                          27.80',
        '  Rabatt: Stammkunde                 -2.78',
        'Zwischensumme                        27.80',
        'Rabatt                               -2.78',
        'SUMME                            CHF 25.02',
        'inkl. 8.1 % MwSt.                     1.87',
        '  Netto 23.15, brutto 25.02',
        'Bar                                  30.00',
        'Rundung                              -0.02',
        'Rückgeld                             -5.00',
      ]),
    );
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(42);
  });

  it('marks a sale that is open or voided', async () => {
    const token = await till.AIRPORT();
    const sale = await counter.ring(airport(), token);
    const open = await receipt(sale);
    expect(open).toContain('*** NICHT BEZAHLT ***');
    expect(open).toContain('Offen                             1.275,00');
    await counter.voidSale(sale);
    const voided = await receipt(sale);
    expect(voided.match(/\*\*\* STORNO \*\*\*/g)).toHaveLength(2);
  });
});

describe('a receipt by mail', () => {
  const email = async (sale: string, to: string) =>
    counter.post(`/transactions/${sale}/receipt/email/`, { email: to }, await shop.officeToken());

  it('speaks the language of the store', async () => {
    const sale = await sell('AIRPORT', airport(), '1275.00');
    expect((await email(sale, 'gast@example.com')).status).toBe(202);
    const [mail] = await mailsTo(shop, 'gast@example.com');
    expect(mail?.subject).toBe(`Ihr Beleg von Tillhouse Airport (${sale})`);
    expect(mail?.body_text).toBe(await receipt(sale));
    expect(mail?.body_html).toBe(await receipt(sale, 'html'));
  });

  it("speaks the customer's own language, while the paper stays in that of the store", async () => {
    const known = async (language: string | null) => {
      await shop.platform.db
        .updateTable('users')
        .set({ language })
        .where('id', '=', customer.id)
        .execute();
      const sale = await sell('AIRPORT', airport({ customer_id: customer.id }), '1275.00');
      const to = `${language}@example.com`;
      await email(sale, to);
      const [mail] = await mailsTo(shop, to);
      return { sale, mail };
    };
    const english = await known('en');
    expect(english.mail?.subject).toBe(`Your receipt from Tillhouse Airport (${english.sale})`);
    expect(english.mail?.body_text).toContain('TOTAL EUR                          1275.00');
    expect(english.mail?.body_text).toContain('incl. 19% tax on 1071.43            203.57');
    expect(await receipt(english.sale)).toContain('SUMME ');
    const unknown = await known(null);
    expect(unknown.mail?.subject).toBe(`Ihr Beleg von Tillhouse Airport (${unknown.sale})`);
  });
});

describe('the language of a store', () => {
  const save = async (body: object, user = 'admin') =>
    shop.call('PATCH', '/stores/DOWNTOWN/', { token: await shop.officeToken(user), body });

  it('is shown, and changed with the other settings', async () => {
    const read = async (store: string) => (await counter.get(`/stores/${store}/`)).body.language;
    expect([await read('DOWNTOWN'), await read('AIRPORT'), await read('ZURICH')]).toEqual([
      'en',
      'de',
      'de',
    ]);
    const sale = await counter.sold({ payment_method_id: 'cash', tendered_amount: '20.00' });
    const before = await receipt(sale);
    const changed = await save({ language: 'de' });
    expect([changed.status, changed.body.language]).toEqual([200, 'de']);
    // Without tax inside, the tax is added; dollars are written the German way.
    const text = await receipt(sale);
    expect(text).toContain('zzgl. 8,25 % MwSt. US-NY-NYC          1,03');
    expect(text).toContain('SUMME                              13,53 $');
    expect((await save({ language: 'en' })).status).toBe(200);
    expect(await receipt(sale)).toBe(before);
  });

  it.each(['fr', 'DE', '', null, 1])('is not %j', async language => {
    const reply = await save({ language });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('language')]);
    expect((await counter.get('/stores/DOWNTOWN/')).body.language).toBe('en');
  });
});
