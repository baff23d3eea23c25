import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSanity, sanityEnv, startFakeSanity } from './fake-sanity.js';
import { openContentShop, rowsOf, type Shop, sellMug, settled, syncOf } from './support.js';

const PATH = '/integrations/manual-sync/';

let fake: FakeSanity;
let shop: Shop;
let token: string;
beforeAll(async () => {
  fake = await startFakeSanity();
  shop = await openContentShop({ env: sanityEnv(fake) });
  token = await shop.officeToken();
  await settled(shop);
});
afterEach(() => fake.fault(() => undefined));
afterAll(async () => {
  await shop.close();
  await fake.close();
});

const sync = (body: unknown, as = token) => shop.call('POST', PATH, { token: as, body });
const TYPES = [
  'product',
  'productVariant',
  'productType',
  'brand',
  'category',
  'collection',
  'inventoryLevel',
  'store',
  'taxJurisdiction',
  'zone',
  'parLevelItem',
  'user',
  'userEmployee',
  'userCustomer',
  'userManager',
  'salesTransaction',
  'saleLineItem',
  'salesReturn',
  'storeCredit',
  'transactionPayment',
  'payment',
  'refund',
  'paymentMethod',
  'promoCode',
  'promotionalCampaign',
  'abTest',
];

describe('manual sync', () => {
  it('lists its document types', async () => {
    const { status, body } = await shop.call('GET', PATH, { token });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      message: expect.any(String),
      endpoint: PATH,
      method: 'POST',
      direction: 'tillhouse_to_content_system',
      required_fields: ['sanity_id', 'document_type'],
      supported_types: TYPES,
    });
  });

  it('overwrites the document', async () => {
    fake.edit('store-downtown', 'store', { name: 'Somebody elses name', seo: 'kept' });
    const { status, body } = await sync({ sanity_id: 'store-downtown', document_type: 'store' });
    const [store] = await rowsOf(shop, `select * from stores where sanity_id = 'store-downtown'`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      sanity_id: 'store-downtown',
      document_type: 'store',
      model_type: 'Store',
      instance_id: store?.id,
      message: expect.any(String),
      django_updated_at: store?.updated_at.toISOString(),
    });
    expect(fake.documents.get('store-downtown')).toMatchObject({
      name: store?.name,
      code: 'DOWNTOWN',
      seo: 'kept',
    });
    expect((await syncOf(shop, 'store', store?.id))?.rev).toBe(
      fake.documents.get('store-downtown')?._rev,
    );
  });

  it('is for managers, at the till or in the back office', async () => {
    const document = { sanity_id: 'store-downtown', document_type: 'store' };
    expect((await sync(document, await shop.tillToken('EMP003'))).status).toBe(200);
    const cashier = await sync(document, await shop.tillToken('EMP001'));
    expect([cashier.status, cashier.body.code]).toEqual([403, 'PERMISSION_DENIED']);
    for (const method of ['GET', 'POST']) {
      const stranger = await shop.call(method, PATH, {
        body: method === 'POST' ? document : undefined,
      });
      expect([stranger.status, stranger.body.success]).toEqual([401, false]);
    }
  });

  it('answers the same for a record of another store as for an unknown one', async () => {
    const [level] = await rowsOf(
      shop,
      `select l.id from inventory_levels l join stores s on s.id = l.store_id where s.code = 'AIRPORT' limit 1`,
    );
    const { status, body } = await sync(
      { sanity_id: `inventoryLevel_${level?.id}`, document_type: 'inventoryLevel' },
      await shop.tillToken('EMP003'),
    );
    expect([status, body.code]).toEqual([404, 'RECORD_NOT_FOUND']);
  });
});

