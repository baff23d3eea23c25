import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Reply, type Shop } from '../support/service.js';
import {
  AIRPORT_ID,
  basket,
  type Counter,
  counterOf,
  DOWNTOWN_ID,
  MUG,
  mug,
  SALE_NUMBER,
  TEE,
} from '../transactions/support.js';

const CREATE = '/pos/transactions/create/';

let shop: Shop;
let counter: Counter;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
});
afterAll(() => shop.close());

const create = (body: unknown, token?: string) => counter.post(CREATE, body, token);

/** A refusal changes nothing. */
async function refused(body: unknown, token?: string): Promise<Reply> {
  const before = await counter.recordCounts();
  const reply = await create(body, token);
  expect(await counter.recordCounts()).toEqual(before);
  return reply;
}

const line = (change: Record<string, unknown>) =>
  mug({ line_items: [{ ...mug().line_items[0], ...change }] });

async function variantId(sku: string): Promise<string> {
  const row = await shop.platform.db
    .selectFrom('product_variants')
    .select('id')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function setPolicy(policy: object): Promise<void> {
  const reply = await shop.call('PATCH', `/stores/${DOWNTOWN_ID}/`, {
    token: await shop.officeToken('admin'),
    body: { approval_policy: policy },
  });
  expect(reply.status).toBe(200);
}

describe('a sale created at the till', () => {
  it('answers 201 with its number, its total and the status pending', async () => {
    const reply = await create(mug());
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      success: true,
      transaction: {
        transaction_id: expect.stringMatching(SALE_NUMBER),
        status: 'pending',
        total_amount: '13.53',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        price_overridden: false,
        tax_variance: '0.00',
        prices_include_tax: false,
      },
    });
    const { transaction_id: number, created_at: createdAt } = reply.body.transaction;
    expect(number.slice(4, 12)).toBe(createdAt.slice(0, 10).replaceAll('-', ''));
  });

  it('is stored with its till, cashier and lines, and an event for the store', async () => {
    const number = await counter.ring(basket([MUG, { ...TEE, quantity: 2 }], '5.16'));
    expect(await counter.row(number)).toMatchObject({
      store_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      source_system: 'pos',
      status: 'pending',
      currency: 'USD',
      subtotal: '62.50',
      tax_amount: '5.16',
      total_amount: '67.66',
      total_paid: '0.00',
      change_due: '0.00',
      variances: [],
      completed_at: null,
      expires_at: null,
    });
    const { body } = await counter.get(`/transactions/${number}/`);
    expect(body.lineItems).toMatchObject([
      { sku: 'MUG-WHITE', quantity: 1, unitPrice: '12.50', subtotal: '12.50', taxAmount: '1.03' },
      { sku: 'TEE-BLACK-M', quantity: 2, unitPrice: '25.00', subtotal: '50.00', taxAmount: '4.13' },
    ]);
    expect(body.employee).toBe('00000000-0000-4000-a002-000000000001');
    await shop.settleEvents();
    const event = await shop.platform.db
      .selectFrom('events')
      .select(['event', 'stream_id', 'terminal_id', 'data'])
      .where('subject_id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      event: 'transaction.created',
      stream_id: DOWNTOWN_ID,
      terminal_id: 'T-001',
      data: { transaction_id: number, status: 'pending', total_amount: '67.66' },
    });
  });

  it.each([
    ['12.50', '12.50'],
    ['12.5', '12.5'],
    [12.5, 12.5],
  ])('accepts the amount %j', async (price, subtotal) => {
    const reply = await create({ ...line({ unit_price: price, subtotal }), subtotal });
    expect(reply.status).toBe(201);
    expect(reply.body.transaction.total_amount).toBe('13.53');
  });

  it('accepts whole numbers with and without quotes', async () => {
    const tee = { sku: 'TEE-BLACK-M', quantity: 1, unit_price: 25, subtotal: '25' };
    const body = { ...basket([TEE], '2.06'), line_items: [tee], subtotal: 25, total_amount: 27.06 };
    expect((await create(body)).body.transaction.total_amount).toBe('27.06');
  });

  it('identifies goods by SKU or id, and by both when they agree', async () => {
    const id = await variantId('MUG-WHITE');
    for (const names of [
      { sku: undefined, product_variant_id: id },
      { sku: undefined, product_variant_id: id.toUpperCase() },
      { sku: 'MUG-WHITE', product_variant_id: id },
    ]) {
      const reply = await create(line(names));
      expect(reply.status).toBe(201);
    }
  });

  it('accepts store id, code or content id, and cashier number or id', async () => {
    const cashier = '00000000-0000-4000-A002-000000000001';
    for (const [store, employee] of [
      ['DOWNTOWN', 'EMP001'],
      ['store-downtown', cashier],
      [DOWNTOWN_ID, cashier.toLowerCase()],
    ]) {
      expect((await create(mug({ store_id: store, employee_id: employee }))).status).toBe(201);
    }
  });

  it('ignores unknown fields', async () => {
    const number = await counter.ring(
      mug({ status: 'completed', total_paid: '13.53', source_system: 'web_commerce', id: 'x' }),
    );
    expect(await counter.row(number)).toMatchObject({
      status: 'pending',
      total_paid: '0.00',
      source_system: 'pos',
    });
  });

  it('charges no tax on tax-exempt goods', async () => {
    const beans = { sku: 'BEANS-1KG', price: '18.00' };
    const reply = await create(basket([beans], '0.00'));
    expect(reply.body.transaction).toMatchObject({ total_amount: '18.00', tax_variance: '0.00' });
    const mixed = await create(basket([beans, MUG], '1.03'));
    expect(mixed.body.transaction).toMatchObject({ total_amount: '31.53', tax_variance: '0.00' });
    const taxed = await create(basket([beans], '1.49'));
    expect(taxed.body.transaction).toMatchObject({ total_amount: '19.49', tax_variance: '1.49' });
  });

  it('may be free', async () => {
    const gift = await create(basket([{ ...MUG, price: '0.00' }], '0.00'));
    expect(gift.body.transaction).toMatchObject({ total_amount: '0.00', price_overridden: true });
  });

  it('may cost up to ten digits including tax, and not a cent more', async () => {
    const approved = async (price: string, tax: string) => {
      const details = { sku: MUG.sku, unit_price: price };
      const id = await counter.approved('price_override', price, details);
      return basket([{ ...MUG, price }], tax, { approval_request_id: id });
    };
    const dear = await create(await approved('9237875288.00', '762124711.26'));
    expect(dear.status).toBe(201);
    expect(dear.body.transaction).toMatchObject({
      total_amount: '9999999999.26',
      tax_variance: '0.00',
    });
    const dearer = await refused(await approved('9999999999.99', '0.00'));
    expect(dearer.status).toBe(400);
    expect(dearer.body.code).toBe('AMOUNT_TOO_LARGE');
  });
});

