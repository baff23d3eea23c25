import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';
import { type Audit, auditOf, type Entry, newList } from './support.js';

let shop: Shop;
let audit: Audit;
beforeAll(async () => {
  shop = await openShop();
  audit = auditOf(shop);
});
afterAll(() => shop.close());

type Made = { id: string; variant: string };

/** A new product with one variant. */
async function product(sku: string): Promise<Made> {
  const body = { name: `Goods ${sku}`, variants: [{ sku, name: 'Plain', price: '10.00' }] };
  const reply = await audit.send('POST', '/products/', body);
  if (reply.status !== 201) throw new Error(reply.text);
  return { id: String(reply.body.id), variant: reply.body.variants[0].id };
}

const done = async (method: string, path: string, body?: unknown): Promise<void> => {
  const reply = await audit.send(method, path, body);
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.text}`);
};

const lines = (log: readonly (Entry & { record_name?: string })[]) =>
  log.map(({ record_type, action, record_name }) =>
    [record_type, action, record_name].filter(Boolean).join(' '),
  );

describe('the history of a product', () => {
  it('has the changes of its variants and prices, and none of other products', async () => {
    const { id, variant } = await product('HIST-1');
    const other = await product('HIST-2');
    await done('PATCH', `/product-variants/HIST-1/`, { barcode: '4012345678901', cost: '4.00' });
    await done('PATCH', `/product-variants/HIST-2/`, { cost: '5.00' });
    const list = await audit.made('/price-lists/', newList('HIST'));
    const price = await audit.made('/prices/', {
      variant,
      price_list: list,
      amount: '9.00',
    });
    await done('PATCH', `/prices/${price}/`, { amount: '8.50' });
    await done('PATCH', `/products/${id}/`, { name: 'Renamed' });
    const log = await audit.log(`record=products/${id}`);
    expect(lines(log)).toEqual([
      'products update',
      'prices update HIST-1, HIST',
      'prices create HIST-1, HIST',
      'product-variants update HIST-1',
      'products create',
    ]);
    expect(log[1]).toMatchObject({
      record_id: price,
      changes: { amount: { before: '9.00', after: '8.50' } },
    });
    expect(log[3]?.changes).toEqual({
      barcode: { before: null, after: '4012345678901' },
      cost: { before: null, after: '4.00' },
    });
    expect(lines(await audit.log(`record=products/${other.id}`))).toEqual([
      'product-variants update HIST-2',
      'products create',
    ]);
    // The id alone stays the record itself, and other filters still apply.
    expect(lines(await audit.log(`record=${variant}`))).toEqual(['product-variants update']);
    expect(lines(await audit.log(`record=products/${id}&action=create`))).toEqual([
      'prices create HIST-1, HIST',
      'products create',
    ]);
  });

  it('goes on over pages', async () => {
    const { id } = await product('HIST-3');
    for (const cost of ['1.00', '2.00', '3.00']) {
      await done('PATCH', '/product-variants/HIST-3/', { cost });
    }
    const costs: unknown[] = [];
    let next: string | undefined = `/audit-log/?record=products/${id}&limit=3`;
    const sizes: number[] = [];
    while (next !== undefined) {
      const reply = await audit.send('GET', next);
      sizes.push(reply.body.length);
      costs.push(...reply.body.map(({ changes }: Entry) => changes.cost?.after));
      next = /<([^>]+)>/.exec(String(reply.headers.link))?.[1];
    }
    expect(sizes).toEqual([3, 1]);
    expect(costs.slice(0, 3)).toEqual(['3.00', '2.00', '1.00']);
  });

  it('keeps the entries of variants and prices that were deleted', async () => {
    const { id } = await product('HIST-4');
    const reply = await audit.send('POST', '/product-variants/', {
      product_id: Number(id),
      sku: 'HIST-4-RED',
      name: 'Red',
      price: '11.00',
    });
    expect(reply.status).toBe(201);
    const list = await audit.made('/price-lists/', newList('HIST-GONE'));
    const rows = (amount: string | null) => ({
      changes: [{ variant: 'HIST-4-RED', price_list: list, amount }],
    });
    await done('POST', '/prices/bulk/', rows('9.00'));
    await done('POST', '/prices/bulk/', rows('8.00'));
    await done('POST', '/prices/bulk/', rows(null));
    await done('DELETE', '/product-variants/HIST-4-RED/');
    const log = await audit.log(`record=products/${id}`);
    expect(lines(log)).toEqual([
      'product-variants delete HIST-4-RED',
      'prices bulk HIST-4-RED',
      'prices bulk HIST-4-RED',
      'prices bulk HIST-4-RED',
      'product-variants create HIST-4-RED',
      'products create',
    ]);
    expect(log.slice(1, 4).map(({ changes }) => changes.amount)).toEqual([
      { before: '8.00', after: null },
      { before: '9.00', after: '8.00' },
      { before: null, after: '9.00' },
    ]);
  });
});
