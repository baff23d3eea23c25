import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statement } from '../../src/platform/database/tx.js';
import { codeToCheck, keptPromotions } from '../../web/register/state/promotions.js';
import { openPromotions, promoCode, promotion } from '../promotions/support.js';
import { add, openVisit, readCart } from '../storefront/support.js';
import type { Reply, Shop } from '../support/service.js';
import { soon } from '../support/soon.js';
import { basket, type Counter, counterOf, MUG, TEE, UUID } from '../transactions/support.js';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openPromotions({ background: true });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const run = <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  statement<Row & object>(shop.platform.db, text, values) as Promise<Row[]>;

beforeEach(async () => {
  await run('update promotions set is_active = false');
  await run(`update stores set approval_policy = '{}'`);
});

const CREATE = '/pos/transactions/create/';
const quote = (body: object, token?: string): Promise<Reply> =>
  counter.post('/pos/quote/', body, token);
const sell = (body: object, headers = {}): Promise<Reply> =>
  counter.post(CREATE, body, undefined, headers);
const lines = (sku: string, quantity: number) => [{ sku, quantity }];

/** Three mugs at 12.50 for the price of two: 25.00, with a tax of 8.25 % of 25.00. */
const threeForTwo = () =>
  promotion(shop, { name: 'Three for two', kind: 'buy_x_get_y', buy_quantity: 2, get_quantity: 1 });
const THREE_MUGS = { ...MUG, quantity: 3 };
const promoted = (more: object = {}) =>
  basket([THREE_MUGS], '2.06', { total_amount: '27.06', ...more });

/** A body that sells what was quoted. */
const asQuoted = ({ body }: Reply, more: object = {}) => ({
  ...basket([], '0.00'),
  line_items: body.lines.map((line: Record<string, string>) => ({
    sku: line.sku,
    quantity: line.quantity,
    unit_price: line.unit_price,
    subtotal: line.subtotal,
  })),
  subtotal: body.subtotal,
  tax_amount: body.tax_amount,
  total_amount: body.total_amount,
  quote_id: body.quote_id,
  ...more,
});

async function refused(body: object, status: number): Promise<Reply> {
  const before = await counter.recordCounts();
  const reply = await sell(body);
  expect([reply.status, reply.text]).toEqual([status, expect.any(String)]);
  expect(await counter.recordCounts()).toEqual(before);
  return reply;
}

describe('a quote', () => {
  it('prices a basket with its promotions and explains every cent', async () => {
    const { id } = await threeForTwo();
    const reply = await quote({ line_items: lines('MUG-WHITE', 3) });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      success: true,
      quote_id: expect.stringMatching(UUID),
      currency: 'USD',
      lines: [{ sku: 'MUG-WHITE', unit_price: '12.50', subtotal: '37.50', discount: '12.50' }],
      discounts: [{ promotion_id: id, name: 'Three for two', code: null, amount: '12.50' }],
      subtotal: '37.50',
      discount_amount: '12.50',
      tax_amount: '2.06',
      total_amount: '27.06',
      explain: [
        {
          line: 0,
          price_list: null,
          unit_price: '12.50',
          quantity: 3,
          subtotal: '37.50',
          promotions: [
            { promotion_id: id, amount: '12.50', split: { method: 'units', total: '12.50' } },
          ],
          net: '25.00',
          tax: '2.06',
        },
      ],
    });
    const [explained] = reply.body.explain;
    const taxes = explained.taxes.map((tax: { amount: string }) => Number(tax.amount) * 100);
    expect(Math.round(taxes.reduce((sum: number, cents: number) => sum + cents, 0))).toBe(206);
    const { expires_at, created_at } = (
      await run<{ expires_at: Date; created_at: Date }>(
        'select expires_at, created_at from till_quotes where id = $1',
        [reply.body.quote_id],
      )
    )[0] as { expires_at: Date; created_at: Date };
    expect(expires_at.getTime() - created_at.getTime()).toBe(15 * 60_000);
  });

  it('names lines that cannot be sold, codes that do not count and customers it does not know', async () => {
    const unknown = await quote({ line_items: lines('NO-SUCH', 1) });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'UNKNOWN_VARIANT']);
    const code = await quote({ line_items: lines('MUG-WHITE', 1), promo_codes: ['nope'] });
    expect([code.status, code.body.code]).toEqual([400, 'PROMO_CODE_NOT_VALID']);
    expect(code.text).toContain('NOPE');
    const customer = await quote({
      line_items: lines('MUG-WHITE', 1),
      customer_id: '00000000-0000-4000-8000-00000000dead',
    });
    expect(customer.status).toBe(400);
    const many = await quote({
      line_items: lines('MUG-WHITE', 1),
      promo_codes: Array.from({ length: 1_000 }, (_, index) => `CODE-${index}`),
    });
    expect(many.status).toBe(400);
    expect((await quote({ line_items: [] })).status).toBe(400);
  });

  it('is for tills alone', async () => {
    const reply = await quote({ line_items: lines('MUG-WHITE', 1) }, await shop.officeToken());
    expect(reply.status).toBe(403);
  });
});

