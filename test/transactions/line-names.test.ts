import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { basket, type Counter, counterOf, type Item } from './support.js';

const TEE_L: Item = { sku: 'TEE-BLACK-L', price: '25.00' };
const NAMES = {
  product_name: 'Black Tee',
  variant_name: 'Size L',
  description: 'Black Tee, Size L',
};

let shop: Shop;
let counter: Counter;
let manager: string;
beforeAll(async () => {
  shop = await openShop({ background: false });
  counter = counterOf(shop);
  manager = await shop.officeToken();
});
afterAll(() => shop.close());

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
  shop.call(method, url, { token: manager, body });
const rename = async (product: string, variant: string): Promise<void> => {
  const { body } = await call('GET', '/product-variants/TEE-BLACK-L/');
  expect((await call('PATCH', `/products/${body.product_id}/`, { name: product })).status).toBe(
    200,
  );
  const changed = await call('PATCH', '/product-variants/TEE-BLACK-L/', { name: variant });
  expect(changed.body).toMatchObject({ name: variant, product_name: product });
};
const receiptOf = async (sale: string, format: string) =>
  (await call('GET', `/transactions/${sale}/receipt/?format=${format}`)).text;

describe('the names of a sold line', () => {
  it('are shown with the sale, its lines, its receipts and its returns', async () => {
    const sale = await counter.sold({ payment_method_id: 'cash' }, basket([TEE_L], '0.00'));
    const { lineItems } = (await call('GET', `/transactions/${sale}/`)).body;
    expect(lineItems).toMatchObject([{ sku: 'TEE-BLACK-L', name: 'Size L', ...NAMES }]);
    const listed = await call('GET', `/line-items/?transaction=${sale}`);
    expect(listed.body).toEqual(lineItems);
    expect(await receiptOf(sale, 'text')).toContain(
      'Black Tee, Size L\n  1 x 25.00                          25.00\n',
    );
    expect(await receiptOf(sale, 'html')).toContain('<bdi>Black Tee, Size L</bdi>');
    const returned = await call('POST', '/returns/', {
      transaction: sale,
      return_reason: 'other',
      line_items: [{ original_line_item: lineItems[0].id, quantity: 1 }],
    });
    expect(returned.body.line_items).toMatchObject([{ name: 'Size L', ...NAMES }]);
  });

  it('stay as sold when the catalogue changes', async () => {
    const before = await counter.sold({ payment_method_id: 'cash' }, basket([TEE_L], '0.00'));
    const receipt = await receiptOf(before, 'text');
    await rename('Night Shirt', 'Large');
    try {
      expect(await receiptOf(before, 'text')).toBe(receipt);
      const old = (await call('GET', `/transactions/${before}/`)).body.lineItems;
      expect(old).toMatchObject([{ name: 'Size L', ...NAMES }]);
      const after = await counter.sold({ payment_method_id: 'cash' }, basket([TEE_L], '0.00'));
      expect(await receiptOf(after, 'text')).toContain('\nNight Shirt, Large\n');
    } finally {
      await rename('Black Tee', 'Size L');
    }
  });

  it('fall back to the recorded name in a line that an older node wrote', async () => {
    const sale = await counter.sold({ payment_method_id: 'cash' }, basket([TEE_L], '0.00'));
    const { id } = await counter.row(sale);
    await shop.platform.db
      .updateTable('transaction_lines')
      .set({ product_name: '', variant_name: '' })
      .where('transaction_id', '=', id)
      .execute();
    const { lineItems } = (await call('GET', `/transactions/${sale}/`)).body;
    expect(lineItems).toMatchObject([
      { name: 'Size L', product_name: 'Size L', variant_name: '', description: 'Size L' },
    ]);
  });
});

describe('goods of the catalogue', () => {
  it('are described in stock, par levels and purchase orders', async () => {
    const [level] = (await call('GET', '/inventory-levels/?sku=TEE-BLACK-L&store=DOWNTOWN')).body;
    expect(level).toMatchObject({ name: 'Size L', ...NAMES });
    const zone = await call('POST', '/zones/', { store: 'DOWNTOWN', code: 'TEES', name: 'Tees' });
    const par = await call('POST', '/par-levels/', {
      zone: zone.body.id,
      sku: 'TEE-BLACK-L',
      par_quantity: 5,
    });
    expect(par.body).toMatchObject({ name: 'Size L', ...NAMES });
    const order = await call('POST', '/procurement/purchase-orders/', {
      store: 'DOWNTOWN',
      vendor_name: 'Shirts Ltd',
      lines: [{ sku: 'TEE-BLACK-L', ordered_quantity: 3, unit_cost: '9.00' }],
    });
    expect(order.body.lines).toMatchObject([{ name: 'Size L', ...NAMES }]);
    const path = `/procurement/purchase-orders/${order.body.id}/`;
    await call('POST', `${path}submit/`);
    const received = await call('POST', `${path}receive/`);
    expect(received.body.receipts[0].lines).toMatchObject([{ sku: 'TEE-BLACK-L', ...NAMES }]);
  });
});