describe('inconsistent sums', () => {
  const sums: [string, object, Record<string, string[]>][] = [
    [
      'a line',
      line({ subtotal: '12.51' }),
      { 'line_items.0.subtotal': ['Sent 12.51, expected 12.50.'] },
    ],
    ['the subtotal', mug({ subtotal: '12.49' }), { subtotal: ['Sent 12.49, expected 12.50.'] }],
    [
      'the total',
      mug({ total_amount: '13.54' }),
      { total_amount: ['Sent 13.54, expected 13.53.'] },
    ],
  ];
  it.each(sums)('are refused in %s', async (_, body, details) => {
    const [[field, [message]]] = Object.entries(details) as [[string, string[]]];
    const reply = await refused(body);
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      success: false,
      error: `${field}: ${message?.replace('Sent', 'sent')}`,
      code: 'SUM_MISMATCH',
      details,
    });
  });

  it('are all named at once', async () => {
    const reply = await refused({
      ...line({ quantity: 3 }),
      subtotal: '1.00',
      tax_amount: '2.00',
      total_amount: '1.00',
    });
    expect(reply.body.details).toEqual({
      'line_items.0.subtotal': ['Sent 12.50, expected 37.50.'],
      subtotal: ['Sent 1.00, expected 37.50.'],
      total_amount: ['Sent 1.00, expected 39.50.'],
    });
  });

  it('stay exact beyond the precision of a double', async () => {
    const reply = await refused(line({ quantity: 9_999, unit_price: '9999999999.99' }));
    expect(reply.status).toBe(400);
    expect(reply.body.details['line_items.0.subtotal']).toEqual([
      'Sent 12.50, expected 99989999999900.01.',
    ]);
  });
});