describe('three packets', () => {
  it('cost the same in the web shop, in a quote, at the till and in the engine of the register', async () => {
    const { id } = await promotion(shop, {
      name: 'Herb seeds: three for two',
      kind: 'buy_x_get_y',
      buy_quantity: 2,
      get_quantity: 1,
    });
    const [seeds] = await run<{ sku: string; price: string }>(
      `select v.sku, v.price::text from product_variants v join products p on p.id = v.product_id
       where p.slug = 'herb-seeds' limit 1`,
    );
    const { sku = '', price = '' } = seeds ?? {};
    expect(price).toBe('4.50');
    const visit = await openVisit(shop);
    await add(shop, visit, sku, 3);
    const cart = (await readCart(shop, visit)).body;
    const quoted = (await quote({ line_items: lines(sku, 3) })).body;
    expect([cart.line_items[0].promotion_discount, quoted.discount_amount]).toEqual([
      '4.50',
      '4.50',
    ]);
    expect(quoted.subtotal).toBe('13.50');
    const active = await shop.call('GET', '/promotions/active/?store_id=DOWNTOWN');
    expect(active.body).toMatchObject([{ id, buy_quantity: 2, get_quantity: 1 }]);
    const net = Number(quoted.total_amount) - Number(quoted.tax_amount);
    expect(net.toFixed(2)).toBe('9.00');
    const reply = await sell(
      basket([{ sku, price, quantity: 3 }], quoted.tax_amount, {
        promo_codes: [],
        total_amount: quoted.total_amount,
      }),
    );
    expect([reply.status, reply.body.transaction?.total_amount]).toEqual([
      201,
      quoted.total_amount,
    ]);
  });
});

