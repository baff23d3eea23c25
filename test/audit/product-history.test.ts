import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spreadsheets } from '../../src/domains/spreadsheets/index.js';
import { newId } from '../../src/platform/ids.js';
import { spreadsheetsOf } from '../spreadsheets/support.js';
import { openShop, type Shop } from '../support/service.js';
import { type Audit, auditOf, type Entry, newList } from './support.js';

let shop: Shop;
let audit: Audit;
beforeAll(async () => {
  shop = await openShop({ background: false });
  audit = auditOf(shop);
});
afterAll(() => shop.close());

const { bring, bringUpload, runJob, undo } = spreadsheetsOf(() => shop);

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

describe('the history of a product that a file or a bulk change has changed', () => {
  const file = (...rows: string[]) => `slug,sku,price\n${rows.join('\n')}\n`;

  it('has the entry of the import, and that of its undo', async () => {
    const { id } = await product('HIST-5');
    const other = await product('HIST-6');
    const { slug } = (await audit.send('GET', `/products/${id}/`)).body;
    const { slug: same } = (await audit.send('GET', `/products/${other.id}/`)).body;
    const rows = [`${slug},HIST-5,12.00`, `${same},HIST-6,10.00`];
    const imported = await bringUpload(file(...rows), { kind: 'products' });
    expect([imported.updated, imported.unchanged]).toEqual([1, 1]);
    const [entry, ...before] = await audit.log(`record=products/${id}`);
    expect(lines([...before])).toEqual(['products create']);
    expect(entry).toMatchObject({
      action: 'create',
      record_type: 'imports',
      record_id: imported.id,
      record_name: 'goods.csv',
      actor: { kind: 'staff', name: expect.stringMatching(/./) },
    });
    await undo(imported.id);
    expect(lines(await audit.log(`record=products/${id}`))).toEqual([
      'imports undo goods.csv',
      'imports create goods.csv',
      'products create',
    ]);
    expect(lines(await audit.log(`record=products/${other.id}`))).toEqual(['products create']);
  });

  it('has one for prices of lists, and none for a dry run', async () => {
    const { id, variant } = await product('HIST-7');
    const list = await audit.made('/price-lists/', newList('HIST-FILE'));
    const csv = 'price_list,sku,amount\nHIST-FILE,HIST-7,7.00\n';
    const tried = await bring('prices', csv, '?dry_run=true');
    expect(tried.created).toBe(1);
    expect(lines(await audit.log(`record=products/${id}`))).toEqual(['products create']);
    const { id: imported } = await bring('prices', csv);
    const [entry, ...rest] = await audit.log(`record=products/${id}`);
    expect(lines(rest)).toEqual(['products create']);
    expect(entry).toMatchObject({ action: 'import', record_id: imported });
    const [price] = (await audit.send('GET', `/prices/?variant=${variant}`)).body;
    expect(price).toMatchObject({ price_list: list, amount: '7.00' });
  });

  it('has one for a bulk change of the variant', async () => {
    const { id } = await product('HIST-8');
    const started = await audit.send('POST', '/bulk-changes/', {
      filter: { sku_prefix: 'HIST-8' },
      price: { kind: 'percent', value: 10, ending: 'none' },
    });
    expect(started.status).toBe(202);
    await runJob(started.body.id);
    const log = await audit.log(`record=products/${id}`);
    expect(log.map(({ record_type, record_id }) => [record_type, record_id])).toEqual([
      ['imports', started.body.id],
      ['products', id],
    ]);
  });

  it('costs one row for 200 rows of a file, which goes when the entries are gone', async () => {
    const skus = Array.from({ length: 210 }, (_, at) => `HIST-MANY-${at}`);
    const rows = skus.map(sku => `${sku.toLowerCase()},${sku},1.00,Many`);
    const imported = await bring('products', `slug,sku,price,name\n${rows.join('\n')}\n`);
    expect(imported.created).toBe(210);
    const noted = () =>
      audit.rows<{ n: number }>(
        'select cardinality(product_ids) as n from import_products where import_id = $1',
        [imported.id],
      );
    expect((await noted()).map(({ n }) => n).toSorted((a, b) => a - b)).toEqual([10, 200]);
    const cleanUp = async () =>
      spreadsheets.jobs
        ?.find(({ name }) => name === 'spreadsheets:clean-up')
        ?.run(shop.platform, {}, { isLast: true });
    await audit.rows('delete from imports where id = $1', [imported.id]);
    await cleanUp();
    expect(await noted()).toHaveLength(2);
    const copied = newId();
    await audit.rows('update import_products set import_id = $1 where import_id = $2', [
      copied,
      imported.id,
    ]);
    await cleanUp();
    const left = await audit.rows('select 1 from import_products where import_id = $1', [copied]);
    expect(left).toEqual([]);
  });
});