describe('goods and quantities that cannot be sold', () => {
  it.each([
    ['an unknown SKU', { sku: 'NO-SUCH-THING' }, 'sku', 'There is no such product variant.'],
    ['neither SKU nor id', { sku: undefined }, 'sku', 'There is no such product variant.'],
    [
      'an unknown variant',
      { product_variant_id: '00000000-0000-4000-8000-00000000dead' },
      'product_variant_id',
      'There is no such product variant.',
    ],
    [
      'an invalid variant id',
      { sku: undefined, product_variant_id: 'mug' },
      'product_variant_id',
      'There is no such product variant.',
    ],
  ])('refuses %s', async (_, names, field, message) => {
    const reply = await refused(line(names));
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      success: false,
      code: 'UNKNOWN_VARIANT',
      details: { [`line_items.0.${field}`]: [message] },
    });
  });

  it('refuses the SKU of another variant', async () => {
    const reply = await refused(line({ product_variant_id: await variantId('TEE-BLACK-M') }));
    expect(reply.status).toBe(400);
    expect(reply.body.details).toEqual({
      'line_items.0.sku': ['This SKU belongs to another variant.'],
    });
  });

  it('refuses inactive goods', async () => {
    const { db } = shop.platform;
    const towel = db.updateTable('product_variants').where('sku', '=', 'TOWEL-SAND');
    await towel.set({ is_active: false }).execute();
    const reply = await refused(basket([{ sku: 'TOWEL-SAND', price: '14.00' }], '1.16'));
    await towel.set({ is_active: true }).execute();
    expect(reply.status).toBe(400);
    expect(reply.body.details).toEqual({ 'line_items.0.sku': ['This is no longer sold.'] });
  });

  it.each([0, -1, 1.5, 10_000, '1', null, Number.NaN])(
    'refuses a quantity of %j',
    async quantity => {
      const reply = await refused(line({ quantity }));
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ success: false, code: 'INVALID' });
      expect(Object.keys(reply.body.details)).toEqual(['line_items.0.quantity']);
    },
  );

  it.each(['-1', -1, '1e3', 0.001, '12.505', ' 12.50', '+1', '١٢', '', 'NaN', true, null, 1e21])(
    'refuses %j as a price',
    async price => {
      const reply = await refused(line({ unit_price: price }));
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.body.details)).toEqual(['line_items.0.unit_price']);
    },
  );

  it('refuses a sale without lines, with too many, and without its sums', async () => {
    expect((await refused(mug({ line_items: [] }))).body.details).toHaveProperty('line_items');
    const many = Array.from({ length: 251 }, () => MUG);
    expect((await refused(basket(many, '0.00'))).body.details).toHaveProperty('line_items');
    const bare = await refused({});
    expect(bare.status).toBe(400);
    expect(Object.keys(bare.body.details).sort()).toEqual([
      'employee_id',
      'line_items',
      'store_id',
      'subtotal',
      'tax_amount',
      'total_amount',
    ]);
  });
});