describe('a sale with a quote', () => {
  it('is accepted as quoted though the price rose and the promotion ended, and says so', async () => {
    const { id } = await threeForTwo();
    const quoted = await quote({ line_items: lines('MUG-WHITE', 3) });
    await run('update promotions set is_active = false where id = $1', [id]);
    await run(`update product_variants set price = 13.00 where sku = 'MUG-WHITE'`);
    const reply = await sell(asQuoted(quoted)).finally(() =>
      run(`update product_variants set price = 12.50 where sku = 'MUG-WHITE'`),
    );
    expect(reply.status).toBe(201);
    // Today three mugs would cost 39.00 and 3.22 tax.
    expect(reply.body.transaction).toMatchObject({
      total_amount: '27.06',
      discount_amount: '12.50',
      price_overridden: false,
      price_difference: '-15.16',
      adjustments: [{ kind: 'promotion', line: 0, amount: '12.50', promotion_id: id }],
    });
    const number = reply.body.transaction.transaction_id;
    const { body } = await counter.get(`/transactions/${number}/`);
    expect(body).toMatchObject({
      appliedPromotionDiscount: '12.50',
      variances: [{ field: 'quote.total_amount', charged: '27.06', expected: '42.22' }],
    });
  });

  it('uses it once; a retry under the same key answers the same', async () => {
    await threeForTwo();
    const quoted = await quote({ line_items: lines('MUG-WHITE', 3) });
    const headers = { 'idempotency-key': 'quote-once-0001' };
    const first = await sell(asQuoted(quoted), headers);
    const again = await sell(asQuoted(quoted), headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    const other = await refused(asQuoted(quoted), 409);
    expect(other.body.code).toBe('QUOTE_USED');
  });

  it('is refused twice at once, and after fifteen minutes, and at another store', async () => {
    const quoted = await quote({ line_items: lines('MUG-WHITE', 1) });
    const replies = await Promise.all(Array.from({ length: 5 }, () => sell(asQuoted(quoted))));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);

    const old = await quote({ line_items: lines('MUG-WHITE', 1) });
    await run(
      `update till_quotes set created_at = created_at - interval '16 min',
         expires_at = expires_at - interval '16 min' where id = $1`,
      [old.body.quote_id],
    );
    expect((await refused(asQuoted(old), 409)).body.code).toBe('QUOTE_EXPIRED');

    const elsewhere = await quote({ line_items: lines('MUG-WHITE', 1) });
    await run(
      `update till_quotes set store_id = (select id from stores where code = 'AIRPORT')
       where id = $1`,
      [elsewhere.body.quote_id],
    );
    expect((await refused(asQuoted(elsewhere), 404)).body.code).toBe('QUOTE_NOT_FOUND');
    const unknown = { quote_id: '00000000-0000-4000-8000-00000000dead' };
    expect((await refused(asQuoted(elsewhere, unknown), 404)).body.code).toBe('QUOTE_NOT_FOUND');
  });

  it('sells the quoted goods at the quoted prices and nothing else', async () => {
    const quoted = await quote({ line_items: lines('MUG-WHITE', 1) });
    const { quote_id } = quoted.body;
    const dear = await refused(basket([TEE], '2.06', { quote_id }), 400);
    expect(dear.body.code).toBe('QUOTE_MISMATCH');
    const more = await refused(basket([{ ...MUG, quantity: 2 }], '2.06', { quote_id }), 400);
    expect(more.text).toContain('line_items.0.quantity');
    const cheap = await refused(basket([{ ...MUG, price: '1.00' }], '0.08', { quote_id }), 400);
    expect(cheap.text).toContain('line_items.0.unit_price');
    const coded = await refused(asQuoted(quoted, { promo_codes: ['OTHER'] }), 400);
    expect(coded.text).toContain('promo_codes.0');
  });
});

