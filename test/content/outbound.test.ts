import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameRecords } from '../../src/domains/content/records/repository.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import {
  documentOf,
  openContentShop,
  rowsOf,
  type Shop,
  sellMug,
  settled,
  syncOf,
} from './support.js';

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openContentShop();
  token = await shop.officeToken('admin');
  await settled(shop);
});
afterAll(() => shop.close());

const save = async (method: string, path: string, body?: object) => {
  const answer = await shop.call(method, path, { token, body });
  expect(answer.status).toBeLessThan(300);
  await settled(shop);
  return answer.body;
};

const writesOf = (id: string) =>
  rowsOf(shop, 'select * from content_mutations where $1 = any(saved_ids) order by started_at', [
    id,
  ]);

describe('a saved record', () => {
  it('becomes a document, and the record stores its id', async () => {
    const brand = await save('POST', '/brands/', { name: 'Northwind' });
    const id = `brand_${brand.id}`;
    const document = await documentOf(shop, id);
    expect(document).toEqual({
      _id: id,
      _type: 'brand',
      _rev: expect.any(String),
      _createdAt: expect.any(String),
      _updatedAt: expect.any(String),
      name: 'Northwind',
      slug: { _type: 'slug', current: 'northwind' },
      isActive: true,
      revisions: [{ rev: document._rev, recorded_at: expect.any(String), operation: 'save' }],
    });
    const [row] = await rowsOf(shop, 'select * from brands where id = $1', [brand.id]);
    expect(row?.sanity_id).toBe(id);
    const sync = await syncOf(shop, 'brand', brand.id);
    expect(sync?.rev).toBe(document._rev);
    expect(sync?.synced_at.getTime()).toBeGreaterThanOrEqual(row?.updated_at.getTime());
    expect(await writesOf(id)).toMatchObject([{ rev: document._rev, status: 'succeeded' }]);
  });

  it('is written once for many changes, with its final state', async () => {
    const brand = await save('POST', '/brands/', { name: 'Many' });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        shop.call('PATCH', `/brands/${brand.id}/`, { token, body: { name: `Many ${n}` } }),
      ),
    );
    await settled(shop);
    const [row] = await rowsOf(shop, 'select name from brands where id = $1', [brand.id]);
    expect((await documentOf(shop, `brand_${brand.id}`)).name).toBe(row?.name);
    expect((await writesOf(`brand_${brand.id}`)).length).toBeLessThan(21);
  });

  it('is not written again without a change', async () => {
    const brand = await save('POST', '/brands/', { name: 'Same' });
    await save('PATCH', `/brands/${brand.id}/`, { name: 'Same' });
    expect(await writesOf(`brand_${brand.id}`)).toHaveLength(1);
    const [row] = await rowsOf(shop, 'select * from brands where id = $1', [brand.id]);
    const sync = await syncOf(shop, 'brand', brand.id);
    expect(sync?.synced_at.getTime()).toBeGreaterThanOrEqual(row?.updated_at.getTime());
  });

  it('is skipped while it is locked, so that no till waits for the content system', async () => {
    const held = await save('POST', '/brands/', { name: 'Held' });
    const free = await save('POST', '/brands/', { name: 'Free' });
    const { db } = shop.platform;
    await rowsOf(shop, 'update brands set sanity_id = null where id = any($1::uuid[])', [
      [held.id, free.id],
    ]);
    const records = [held, free].map(({ id }) => ({ id, documentId: `brand_${id}` }));
    const name = () => atomically(db, tx => nameRecords(tx, 'brand', records));
    const named = async () =>
      (
        await rowsOf(
          shop,
          'select name from brands where id = any($1::uuid[]) and sanity_id is not null order by name',
          [[held.id, free.id]],
        )
      ).map(row => row.name);
    await atomically(db, async tx => {
      await statement(tx, 'select id from brands where id = $1 for update', [held.id]);
      await name();
      expect(await named()).toEqual(['Free']);
    });
    await name();
    expect(await named()).toEqual(['Free', 'Held']);
  });

  it("references others in the content system's form", async () => {
    const brand = await save('POST', '/brands/', { name: 'Linked' });
    const collection = await save('POST', '/collections/', { name: 'Picks' });
    const product = await save('POST', '/products/', {
      name: 'Lamp',
      brand_id: brand.id,
      collection_ids: [collection.id],
      variants: [{ sku: 'LAMP-1', price: '30.00', cost: '71.37' }],
    });
    expect(await documentOf(shop, `product_${product.id}`)).toMatchObject({
      brand: { _type: 'reference', _ref: `brand_${brand.id}` },
      collections: [
        { _type: 'reference', _ref: `collection_${collection.id}`, _key: collection.id },
      ],
    });
    const variant = await documentOf(shop, `productVariant_${product.variants[0].id}`);
    expect(variant).toMatchObject({
      sku: 'LAMP-1',
      price: '30.00',
      product: { _type: 'reference', _ref: `product_${product.id}` },
    });
    // Seconds in timestamps cannot match this cost.
    expect(JSON.stringify(variant)).not.toContain('71.37');
    await save('PATCH', `/products/${product.id}/`, { brand_id: null });
    expect(await documentOf(shop, `product_${product.id}`)).not.toHaveProperty('brand');
  });

  it('is deleted together with its document', async () => {
    const brand = await save('POST', '/brands/', { name: 'Fleeting' });
    await save('DELETE', `/brands/${brand.id}/`);
    expect((await documentOf(shop, `brand_${brand.id}`)).code).toBe('NOT_FOUND');
    const revisions = await rowsOf(
      shop,
      'select body from content_revisions where document_id = $1 order by position',
      [`brand_${brand.id}`],
    );
    expect(revisions.map(({ body }) => body?.name ?? null)).toEqual(['Fleeting', null]);
    expect(await rowsOf(shop, 'select * from content_changes')).toEqual([]);
  });

  it('can be a task', async () => {
    const task = await save('POST', '/tasks/', {
      task_id: 'SHELF-1',
      title: 'Fill the shelf',
      store: 'DOWNTOWN',
      priority: 'high',
    });
    expect(await documentOf(shop, `task_${task.id}`)).toMatchObject({
      taskId: 'SHELF-1',
      status: 'pending',
      store: { _type: 'reference', _ref: 'store-downtown' },
    });
  });
});

