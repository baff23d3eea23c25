import { describe, expect, it } from 'vitest';
import type { Product } from '../../web/desk/pages/products/calls.js';
import {
  copyOf,
  countCombinations,
  draftOf,
  generated,
  productBody,
  variantBody,
} from '../../web/desk/pages/products/draft.js';
import { variantsToSave } from '../../web/desk/pages/products/variants-to-save.js';
import { optionOf, priceOf, productList, productsOf } from '../../web/register/state/products.js';
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

  it('are read in steps, each variant once and no further than a step needs', () => {
    let read = 0;
    function* counted(): Generator<Good> {
      for (let id = 1; id <= 5; id += 1) {
        for (const size of ['S', 'M']) {
          read += 1;
          yield good(id, `Product ${id}`, size);
        }
      }
    }
    const list = productList(counted());
    const shown = (most: number) =>
      list.first(most).map(({ id, goods }) => [id, goods.length].join(' x '));
    expect(shown(2)).toEqual(['1 x 2', '2 x 2']);
    expect([list.hasMore(), read]).toEqual([true, 5]);
    expect(shown(2)).toEqual(['1 x 2', '2 x 2']);
    expect(shown(4)).toEqual(['1 x 2', '2 x 2', '3 x 2', '4 x 2']);
    expect(shown(50).at(-1)).toBe('5 x 2');
    expect([list.hasMore(), read]).toEqual([false, 10]);
  });

  it('name a variant by what it adds to its product', () => {
    expect(GOODS.map(optionOf)).toEqual(['Size S', 'SKU-2-', 'Size M']);
  });
});

const AT = '2026-03-02T10:00:00.000Z';
const STAMPS = { sanity_id: null, created_at: AT, updated_at: AT };
const CHEESE: Product = {
  id: 7,
  slug: 'gruyere',
  name: 'Gruyère',
  description: 'A hard cheese.',
  category_id: 'pantry',
  brand_id: null,
  product_type_id: 'dairy',
  collection_ids: ['fresh'],
  image_url: 'https://shop.example/gruyere.jpg',
  is_active: true,
  status: 'active',
  publish_at: null,
  archive_at: null,
  tags: ['cheese'],
  options: [],
  is_tax_exempt: true,
  tax_class: 'reduced',
  is_digital: true,
  minimum_age: 16,
  requires_kyc: true,
  ...STAMPS,
  pictures: [],
  variants: [
    {
      id: 'variant',
      product_id: 7,
      sku: 'GRUYERE',
      name: '',
      description: 'Gruyère',
      barcode: '10432',
      price: '26.00',
      cost: '14.20',
      cost_currency: 'CHF',
      content_amount: '0.500',
      content_unit: 'kg',
      unit: 'kg',
      weight_grams: null,
      attributes: {},
      is_active: true,
      sort_order: 0,
      ...STAMPS,
    },
  ],
};

describe('the variants of a product at the desk', () => {
  const [cheese] = CHEESE.variants;
  if (cheese === undefined) throw new Error('the cheese has a variant');
  const large = { ...cheese, id: 'large', sku: 'GRUYERE-L', sort_order: 0, price: '50.00' };
  const product = { ...CHEESE, variants: [cheese, large] };
  const draft = draftOf(product, {});
  const [first, second] = draft.variants as [
    (typeof draft.variants)[0],
    (typeof draft.variants)[0],
  ];
  const saved = (variants: typeof draft.variants) =>
    variantsToSave(product.variants, variants).map(({ index, known, body }) => [
      index,
      known?.id,
      body.sku,
      body.sort_order,
    ]);

  it('are saved only where they differ', () => {
    expect(saved(draft.variants)).toEqual([]);
    expect(saved([first, { ...second, price: 49 }])).toEqual([[1, 'large', 'GRUYERE-L', 0]]);
  });

  it('keep their places unless they change, and new ones come last', () => {
    const added = { ...second, key: 'new', id: undefined, sku: 'GRUYERE-XL' };
    expect(saved([first, second, added])).toEqual([[2, undefined, 'GRUYERE-XL', 1]]);
    expect(saved([second, first])).toEqual([[1, 'variant', 'GRUYERE', 1]]);
  });

  it('are found by their SKU in a second try', () => {
    const added = { ...second, key: 'new', id: undefined };
    expect(saved([first, added])).toEqual([[1, 'large', 'GRUYERE-L', 1]]);
  });

  it('are counted without being made, and not made where there are too many', () => {
    const values = Array.from({ length: 100 }, (_, index) => String(index));
    const options = ['Size', 'Color', 'Cut'].map(name => ({ name, values }));
    expect(countCombinations(options)).toBe(1_000_000);
    expect(generated(draft, options)).toBe(draft.variants);
    expect(
      countCombinations([
        { name: 'Size', values: ['S', 'M'] },
        { name: ' ', values },
      ]),
    ).toBe(2);
  });
});

describe('the form of a product at the desk', () => {
  it('copies everything but the status, the schedule, SKUs and barcodes', () => {
    const copy = copyOf(draftOf(CHEESE, { variant: { list: '28.90' } }), 'Gruyère (copy)');
    expect(productBody(copy)).toEqual({
      name: 'Gruyère (copy)',
      description: 'A hard cheese.',
      status: 'draft',
      publish_at: null,
      archive_at: null,
      category_id: 'pantry',
      brand_id: null,
      product_type_id: 'dairy',
      collection_ids: ['fresh'],
      image_url: 'https://shop.example/gruyere.jpg',
      tags: ['cheese'],
      options: [],
      is_tax_exempt: true,
      tax_class: 'reduced',
      is_digital: true,
      minimum_age: 16,
      requires_kyc: true,
    });
    expect(copy.variants.map(variantBody)).toEqual([
      {
        sku: 'GRUYERE-COPY',
        name: '',
        barcode: null,
        unit: 'kg',
        price: '26.00',
        cost: '14.20',
        cost_currency: 'CHF',
        content_amount: '0.5',
        content_unit: 'kg',
        weight_grams: null,
        attributes: {},
        is_active: true,
        sort_order: 0,
      },
    ]);
    expect(copy.variants.map(({ prices }) => prices)).toEqual([{ list: 28.9 }]);
  });

  it('copies what a bundle is made of', () => {
    const parts = [{ variant: 'knife', quantity: 1 }];
    const copy = copyOf(draftOf(CHEESE, {}), 'Gift box', { variant: parts });
    expect(copy.variants.map(variant => variant.parts)).toEqual([parts]);
  });

  it('makes variants that are sold by the unit of the first one', () => {
    const made = generated(draftOf(CHEESE, {}), [{ name: 'Age', values: ['12', '24'] }]);
    const sold = made.map(({ sku, unit, cost_currency }) => [sku, unit, cost_currency]);
    expect(sold).toEqual([
      ['GRUYERE-12', 'kg', 'CHF'],
      ['GRUYERE-24', 'kg', 'CHF'],
      ['GRUYERE', 'kg', 'CHF'],
    ]);
  });
});
