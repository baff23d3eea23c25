import { describe, expect, it } from 'vitest';
import { optionOf, priceOf, productsOf } from '../../web/register/state/products.js';
import type { Good } from '../../web/register/state/types.js';

const good = (productId: number, product: string, option: string, priceMinor = 2_500): Good => ({
  variantId: `${productId} ${option}`,
  productId,
  sku: `SKU-${productId}-${option}`,
  barcode: null,
  unit: 'piece',
  name: option === '' ? product : `${product}, ${option}`,
  product,
  category: 'Apparel',
  categoryId: null,
  priceMinor,
  isTaxExempt: false,
  minimumAge: null,
});

const GOODS = [
  good(1, 'Black Tee', 'Size S'),
  good(2, 'White Mug', '', 1_250),
  good(1, 'Black Tee', 'Size M', 2_700),
];

describe('the tiles of the register', () => {
  it('show one product for all its variants', () => {
    const products = productsOf(GOODS);
    expect(products.map(({ name, goods }) => [name, goods.length])).toEqual([
      ['Black Tee', 2],
      ['White Mug', 1],
    ]);
    expect(products.map(priceOf)).toEqual([
      { fromMinor: 2_500, isRange: true },
      { fromMinor: 1_250, isRange: false },
    ]);
  });

  it('name a variant by what it adds to its product', () => {
    expect(GOODS.map(optionOf)).toEqual(['Size S', 'SKU-2-', 'Size M']);
  });
});
