import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revealGiftCards } from '../../src/domains/stored-value/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { AIRPORT_ID, customer } from '../../src/seed/data.js';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, MUG, MUG_TOTAL, mug } from '../transactions/support.js';
import {
  byGiftCard,
  CODE,
  cardOf,
  cash,
  entriesOf,
  fieldsOf,
  giftCard,
  returnOne,
  sellCard,
} from './support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const balanceOf = (code: string) =>
  shop.call('GET', `/value-accounts/balance/?code=${encodeURIComponent(code)}`);

describe('a gift card is sold', () => {
  it('as a line without tax, and its code is shown with the payment that completes the sale', async () => {
    const created = await counter.post(
      '/pos/transactions/create/',
      basket([giftCard('30.00'), MUG], '1.03'),
    );
    expect(created.body.transaction).toMatchObject({
      price_overridden: false,
      tax_variance: '0.00',
    });
    const sale = created.body.transaction.transaction_id;
    const first = await counter.pay(sale, cash('20.00'));
    expect([first.body.transaction.status, first.body.gift_cards]).toEqual([
      'partially_paid',
      undefined,
    ]);
    const last = await counter.pay(sale, cash('23.53'));
    expect(last.body.gift_cards).toEqual([
      { code: expect.stringMatching(CODE), amount: '30.00', balance: '30.00' },
    ]);
    const [{ code }] = last.body.gift_cards;
    expect(await cardOf(shop, code)).toMatchObject({ balance: '30.00', status: 'active' });
    expect((await balanceOf(code)).body).toEqual({
      balance: '30.00',
      currency: 'USD',
      status: 'active',
      expires_at: null,
    });
  });

  it('several at a time, in one request with the payment', async () => {
    const body = basket([giftCard('10.00', 2), giftCard('25.00')], '0.00', {
      payment: cash('45.00'),
    });
    const reply = await counter.post('/pos/transactions/create/', body);
    expect(reply.status).toBe(201);
    const cards = reply.body.gift_cards;
    expect(cards.map((card: { amount: string }) => card.amount)).toEqual([
      '10.00',
      '10.00',
      '25.00',
    ]);
    expect(new Set(cards.map((card: { code: string }) => card.code)).size).toBe(3);
  });

  it('and a repeated request gets the same code, of which the database has a hash only', async () => {
    const sale = await counter.ring(basket([giftCard('15.00')], '0.00'));
    const url = `/pos/transactions/${sale}/payment/`;
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await counter.post(url, cash('15.00'), undefined, key);
    const again = await counter.post(url, cash('15.00'), undefined, key);
    expect([again.status, again.body]).toEqual([202, first.body]);
    const { code } = first.body.gift_cards[0];
    const [row] = await statement<{ text: string }>(
      shop.platform.db,
      `select a::text || (select string_agg(e::text, '') from value_entries e
         where e.account_id = a.id) as text
       from value_accounts a where code_last_four = $1`,
      [code.slice(-4)],
    );
    expect(row?.text).not.toContain(code);
    const [kept] = await statement<{ n: number }>(
      shop.platform.db,
      `select count(*)::int as n from idempotency_keys k where k::text like '%' || $1 || '%'`,
      [code],
    );
    expect(kept?.n).toBe(0);
  });

  it('moves no stock, earns no points and gets no promotion', async () => {
    const before = await statement(shop.platform.db, 'select count(*) from stock_movements');
    const body = basket([giftCard('100.00')], '0.00', { promo_codes: ['WELCOME10'] });
    const reply = await counter.post('/pos/transactions/create/', body);
    expect(reply.body.transaction.discount_amount).toBe('0.00');
    await counter.pay(reply.body.transaction.transaction_id, cash('100.00'));
    await shop.settleEvents();
    expect(await statement(shop.platform.db, 'select count(*) from stock_movements')).toEqual(
      before,
    );
  });

  it.each([
    ['0.00', 1, 'line_items.0.unit_price'],
    ['10.00', 51, 'line_items.0.quantity'],
  ])('not for %s and not %i times', async (price, quantity, field) => {
    const before = await counter.recordCounts();
    const body = basket([giftCard(price, quantity)], '0.00');
    const reply = await counter.post('/pos/transactions/create/', body);
    expect(fieldsOf(reply)).toEqual([400, 'INVALID', [field]]);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('in the currency of a store without a price for it', async () => {
    const token = await shop.tillToken('EMP005');
    const body = basket([giftCard('20.00')], '0.00', {
      store_id: AIRPORT_ID,
      employee_id: 'EMP005',
      payment: cash('20.00'),
    });
    const reply = await counter.post('/pos/transactions/create/', body, token);
    expect(reply.status).toBe(201);
    const { code } = reply.body.gift_cards[0];
    expect((await balanceOf(code)).body.currency).toBe('EUR');
    const sale = await counter.ring();
    expect(fieldsOf(await counter.pay(sale, byGiftCard(code, '5.00')))).toEqual([
      400,
      'GIFT_CARD_CURRENCY',
      ['gift_card_code'],
    ]);
    expect((await cardOf(shop, code)).balance).toBe('20.00');
  });
});

describe('a gift card pays', () => {
  it('the demo card, typed in any case and spacing, together with cash', async () => {
    const sale = await counter.ring();
    const first = await counter.pay(sale, byGiftCard('gift-demo 0000 0001', '10.00'));
    expect(first.body.transaction).toMatchObject({ status: 'partially_paid', amount_due: '3.53' });
    expect((await counter.pay(sale, cash('5.00'))).body.transaction.change_due).toBe('1.47');
    expect((await balanceOf('GIFT-DEMO-0000-0001')).body.balance).toBe('40.00');
  });

  it('in one request with the sale', async () => {
    const { code } = await sellCard(counter, '20.00');
    const reply = await counter.post(
      '/pos/transactions/create/',
      mug({ payment: byGiftCard(code, MUG_TOTAL) }),
    );
    expect([reply.status, reply.body.transaction.status]).toEqual([201, 'completed']);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '6.47' });
  });

  it('for goods, and not for another gift card, however often it is tried', async () => {
    const { code } = await sellCard(counter, '50.00');
    const sale = await counter.ring(basket([giftCard('30.00'), MUG], '1.03'));
    expect((await counter.pay(sale, byGiftCard(code, '10.00'))).status).toBe(202);
    const before = await counter.recordCounts();
    const refused = await counter.pay(sale, byGiftCard(code, '3.54'));
    expect(fieldsOf(refused)).toEqual([400, 'GIFT_CARD_NEEDS_MONEY', ['most', 'tendered_amount']]);
    expect(refused.body.details.most).toBe('3.53');
    const payment = { payment_method_id: 'points', points: 100 };
    const known = { customer_id: customer.id, payment };
    const atOnce = await counter.post(
      '/pos/transactions/create/',
      basket([giftCard('1.00')], '0.00', known),
    );
    expect([atOnce.status, atOnce.body.code]).toEqual([400, 'GIFT_CARD_NEEDS_MONEY']);
    expect(await counter.recordCounts()).toEqual(before);
    expect((await cardOf(shop, code)).balance).toBe('40.00');
    expect((await counter.pay(sale, byGiftCard(code, '3.53'))).status).toBe(202);
    expect((await counter.pay(sale, byGiftCard(code, '0.01'))).body.code).toBe(
      'GIFT_CARD_NEEDS_MONEY',
    );
    const last = await counter.pay(sale, cash('30.00'));
    expect(last.body.gift_cards).toMatchObject([{ amount: '30.00' }]);
    expect((await cardOf(shop, code)).balance).toBe('36.47');
  });

  it('not more than it holds, than is due, or as another tender', async () => {
    const { code } = await sellCard(counter, '5.00');
    const sale = await counter.ring();
    const before = await counter.recordCounts();
    expect(fieldsOf(await counter.pay(sale, byGiftCard(code, '5.01')))).toEqual([
      400,
      'INSUFFICIENT_BALANCE',
      ['tendered_amount'],
    ]);
    expect((await counter.pay(sale, byGiftCard(code, '13.54'))).body.code).toBe(
      'NO_CHANGE_FOR_CARD',
    );
    const asCredit = {
      payment_method_id: 'store_credit',
      store_credit_code: code,
      gift_card_code: code,
      tendered_amount: '5.00',
    };
    expect((await counter.pay(sale, asCredit)).body.code).toBe('UNKNOWN_STORE_CREDIT');
    expect(fieldsOf(await counter.pay(sale, byGiftCard('2222222H22222222', '5.00')))).toEqual([
      400,
      'UNKNOWN_GIFT_CARD',
      ['gift_card_code'],
    ]);
    expect(await counter.recordCounts()).toEqual(before);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '5.00' });
  });

  it('not without its code, whatever way the payment comes', async () => {
    const sale = await counter.ring();
    const before = await counter.recordCounts();
    const noCode = { payment_method_id: 'gift_card', tendered_amount: '5.00' };
    expect(fieldsOf(await counter.pay(sale, noCode))).toEqual([400, 'INVALID', ['gift_card_code']]);
    const inline = await counter.post('/pos/transactions/create/', mug({ payment: noCode }));
    expect(fieldsOf(inline)).toEqual([400, 'INVALID', ['payment.gift_card_code']]);
    const reported = await counter.post(
      '/payments/payments/',
      { transaction: sale, payment_method: 'gift_card', amount: '5.00' },
      await shop.officeToken(),
    );
    expect(reported.status).toBe(400);
    expect(Object.keys(reported.body.errors)).toEqual(['gift_card_code']);
    expect(await counter.recordCounts()).toEqual(before);
  });

  it('also goods that cost nothing, without an entry', async () => {
    const { code } = await sellCard(counter, '20.00');
    const free = basket([{ ...MUG, price: '0.00' }], '0.00', { employee_id: 'EMP003' });
    const manager = await shop.tillToken('EMP003');
    const sale = await counter.ring(free, manager);
    const paid = await counter.pay(sale, byGiftCard(code, '0.00'), manager);
    expect([paid.status, paid.body.transaction?.status]).toEqual([202, 'completed']);
    const { id, balance } = await cardOf(shop, code);
    expect([balance, await entriesOf(shop, id)]).toEqual(['20.00', [['issued', '20.00']]]);
  });

  it('and gets back what a refund or void of that sale gives', async () => {
    const { code } = await sellCard(counter, '20.00');
    const sale = await counter.sold(byGiftCard(code, MUG_TOTAL));
    const [payment] = await counter.payments(sale);
    const refund = await counter.refund({ payment: payment?.id, amount: '3.00' });
    expect([refund.status, refund.body.status, refund.body.way]).toEqual([
      201,
      'succeeded',
      'gift_card',
    ]);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '9.47' });
    expect((await counter.voidSale(sale)).status).toBe(200);
    const card = await cardOf(shop, code);
    expect(card).toMatchObject({ balance: '20.00', status: 'active' });
    expect(await entriesOf(shop, card.id)).toEqual([
      ['issued', '20.00'],
      ['spent', '-13.53'],
      ['refunded', '3.00'],
      ['refunded', '10.53'],
    ]);
  });

  it('no more once it has expired, until a refund prolongs it', async () => {
    const { code } = await sellCard(counter, '20.00');
    const sale = await counter.sold(byGiftCard(code, MUG_TOTAL));
    const { id } = await cardOf(shop, code);
    const expire = `update value_accounts set expires_at = now() - interval '1 day' where id = $1`;
    await statement(shop.platform.db, expire, [id]);
    expect((await balanceOf(code)).body.status).toBe('expired');
    const other = await counter.ring();
    expect((await counter.pay(other, byGiftCard(code, '1.00'))).body.code).toBe(
      'GIFT_CARD_NOT_USABLE',
    );
    await counter.voidSale(sale);
    expect((await counter.pay(other, byGiftCard(code, '1.00'))).status).toBe(202);
  });
});

