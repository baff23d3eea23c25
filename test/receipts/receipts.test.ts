import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlOf } from '../../src/platform/mail/packed-html.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG, TEE } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
const clock = { now: () => new Date('2026-03-02T10:15:00.000Z') };
beforeAll(async () => {
  shop = await openShop({ background: false, clock });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const CASH = { payment_method_id: 'cash' };
const path = (sale: string) => `/transactions/${sale}/receipt/`;
const printed = async (sale: string, token?: string) =>
  counter.get(`${path(sale)}?format=text`, token);

describe('the receipt of a sale', () => {
  it("is printed with the store's local time, the tax and the change", async () => {
    const sale = await counter.sold(
      { ...CASH, tendered_amount: '50.00' },
      basket([{ ...MUG, quantity: 2 }], '2.06'),
    );
    const reply = await printed(sale, await shop.tillToken());
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = reply.text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        '            Tillhouse Downtown',
        '              12 Main Street',
        '            New York, NY 10001',
        sale,
        // 10:15 UTC is 05:15 in New York.
        '2026-03-02 05:15                Till T-001',
        '  2 x 12.50                          25.00',
        'Subtotal                             25.00',
        'TOTAL USD                            27.06',
        'Cash                                 50.00',
        'Change                              -22.94',
      ]),
    );
    expect(lines.find(line => line.startsWith('Tax '))).toMatch(/8\.25% +2\.06$/);
    expect(lines.every(line => line.length <= 42)).toBe(true);
    expect(reply.text).toContain('Returns within 30 days with this receipt.');
    expect(reply.text).not.toContain('***');
  });

  it('is HTML by default, under both ids of the sale', async () => {
    const sale = await counter.sold(CASH);
    const { id } = await counter.row(sale);
    const page = await counter.get(path(sale));
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const style = /<style>(.*?)<\/style>/s.exec(page.text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(page.text).toContain(`<title>Receipt ${sale}</title>`);
    expect(page.text).toContain('13.53');
    for (const twin of [`/sale-transactions/${sale}/receipt/`, path(`saleTransaction_${id}`)]) {
      expect((await counter.get(twin)).text).toBe(page.text);
    }
    expect((await counter.get(`${path(sale)}?format=docx`)).status).toBe(400);
  });

  it('shows the amount due, refunds and a void', async () => {
    const sale = await counter.ring(basket([TEE], '0.00'));
    expect((await printed(sale)).text).toContain('*** NOT PAID ***');
    await counter.pay(sale, { ...CASH, tendered_amount: '10.00' });
    const part = (await printed(sale)).text;
    expect(part).toContain('*** PARTLY PAID ***');
    expect(part).toContain('Due                                  15.00');
    await counter.pay(sale, { ...CASH, tendered_amount: '15.00' });
    const paid = (await printed(sale)).text;
    expect(paid).not.toContain('***');
    expect(paid).not.toContain('Due');
    const [first] = await counter.payments(sale);
    const till = await shop.tillToken('EMP003');
    const refund = await counter.refund({ payment: first?.id, amount: '4.00' }, till);
    expect((await printed(sale)).text).toContain(`Refund ${refund.body.refund_id}         -4.00`);
    await counter.voidSale(sale);
    const text = (await printed(sale)).text;
    expect(text.match(/\*\*\* VOID \*\*\*/g)).toHaveLength(2);
    expect((await counter.get(path(sale))).text).toContain('<p class="mark">VOID</p>');
  });

  it('says that all money went back, or that nobody paid in time', async () => {
    const sold = await counter.sold(CASH);
    const [payment] = await counter.payments(sold);
    const till = await shop.tillToken('EMP003');
    expect((await counter.refund({ payment: payment?.id }, till)).status).toBe(201);
    expect((await counter.row(sold)).status).toBe('refunded');
    expect((await printed(sold)).text.match(/\*\*\* REFUNDED \*\*\*/g)).toHaveLength(2);
    const late = await counter.ring(basket([TEE], '0.00'));
    await shop.platform.db
      .updateTable('transactions')
      .set({ status: 'expired' })
      .where('transaction_number', '=', late)
      .execute();
    const text = (await printed(late)).text;
    expect(text.match(/\*\*\* EXPIRED \*\*\*/g)).toHaveLength(2);
    expect(text).not.toContain('Due');
  });

  it('needs a login, and is hidden from other stores', async () => {
    const sale = await counter.sold(CASH);
    expect((await shop.call('GET', path(sale))).status).toBe(401);
    const airport = await shop.tillToken('EMP005');
    for (const [ref, token] of [
      [sale, airport],
      ['TXN-20200101-00000000', await shop.officeToken()],
    ] as const) {
      const reply = await shop.call('GET', path(ref), { token });
      expect(reply.status).toBe(404);
      expect(reply.body.code).toBe('TRANSACTION_NOT_FOUND');
    }
  });
});

describe('a receipt by mail', () => {
  const email = (sale: string, body: unknown, headers = {}, token?: string) =>
    counter.post(`${path(sale)}email/`, body, token, headers);
  const mailsTo = (address: string) =>
    shop.platform.db.selectFrom('mails').selectAll().where('recipient', '=', address).execute();
  const mails = async () =>
    (await shop.platform.db.selectFrom('mails').select('id').execute()).length;

  it('is sent once per request, as text and HTML', async () => {
    const sale = await counter.sold(CASH);
    const key = { 'idempotency-key': 'mail-once' };
    const reply = await email(sale, { email: 'ada@example.com' }, key);
    expect(reply.status).toBe(202);
    expect(reply.body).toEqual({ transaction: sale, email: 'ada@example.com', status: 'queued' });
    const again = await email(sale, { email: 'ada@example.com' }, key);
    expect(again.status).toBe(202);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const sent = await mailsTo('ada@example.com');
    expect(sent).toHaveLength(1);
    expect({ ...sent[0], body_html: sent[0] && htmlOf(sent[0]) }).toMatchObject({
      purpose: 'receipt',
      subject: `Your receipt from Tillhouse Downtown (${sale})`,
      body_text: (await printed(sale)).text,
      body_html: (await counter.get(path(sale))).text,
    });
  });

  it("needs a valid address, and a sale of the caller's store", async () => {
    const sale = await counter.sold(CASH);
    const before = await mails();
    for (const body of [{}, { email: 'nobody' }, { email: 'a@b.c,d@e.f' }, { email: null }]) {
      expect((await email(sale, body)).status).toBe(400);
    }
    const other = await email(
      sale,
      { email: 'ada@example.com' },
      {},
      await shop.tillToken('EMP005'),
    );
    expect(other.status).toBe(404);
    expect(await mails()).toBe(before);
  });
});