describe('the caller of a sale', () => {
  it.each([AIRPORT_ID, 'AIRPORT', 'NOWHERE', '00000000-0000-4000-8000-00000000dead'])(
    'sells for the store of the till, not for %s',
    async store => {
      const reply = await refused(mug({ store_id: store }));
      expect(reply.status).toBe(403);
      expect(reply.body).toEqual({
        success: false,
        error: 'This till belongs to another store.',
        code: 'STORE_MISMATCH',
      });
    },
  );

  it.each(['EMP002', 'EMP999', '00000000-0000-4000-a002-000000000002', 'emp001'])(
    'sells in their own name, not as %s',
    async employee => {
      const reply = await refused(mug({ employee_id: employee }));
      expect(reply.status).toBe(403);
      expect(reply.body).toMatchObject({ success: false, code: 'EMPLOYEE_MISMATCH' });
    },
  );

  it("needs a till's token: a back-office token and a missing one are refused", async () => {
    const office = await refused(mug(), await shop.officeToken());
    expect(office.status).toBe(403);
    expect(office.body).toMatchObject({ success: false, code: 'TERMINAL_REQUIRED' });
    const anonymous = await shop.call('POST', CREATE, { body: mug() });
    expect(anonymous.status).toBe(401);
  });

  it('cannot sell while the store is closed', async () => {
    const close = async (is_active: boolean) =>
      shop.call('PATCH', `/stores/${DOWNTOWN_ID}/`, {
        token: await shop.officeToken('admin'),
        body: { is_active },
      });
    await shop.tillToken();
    await close(false);
    const reply = await refused(mug());
    await close(true);
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('STORE_CLOSED');
  });
});