describe('manual sync refuses', () => {
  it.each([
    [{}, 'Missing required field: sanity_id'],
    [undefined, 'Missing required field: sanity_id'],
    [{ document_type: 'store' }, 'Missing required field: sanity_id'],
    [{ sanity_id: '', document_type: 'store' }, 'Missing required field: sanity_id'],
    [{ sanity_id: null }, 'Missing required field: sanity_id'],
    [{ sanity_id: 'store-downtown' }, 'Missing required field: document_type'],
    [{ sanity_id: 'a', document_type: 'page' }, 'No sync handler for document type: page'],
    [
      { sanity_id: 'a', document_type: '__proto__' },
      'No sync handler for document type: __proto__',
    ],
  ])('%j', async (body, error) => {
    const answer = await sync(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ success: false, error, code: expect.any(String) });
  });

  it('a field of another type', async () => {
    const { status, body } = await sync({ sanity_id: 7, document_type: 'store' });
    expect([status, body.success, body.code]).toEqual([400, false, 'INVALID']);
  });

  it.each(TYPES)('an unknown record: %s', async type => {
    const { status, body } = await sync({ sanity_id: 'nobody', document_type: type });
    expect(status).toBe(404);
    expect(body).toEqual({
      success: false,
      error: 'No Django record found with sanity_id: nobody',
      code: 'RECORD_NOT_FOUND',
      sanity_id: 'nobody',
      document_type: type,
      model_type: expect.any(String),
    });
  });

  it('when the content system refuses', async () => {
    fake.fault(() => ({ status: 500 }));
    const { status, body } = await sync({ sanity_id: 'store-downtown', document_type: 'store' });
    expect(status).toBe(500);
    expect(body).toEqual({
      success: false,
      error: 'Failed to push to Sanity: the content system answered 500',
      code: 'SYNC_FAILED',
      sanity_id: 'store-downtown',
      document_type: 'store',
    });
  });

  it('when the content system returns no revision', async () => {
    fake.fault(() => ({ status: 200, body: {} }));
    const { status, body } = await sync({ sanity_id: 'store-downtown', document_type: 'store' });
    expect(status).toBe(500);
    expect(body).toEqual({
      success: false,
      error: 'Sync completed but returned no sanity_id',
      code: 'SYNC_EMPTY',
    });
  });

  it('a malformed reference', async () => {
    const { body: brand } = await shop.call('POST', '/brands/', {
      token,
      body: { name: 'Odd', sanity_id: 'odd id' },
    });
    await shop.call('POST', '/products/', {
      token,
      body: { name: 'Odd', brand_id: brand.id, sanity_id: 'product-odd' },
    });
    const before = fake.commits.length;
    const { status, body } = await sync({ sanity_id: 'product-odd', document_type: 'product' });
    expect(status).toBe(500);
    expect(body.error).toBe(
      'Failed to push to Sanity: malformed reference in product-odd at brand._ref: ' +
        '_ref contains characters that are not allowed in a document id',
    );
    expect(fake.commits.slice(before).flatMap(commit => commit.ids)).not.toContain('product-odd');
  });
});