describe('a gift card is blocked', () => {
  it('when its sale is voided', async () => {
    const { code, sale } = await sellCard(counter, '20.00');
    expect((await counter.voidSale(sale)).status).toBe(200);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00', status: 'blocked' });
    expect((await balanceOf(code)).body.status).toBe('blocked');
    const other = await counter.ring();
    expect((await counter.pay(other, byGiftCard(code, '1.00'))).body.code).toBe(
      'GIFT_CARD_NOT_USABLE',
    );
  });

  it('and what was spent of it is a task of the store', async () => {
    const { code, sale } = await sellCard(counter, '20.00');
    await counter.sold(byGiftCard(code, MUG_TOTAL));
    expect((await counter.voidSale(sale)).status).toBe(200);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00', status: 'blocked' });
    const tasks = await statement<{ title: string; description: string }>(
      shop.platform.db,
      'select title, description from tasks where title like $1',
      [`%${sale}%`],
    );
    expect(tasks).toHaveLength(1);
    expect(tasks[0]?.title).toContain(`••••${code.slice(-4)}`);
    expect(tasks[0]?.description).toContain('owes 13.53 USD');
    expect(tasks[0]?.description).not.toContain(code);
  });

  it('when its line is returned, the unspent one of two first', async () => {
    const sale = await counter.ring(basket([giftCard('20.00', 2)], '0.00'));
    const paid = await counter.pay(sale, cash('40.00'));
    const [one, two] = paid.body.gift_cards.map((card: { code: string }) => card.code);
    await counter.sold(byGiftCard(one, MUG_TOTAL));
    await returnOne(shop, counter, sale, 0);
    expect(await cardOf(shop, one)).toMatchObject({ balance: '6.47', status: 'active' });
    expect(await cardOf(shop, two)).toMatchObject({ balance: '0.00', status: 'blocked' });
  });

  it('when all of its money is refunded', async () => {
    const { code, sale } = await sellCard(counter, '20.00');
    const [payment] = await counter.payments(sale);
    await counter.refund({ payment: payment?.id, amount: '5.00' });
    expect(await cardOf(shop, code)).toMatchObject({ balance: '20.00', status: 'active' });
    await counter.refund({ payment: payment?.id });
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00', status: 'blocked' });
  });
});