describe('prices and taxes that differ from the catalogue', () => {
  it('are stored as charged and flagged', async () => {
    const reply = await create(basket([{ ...MUG, price: '10.00' }], '0.50'));
    expect(reply.status).toBe(201);
    expect(reply.body.transaction).toMatchObject({
      total_amount: '10.50',
      price_overridden: true,
      tax_variance: '-0.33',
    });
    const { body } = await counter.get(`/transactions/${reply.body.transaction.transaction_id}/`);
    expect(body).toMatchObject({
      price_overridden: true,
      tax_variance: '-0.33',
      variances: [
        { field: 'line_items.0.unit_price', charged: '10.00', expected: '12.50' },
        { field: 'tax_amount', charged: '0.50', expected: '0.83' },
      ],
      adjustments: [
        {
          kind: 'manual',
          line: 0,
          amount: '2.50',
          reason: null,
          actor: '00000000-0000-4000-a002-000000000001',
          approval_request_id: null,
          promotion_id: null,
          code: null,
        },
      ],
      lineItems: [{ unitPrice: '10.00', subtotal: '10.00', taxAmount: '0.50' }],
    });
  });

  it('keep their reason with the discount; a higher price is none', async () => {
    const lines = basket(
      [
        { ...MUG, price: '5.00', quantity: 2 },
        { ...TEE, price: '30.00' },
      ],
      '3.30',
    );
    const [mugs, tee] = lines.line_items;
    const reply = await create({
      ...lines,
      line_items: [{ ...mugs, price_reason: 'Chipped' }, tee],
    });
    const { body } = await counter.get(`/transactions/${reply.body.transaction.transaction_id}/`);
    expect(body.adjustments).toMatchObject([
      { kind: 'manual', line: 0, amount: '15.00', reason: 'Chipped' },
    ]);
    const long = [{ ...mugs, price_reason: 'x'.repeat(201) }, tee];
    expect((await create({ ...lines, line_items: long })).status).toBe(400);
  });

  describe('where the store requires an approval', () => {
    const cheap = (more: object = {}) => basket([{ ...MUG, price: '10.00' }], '0.83', { ...more });
    afterAll(() => setPolicy({}));

    it('are refused without one, and correct sales are not', async () => {
      await setPolicy({ price_override: true, tax_variance: true });
      const wanted: [body: object, request_type: string, amount: string][] = [
        [cheap(), 'price_override', '2.50'],
        [mug({ tax_amount: '1.02', total_amount: '13.52' }), 'tax_variance', '0.01'],
      ];
      for (const [body, request_type, amount] of wanted) {
        const reply = await refused(body);
        expect(reply.status).toBe(403);
        expect(reply.body).toMatchObject({
          success: false,
          code: 'APPROVAL_REQUIRED',
          details: { request_type, amount },
        });
      }
      expect((await create(mug())).status).toBe(201);
    });

    it('are accepted once with one that covers them', async () => {
      await setPolicy({ price_override: true });
      const approval = await counter.approved('discount', '2.50');
      const body = cheap({ approval_request_id: approval });
      const reply = await create(body);
      expect(reply.status).toBe(201);
      expect(reply.body.transaction.price_overridden).toBe(true);
      const { transaction_id: number } = reply.body.transaction;
      expect((await counter.get(`/transactions/${number}/`)).body.adjustments).toMatchObject([
        { amount: '2.50', reason: 'The customer asked', approval_request_id: approval },
      ]);
      expect(await counter.approvalStatus(approval)).toBe('consumed');
      const again = await refused(body);
      expect(again.status).toBe(403);
      expect(again.body.error).toBe('This approval has been used already.');
    });

    it('do not use up an approval for a sale that is refused or needs none', async () => {
      await setPolicy({ price_override: true });
      const approval = await counter.approved('price_override', '2.50');
      const wrong = { ...cheap({ approval_request_id: approval }), total_amount: '99.00' };
      expect((await refused(wrong)).status).toBe(400);
      expect((await create(mug({ approval_request_id: approval }))).status).toBe(201);
      expect(await counter.approvalStatus(approval)).toBe('approved');
    });

    it('are refused with an approval for less, for another action or of another person', async () => {
      await setPolicy({ price_override: true });
      const small = await counter.approved('discount', '2.49');
      expect((await refused(cheap({ approval_request_id: small }))).body.error).toBe(
        'This approval covers 2.49, not 2.50.',
      );
      const other = await counter.approved('tax_variance', '99.00');
      expect((await refused(cheap({ approval_request_id: other }))).status).toBe(403);
      const theirs = await counter.approved('discount', '99.00');
      const colleague = await shop.tillToken('EMP002');
      const body = cheap({ approval_request_id: theirs, employee_id: 'EMP002' });
      expect((await refused(body, colleague)).status).toBe(403);
    });

    it('need one that covers price and tax together', async () => {
      await setPolicy({ price_override: true, tax_variance: true });
      const both = (approval: string) =>
        basket([{ ...MUG, price: '10.00' }], '0.00', { approval_request_id: approval });
      const price = await counter.approved('discount', '2.50');
      expect((await refused(both(price))).body).toMatchObject({
        error: 'This approval covers 2.50, not 3.33.',
        details: { request_type: 'price_override', amount: '3.33' },
      });
      expect((await create(both(await counter.approved('discount', '3.33')))).status).toBe(201);
    });

    it('are not offset by a line with a higher price', async () => {
      await setPolicy({ discount_above: '2.50' });
      const lines = [
        { ...MUG, price: '9.99' },
        { ...TEE, price: '30.00' },
      ];
      expect((await refused(basket(lines, '3.30'))).body.code).toBe('APPROVAL_REQUIRED');
    });

    it('need none up to the discount that the store allows', async () => {
      await setPolicy({ discount_above: '2.50' });
      expect((await create(cheap())).status).toBe(201);
      const reply = await refused(basket([{ ...MUG, price: '9.99' }], '0.82'));
      expect(reply.status).toBe(403);
      const approval = await counter.approved('tax_variance', '5.00');
      const taxed = basket([{ ...MUG, price: '9.99' }], '0.82', { approval_request_id: approval });
      expect((await refused(taxed)).status).toBe(403);
    });
  });
});