describe('a sale', () => {
  it('becomes a document with its lines, payments and stock movements', async () => {
    const sale = await sellMug(shop);
    await settled(shop);
    expect(await documentOf(shop, `saleTransaction_${sale.id}`)).toMatchObject({
      _type: 'salesTransaction',
      transactionId: sale.number,
      status: 'completed',
      totalAmount: '13.53',
      changeDue: '6.47',
      store: { _type: 'reference', _ref: 'store-downtown' },
      lineItems: [
        {
          _type: 'saleLineItem',
          sku: 'MUG-WHITE',
          productName: 'White Mug',
          variantName: '',
          description: 'White Mug',
          quantity: 1,
          unitPrice: '12.50',
        },
      ],
    });
    const [payment] = await rowsOf(shop, 'select id from payments where transaction_id = $1', [
      sale.id,
    ]);
    expect(await documentOf(shop, `transactionPayment_${payment?.id}`)).toMatchObject({
      amount: '13.53',
      status: 'succeeded',
      transaction: { _type: 'reference', _ref: `saleTransaction_${sale.id}` },
    });
    const [level] = await rowsOf(
      shop,
      `select l.* from inventory_levels l join product_variants v on v.id = l.variant_id
         join stores s on s.id = l.store_id where v.sku = 'MUG-WHITE' and s.code = 'DOWNTOWN'`,
    );
    expect(await documentOf(shop, `inventoryLevel_${level?.id}`)).toMatchObject({
      _type: 'inventoryLevel',
      onHand: level?.on_hand,
      sku: 'MUG-WHITE',
    });
    expect(level?.sanity_id).toBeNull();
    const [row] = await rowsOf(shop, 'select * from transactions where id = $1', [sale.id]);
    const sync = await syncOf(shop, 'sale', sale.id);
    expect(sync?.synced_at.getTime()).toBeGreaterThanOrEqual(row?.updated_at.getTime());
  });

  it('is written again when it is voided', async () => {
    const sale = await sellMug(shop);
    await save('POST', `/transactions/${sale.number}/void/`, { reason: 'wrong customer' });
    expect(await documentOf(shop, `saleTransaction_${sale.id}`)).toMatchObject({
      status: 'voided',
      voidReason: 'wrong customer',
    });
  });
});

describe('a malformed reference', () => {
  it('blocks the document, and is listed until it is corrected', async () => {
    const brand = await save('POST', '/brands/', { name: 'Odd', sanity_id: 'not a document id' });
    const product = await save('POST', '/products/', { name: 'Odd lamp', brand_id: brand.id });
    const id = `product_${product.id}`;
    expect((await documentOf(shop, id)).code).toBe('NOT_FOUND');
    const { body } = await shop.call('GET', '/integrations/outbound-changes/', { token });
    expect(body).toEqual([
      {
        kind: 'product',
        record_id: String(product.id),
        status: 'pending',
        error: `malformed reference in ${id} at brand._ref: _ref contains characters that are not allowed in a document id`,
        attempts: 1,
        queued_at: expect.any(String),
        next_attempt_at: expect.any(String),
      },
    ]);
    await shop.call('PATCH', `/products/${product.id}/`, { token, body: { brand_id: null } });
    await settled(shop);
    expect((await documentOf(shop, id)).name).toBe('Odd lamp');
    expect((await shop.call('GET', '/integrations/outbound-changes/', { token })).body).toEqual([]);
  });
});

describe('the list of documents', () => {
  it('shows a type page by page, to the back office only', async () => {
    const seen: string[] = [];
    let path = '/integrations/content-documents/?type=brand&limit=2';
    for (;;) {
      const page = await shop.call('GET', path, { token });
      seen.push(...page.body.map((document: { _id: string }) => document._id));
      const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
      if (next === undefined) break;
      path = next;
    }
    const rows = await rowsOf(
      shop,
      `select id from content_documents where document_type = 'brand' order by id`,
    );
    expect(seen).toEqual(rows.map(row => row.id));
    const till = await shop.call('GET', path, { token: await shop.tillToken('EMP003') });
    expect([till.status, till.body.code]).toEqual([403, 'WEB_SESSION_REQUIRED']);
  });
});