describe('promotions at the till', () => {
  it('leave a body as specified alone', async () => {
    await threeForTwo();
    const reply = await sell(basket([THREE_MUGS], '3.09'));
    expect(reply.status).toBe(201);
    expect(reply.body.transaction).toEqual({
      transaction_id: expect.any(String),
      status: 'pending',
      total_amount: '40.59',
      created_at: expect.any(String),
      price_overridden: false,
      prices_include_tax: false,
      tax_variance: '0.00',
    });
  });

  it('apply to a body that asks for them, and refuse other sums', async () => {
    const { id } = await threeForTwo();
    const reply = await sell(promoted({ promo_codes: [], discount_amount: '12.50' }));
    expect(reply.status).toBe(201);
    expect(reply.body.transaction).toMatchObject({ total_amount: '27.06', tax_variance: '0.00' });
    const rows = await run(
      `select kind, line, amount::text, promotion_id from transaction_adjustments
       join transactions t on t.id = transaction_id where t.transaction_number = $1`,
      [reply.body.transaction.transaction_id],
    );
    expect(rows).toEqual([{ kind: 'promotion', line: 0, amount: '12.50', promotion_id: id }]);
    const whole = await refused(basket([THREE_MUGS], '3.09', { promo_codes: [] }), 400);
    expect(whole.body.code).toBe('SUM_MISMATCH');
    const wrong = await refused(promoted({ promo_codes: [], discount_amount: '12.00' }), 400);
    expect(wrong.text).toContain('discount_amount');
  });

  it('count a code once per sale and give it back with the void', async () => {
    const { code, id } = await promoCode(shop, { usage_limit: 1 });
    const coded = basket([{ ...MUG, quantity: 2 }], '1.86', {
      total_amount: '24.36',
      promo_codes: [code.toLowerCase()],
    });
    const reply = await sell(coded);
    expect([reply.status, reply.body.transaction.adjustments]).toEqual([
      201,
      [expect.objectContaining({ kind: 'code', amount: '2.50', code })],
    ]);
    const uses = () => run('select used_count from promo_codes where id = $1', [id]);
    expect(await uses()).toEqual([{ used_count: 1 }]);
    const second = await refused(coded, 400);
    expect([second.body.code, second.text.includes(code)]).toEqual(['PROMO_CODE_NOT_VALID', true]);
    const voided = await counter.voidSale(reply.body.transaction.transaction_id);
    expect(voided.status).toBe(200);
    await expect.poll(uses, soon).toEqual([{ used_count: 0 }]);
  });

  it('tell a till which codes it can take without a connection, and until when', async () => {
    const ends_at = new Date(Date.now() + 3_600_000).toISOString();
    for (const [terms, is_limited] of [
      [{ usage_limit: null, ends_at }, false],
      [{ usage_limit: 5 }, true],
    ] as const) {
      const { code } = await promoCode(shop, terms);
      const { body } = await quote({ line_items: lines('MUG-WHITE', 1), promo_codes: [code] });
      const [own] = body.promotions.filter((one: { code: string }) => one.code === code);
      expect([own.is_limited, own.ends_at]).toEqual([
        is_limited,
        'ends_at' in terms ? ends_at : undefined,
      ]);
      const kept = keptPromotions(body.promotions, 'USD').filter(one => one.code === code);
      const sale = { codes: [code], coded: kept };
      expect(codeToCheck(sale, Date.now())).toBe(is_limited ? code : undefined);
      expect(codeToCheck(sale, Date.now() + 3_600_001)).toBe(code);
      expect(codeToCheck({ codes: [code], coded: [] }, Date.now())).toBe(code);
    }
  });

  it('refuse two codes of one promotion, and a customer limit without a customer', async () => {
    const { code, promotion_id } = await promoCode(shop);
    const twin = await promoCode(shop, { promotion_id });
    const both = await quote({ line_items: lines('MUG-WHITE', 1), promo_codes: [code, twin.code] });
    expect([both.status, both.text.includes(twin.code)]).toEqual([400, true]);
    const { code: personal } = await promoCode(shop, { per_customer_limit: 1 });
    const anonymous = await quote({ line_items: lines('MUG-WHITE', 1), promo_codes: [personal] });
    expect([anonymous.status, anonymous.text.includes(personal)]).toEqual([400, true]);
  });
});