describe('manual sync finds the record of every type', () => {
  const first = async (sql: string): Promise<string> => {
    const [row] = await rowsOf(shop, sql);
    if (row === undefined) throw new Error(`nothing found: ${sql}`);
    return row.id;
  };

  it.each([
    ['product', 'Product', `select id from products where name = 'White Mug'`],
    ['productVariant', 'ProductVariant', 'select id from product_variants limit 1'],
    ['category', 'Category', 'select id from categories limit 1'],
    ['inventoryLevel', 'InventoryLevel', 'select id from inventory_levels limit 1'],
    ['taxJurisdiction', 'TaxJurisdiction', 'select id from tax_jurisdictions limit 1'],
    ['user', 'User', `select id from users limit 1`],
    ['userEmployee', 'User', `select id from users where role = 'cashier' limit 1`],
    ['userCustomer', 'User', `select id from users where role = 'customer' limit 1`],
    ['userManager', 'User', `select id from users where role = 'manager' limit 1`],
    ['paymentMethod', 'PaymentMethod', 'select id from payment_methods limit 1'],
  ])('%s', async (type, modelType, sql) => {
    const id = await first(sql);
    const [row] = await rowsOf(
      shop,
      `select sanity_id from (select id::text, sanity_id from products union all
         select id::text, sanity_id from product_variants union all select id::text, sanity_id from categories
         union all select id::text, sanity_id from inventory_levels
         union all select id::text, sanity_id from tax_jurisdictions union all select id::text, sanity_id from users
         union all select id::text, sanity_id from payment_methods) as r where id = $1`,
      [String(id)],
    );
    const prefix = type.startsWith('user') ? 'user' : type;
    const sanityId = row?.sanity_id ?? `${prefix}_${id}`;
    const { status, body } = await sync({ sanity_id: sanityId, document_type: type });
    expect([status, body.model_type, body.instance_id]).toEqual([200, modelType, String(id)]);
    expect(fake.documents.get(sanityId)?._type).toMatch(new RegExp(`^${prefix}`));
  });

  it.each([
    ['brand', '/brands/'],
    ['productType', '/product-types/'],
    ['collection', '/collections/'],
  ])('%s', async (type, path) => {
    const { body: made } = await shop.call('POST', path, {
      token,
      body: { name: `By hand ${type}`, sanity_id: `${type}-by-hand` },
    });
    const { body } = await sync({ sanity_id: `${type}-by-hand`, document_type: type });
    expect(body).toMatchObject({ success: true, instance_id: made.id });
  });

  it('sales, lines, payments, returns, refunds and credits', async () => {
    const sale = await sellMug(shop);
    const line = await first(
      `select id from transaction_lines where transaction_id = '${sale.id}'`,
    );
    const payment = await first(`select id from payments where transaction_id = '${sale.id}'`);
    const { body: made } = await shop.call('POST', '/returns/', {
      token,
      body: {
        transaction: sale.number,
        return_reason: 'defective',
        line_items: [{ original_line_item: line, quantity: 1, reason: 'defective' }],
      },
    });
    for (const action of ['approve', 'receive', 'complete']) {
      const body = action === 'complete' ? { refund_to: 'store_credit', restock: true } : undefined;
      const answer = await shop.call('POST', `/returns/${made.id}/${action}/`, { token, body });
      expect(answer.status).toBe(200);
    }
    const credit = await first('select id from store_credits');
    const other = await sellMug(shop);
    await shop.call('POST', `/transactions/${other.number}/void/`, {
      token,
      body: { reason: 'x' },
    });
    const refund = await first(`select id from refunds where transaction_id = '${other.id}'`);
    const cases: [type: string, id: string, document: string, model: string][] = [
      ['salesTransaction', sale.id, `saleTransaction_${sale.id}`, 'SaleTransaction'],
      ['saleLineItem', line, `saleLineItem_${line}`, 'SaleLineItem'],
      ['transactionPayment', payment, `transactionPayment_${payment}`, 'Payment'],
      ['payment', payment, `transactionPayment_${payment}`, 'Payment'],
      ['salesReturn', made.id, `salesReturn_${made.id}`, 'Return'],
      ['storeCredit', credit, `storeCredit_${credit}`, 'StoreCredit'],
      ['refund', refund, `refund_${refund}`, 'Refund'],
    ];
    for (const [type, id, document, model] of cases) {
      const { body } = await sync({ sanity_id: document, document_type: type });
      expect(body).toMatchObject({ success: true, instance_id: id, model_type: model });
    }
    expect(fake.documents.get(`saleTransaction_${sale.id}`)?.lineItems).toHaveLength(1);
    expect(fake.documents.get(`storeCredit_${credit}`)).toMatchObject({ balance: '13.53' });
    expect(fake.documents.has(`saleLineItem_${line}`)).toBe(false);
  });

  it('campaigns, promo codes and tests', async () => {
    const post = async (path: string, body: object) =>
      (await shop.call('POST', path, { token, body })).body;
    const campaign = await post('/campaigns/', { name: 'Spring', sanity_id: 'campaign-spring' });
    const promotion = await post('/promotions/', {
      name: 'Ten',
      kind: 'percentage',
      value: '10',
      requires_code: true,
      campaign_id: campaign.id,
    });
    await post('/promo-codes/', {
      code: 'SPRING10',
      promotion_id: promotion.id,
      sanity_id: 'code-spring',
    });
    await post('/ab-tests/', {
      name: 'Colour',
      variants: [{ name: 'red' }, { name: 'blue' }],
      sanity_id: 'test-colour',
    });
    for (const [type, id, model] of [
      ['promotionalCampaign', 'campaign-spring', 'PromotionalCampaign'],
      ['promoCode', 'code-spring', 'PromoCode'],
      ['abTest', 'test-colour', 'ABTest'],
    ] as const) {
      const { body } = await sync({ sanity_id: id, document_type: type });
      expect(body).toMatchObject({ success: true, model_type: model });
      expect(fake.documents.get(id)?._type).toBe(type);
    }
    expect(fake.documents.get('test-colour')?.variants).toMatchObject([
      { name: 'red', weight: 1 },
      { name: 'blue', weight: 1 },
    ]);
  });
});
