import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVariant, variantsByIds, variantsBySkus } from '../../src/domains/catalog/index.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let manager: string;

beforeAll(async () => {
  shop = await openShop({ background: false });
  manager = await shop.officeToken('manager');
});
afterAll(() => shop?.close());

describe('variants for tills and carts', () => {
  it('have all fields that decide price, tax and age check', async () => {
    const kitchen = await shop.call('GET', '/categories/kitchen/', { token: manager });
    const mug = await shop.call('GET', '/product-variants/MUG-WHITE/', { token: manager });
    expect(await findVariant(shop.platform.db, { sku: 'MUG-WHITE' })).toEqual({
      id: mug.body.id,
      sku: 'MUG-WHITE',
      name: 'White Mug',
      barcode: '4006381333931',
      priceMinor: 1250,
      costMinor: 410,
      costCurrency: 'USD',
      unit: 'piece',
      isActive: true,
      productId: mug.body.product_id,
      productName: 'White Mug',
      variantName: '',
      categoryId: kitchen.body.id,
      collectionIds: [],
      isTaxExempt: false,
      taxClass: 'standard',
      isDigital: false,
      minimumAge: null,
    });
    const [beans, wine] = await Promise.all([
      findVariant(shop.platform.db, { sku: 'BEANS-1KG' }),
      findVariant(shop.platform.db, { sku: 'WINE-RED' }),
    ]);
    expect([beans?.priceMinor, beans?.isTaxExempt]).toEqual([1800, true]);
    expect([wine?.priceMinor, wine?.minimumAge]).toEqual([2100, 21]);
  });

  it('load in one batch, without unknown ones', async () => {
    const { db } = shop.platform;
    const found = await variantsBySkus(db, ['TEE-BLACK-M', 'NO-SUCH', 'MUG-WHITE', 'MUG-WHITE']);
    expect(found.map(variant => variant.sku).sort()).toEqual(['MUG-WHITE', 'TEE-BLACK-M']);
    const ids = found.map(variant => variant.id);
    const again = await variantsByIds(db, [...ids, 'not-a-uuid', ...ids]);
    expect(again.map(variant => variant.id).sort()).toEqual([...ids].sort());
    expect(await variantsByIds(db, [])).toEqual([]);
    expect(await variantsBySkus(db, [])).toEqual([]);
    expect(await findVariant(db, {})).toBeUndefined();
    expect(await findVariant(db, { id: 'not-a-uuid', sku: 'MUG-WHITE' })).toBeUndefined();
  });

  it('are inactive when the variant or its product is, and prefer their own name', async () => {
    const made = await shop.call('POST', '/products/', {
      token: manager,
      body: {
        name: 'Clock',
        is_digital: true,
        variants: [
          { sku: 'CLOCK-A', name: 'Oak clock', price: '30' },
          { sku: 'CLOCK-B', price: '31', is_active: false },
        ],
      },
    });
    const { db } = shop.platform;
    const read = async () =>
      (await variantsBySkus(db, ['CLOCK-A', 'CLOCK-B']))
        .sort((a, b) => a.sku.localeCompare(b.sku))
        .map(variant => [variant.name, variant.isActive, variant.costMinor, variant.isDigital]);
    expect(await read()).toEqual([
      ['Oak clock', true, null, true],
      ['Clock', false, null, true],
    ]);
    await shop.call('PATCH', `/products/${made.body.id}/`, {
      token: manager,
      body: { is_active: false },
    });
    expect((await read()).map(row => row[1])).toEqual([false, false]);
  });
});