describe('discounts of the staff', () => {
  const off = (discount: object, total: string, tax: string) =>
    basket([MUG, TEE], tax, {
      discounts: [{ reason: 'Scratched', ...discount }],
      total_amount: total,
    });

  it('reduce a line or the sale, by an amount or a percentage, with reason and person', async () => {
    // 12.50 + 25.00 less 2.50: 35.00 and 2.89 tax.
    const line = await sell(off({ line: 0, amount: '2.50' }, '37.89', '2.89'));
    expect([line.status, line.body.transaction?.discount_amount]).toEqual([201, '2.50']);
    expect(line.body.transaction.adjustments).toEqual([
      {
        kind: 'manual',
        line: 0,
        amount: '2.50',
        reason: 'Scratched',
        actor: expect.any(String),
        approval_request_id: null,
        promotion_id: null,
        code: null,
      },
    ]);
    // 10.01 over 12.50 and 25.00 is 3.34 and 6.67.
    const sale = await sell(off({ sale: true, amount: '10.01' }, '29.76', '2.27'));
    expect(sale.body.transaction?.adjustments).toMatchObject([
      { line: 0, amount: '3.34' },
      { line: 1, amount: '6.67' },
    ]);
    const percent = await sell(off({ sale: true, percent: 10 }, '36.53', '2.78'));
    expect([percent.status, percent.body.transaction?.discount_amount]).toEqual([201, '3.75']);
  });

  it.each([
    [{ line: 0, amount: '-1.00' }, 'amount'],
    [{ line: 0, amount: '0.00' }, 'discounts.0.amount'],
    [{ line: 0, amount: '12.51' }, 'discounts.0.amount'],
    [{ sale: true, amount: '37.51' }, 'discounts.0.amount'],
    [{ line: 0, percent: '100.01' }, 'discounts.0.percent'],
    [{ line: 0, percent: -5 }, 'percent'],
    [{ line: 2, percent: 5 }, 'discounts.0.line'],
    [{ line: -1, percent: 5 }, 'line'],
    [{ percent: 5 }, 'discounts.0.line'],
    [{ line: 0, sale: true, percent: 5 }, 'discounts.0.line'],
    [{ line: 0 }, 'discounts.0.amount'],
    [{ line: 0, amount: '1.00', percent: 5 }, 'discounts.0.amount'],
    [{ line: 0, amount: '1.00', reason: '' }, 'reason'],
  ])('refuse %j', async (discount, field) => {
    const reply = await refused(off(discount, '40.59', '3.09'), 400);
    expect(reply.text).toContain(field);
  });

  it('need an approval where the store wants one, each its own or that of the sale', async () => {
    await run(`update stores set approval_policy = '{"discount_above": "2.00"}'`);
    const body = off({ line: 0, amount: '2.50' }, '37.89', '2.89');
    expect((await refused(body, 403)).body.code).toBe('APPROVAL_REQUIRED');
    const small = await counter.approved('discount', '2.49');
    const discount = { line: 0, amount: '2.50', reason: 'Scratched' };
    const withApproval = (approval_request_id: string) => ({
      ...body,
      discounts: [{ ...discount, approval_request_id }],
    });
    expect((await refused(withApproval(small), 403)).status).toBe(403);
    const large = await counter.approved('discount', '2.50');
    const reply = await sell(withApproval(large));
    expect(reply.body.transaction?.adjustments).toMatchObject([{ approval_request_id: large }]);
    expect(await counter.approvalStatus(large)).toBe('consumed');
    const shared = await counter.approved('discount', '2.50');
    const again = await sell({ ...body, approval_request_id: shared });
    expect(again.body.transaction?.adjustments).toMatchObject([{ approval_request_id: shared }]);
  });

  it('are guarded by the database: a discount without its reasons cannot be stored', async () => {
    const number = await counter.ring(off({ line: 0, amount: '2.50' }, '37.89', '2.89'));
    const change = (column: string, value: string) =>
      run(`update transactions set ${column} = ${value} where transaction_number = $1`, [number]);
    await expect(change('promotion_discount', '2.51')).rejects.toThrow(
      'discount_equals_adjustments',
    );
    await expect(change('adjustments', `'[]'`)).rejects.toThrow('discount_equals_adjustments');
  });

  it('are given back with the goods: a full return refunds what was paid', async () => {
    await threeForTwo();
    const number = await counter.sold(
      { payment_method_id: 'cash' },
      basket([THREE_MUGS, TEE], '3.71', {
        promo_codes: [],
        discounts: [{ sale: true, amount: '4.99', reason: 'Late' }],
        total_amount: '48.72',
      }),
    );
    const { body: items } = await counter.get(`/line-items/?transaction=${number}`);
    const reply = await counter.post(
      '/returns/',
      {
        transaction: number,
        return_reason: 'changed_mind',
        line_items: items.map((line: { id: string; quantity: number }) => ({
          original_line_item: line.id,
          quantity: line.quantity,
        })),
      },
      await shop.officeToken(),
    );
    expect([reply.status, reply.text]).toEqual([201, expect.stringContaining('48.72')]);
  });
});