describe('a gift card is topped up', () => {
  const topUp = (code: string, amount: string) => {
    const body = basket([giftCard(amount)], '0.00', { payment: cash(amount) });
    const [line] = body.line_items;
    return counter.post('/pos/transactions/create/', {
      ...body,
      line_items: [{ ...line, gift_card_code: code }],
    });
  };

  it('by a line with its code, and keeps that value when the first sale is voided', async () => {
    const { code, sale } = await sellCard(counter, '20.00');
    const reply = await topUp(code, '7.00');
    expect(reply.body.gift_cards).toEqual([
      { code: `••••${code.slice(-4)}`, amount: '7.00', balance: '27.00' },
    ]);
    await counter.voidSale(sale);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '7.00', status: 'active' });
    await counter.voidSale(reply.body.transaction.transaction_id);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '0.00' });
  });

  it('not several times by one line; a return of one of two lines takes back that one', async () => {
    const { code } = await sellCard(counter, '20.00');
    const twice = basket([giftCard('7.00', 2)], '0.00', { payment: cash('14.00') });
    const odd = await counter.post('/pos/transactions/create/', {
      ...twice,
      line_items: twice.line_items.map(line => ({ ...line, gift_card_code: code })),
    });
    expect(fieldsOf(odd)).toEqual([400, 'INVALID', ['line_items.0.quantity']]);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '20.00' });
    const both = basket([giftCard('7.00'), giftCard('9.00')], '0.00', { payment: cash('16.00') });
    const reply = await counter.post('/pos/transactions/create/', {
      ...both,
      line_items: both.line_items.map(line => ({ ...line, gift_card_code: code })),
    });
    expect(reply.status).toBe(201);
    const sale = reply.body.transaction.transaction_id;
    expect(await cardOf(shop, code)).toMatchObject({ balance: '36.00' });
    await returnOne(shop, counter, sale, 1);
    expect(await cardOf(shop, code)).toMatchObject({ balance: '27.00', status: 'active' });
    await returnOne(shop, counter, sale, 0);
    const card = await cardOf(shop, code);
    expect(card).toMatchObject({ balance: '20.00', status: 'active' });
    expect(await entriesOf(shop, card.id)).toEqual([
      ['issued', '20.00'],
      ['topped_up', '7.00'],
      ['topped_up', '9.00'],
      ['blocked', '-9.00'],
      ['blocked', '-7.00'],
    ]);
  });

  it('not without knowing it, nor with other goods', async () => {
    expect(fieldsOf(await topUp('2222222H22222222', '7.00'))).toEqual([
      400,
      'UNKNOWN_GIFT_CARD',
      ['line_items.0.gift_card_code'],
    ]);
    const { code } = await sellCard(counter, '20.00');
    const body = mug();
    const wrong = await counter.post('/pos/transactions/create/', {
      ...body,
      line_items: body.line_items.map(line => ({ ...line, gift_card_code: code })),
    });
    expect(fieldsOf(wrong)).toEqual([400, 'INVALID', ['line_items.0.gift_card_code']]);
  });
});

describe('a code that no answer showed', () => {
  it('is shown once on demand, to the till of its store', async () => {
    const sale = await counter.ring(basket([giftCard('40.00')], '0.00'));
    const office = await shop.officeToken();
    const reported = await counter.post(
      '/payments/payments/',
      { transaction: sale, payment_method: 'cash', amount: '40.00' },
      office,
    );
    expect([reported.status, reported.text.includes('gift_cards')]).toEqual([201, false]);
    const url = `/pos/transactions/${sale}/gift-cards/`;
    const elsewhere = await shop.tillToken('EMP005');
    expect((await counter.post(url, {}, elsewhere)).status).toBe(404);
    const [first, second] = [await counter.post(url), await counter.post(url)];
    expect(first.body.gift_cards).toEqual([
      { code: expect.stringMatching(CODE), amount: '40.00', balance: '40.00' },
    ]);
    expect(second.body.gift_cards).toEqual([]);
    const [{ code }] = first.body.gift_cards;
    expect(await cardOf(shop, code)).toMatchObject({ balance: '40.00' });
    const { id } = await counter.row(sale);
    const { db, config } = shop.platform;
    expect(await atomically(db, tx => revealGiftCards(tx, config, id))).toEqual([]);
  });
});

describe('the balance by code', () => {
  it('is 404 for a wrong code and 400 without one or with other parameters', async () => {
    expect((await balanceOf('2222222H22222222')).status).toBe(404);
    expect((await shop.call('GET', '/value-accounts/balance/')).status).toBe(400);
    expect((await shop.call('GET', '/value-accounts/balance/?code=A&x=1')).status).toBe(400);
  });

  it('is throttled, and a till that guesses codes is blocked', async () => {
    const token = await shop.tillToken('EMP002');
    const sale = await counter.ring(mug({ employee_id: 'EMP002' }), token);
    const guess = () => counter.pay(sale, byGiftCard('2222222H22222222', '1.00'), token);
    for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(400);
    const blocked = await guess();
    expect([blocked.status, blocked.body.code]).toEqual([429, 'FAILURE_BLOCKED']);
    expect((await counter.pay(sale, cash('20.00'), token)).status).toBe(202);
    const looks = await Promise.all(Array.from({ length: 25 }, () => balanceOf('x')));
    expect(looks.some(reply => reply.status === 429)).toBe(true);
  });
});

it('the liability report is the ledger, per kind, currency and day', async () => {
  const token = await shop.officeToken('admin');
  const date = new Date().toISOString().slice(0, 10);
  const reply = await shop.call('GET', `/value-accounts/liability/?date=${date}`, { token });
  expect(reply.status).toBe(200);
  const ledger = await statement<{ kind: string; currency: string | null; balance: string }>(
    shop.platform.db,
    `select kind, currency, sum(balance)::text as balance from value_accounts
     group by kind, currency order by kind, currency`,
  );
  expect(
    reply.body.liabilities.map(({ kind, currency, balance }: Record<string, string>) => ({
      kind,
      currency,
      balance,
    })),
  ).toEqual(ledger);
  expect(ledger.map(row => [row.kind, row.currency])).toEqual([
    ['gift_card', 'EUR'],
    ['gift_card', 'USD'],
    ['points', null],
  ]);
  const before = await shop.call('GET', '/value-accounts/liability/?date=2020-01-01', { token });
  expect(before.body).toEqual({ date: '2020-01-01', liabilities: [] });
  expect((await shop.call('GET', '/value-accounts/liability/?date=soon', { token })).status).toBe(
    400,
  );
  const till = await shop.tillToken();
  expect((await shop.call('GET', '/value-accounts/liability/', { token: till })).status).toBe(403);
});
