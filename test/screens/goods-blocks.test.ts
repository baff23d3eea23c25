import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goodsMaker } from '../../web/register/state/goods.js';
import {
  type Block,
  changedBlocks,
  makeBlocks,
  rowsIn,
  variantAt,
} from '../../web/register/state/goods-block.js';
import { type Goods, goodsAt, goodsReader } from '../../web/register/state/goods-view.js';
import type { Head, KeptVariant } from '../../web/register/state/kept-catalogue.js';
import { nextSwitch, switchesOf } from '../../web/register/state/prices.js';
import { searchGoods } from '../../web/register/state/product-search.js';
import { onPage, productsOf } from '../../web/register/state/products.js';
import { candidates, indexWords, rowsNear } from '../../web/register/state/word-index.js';
import { alike } from '../../web/register/state/words.js';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const LATER = '2026-06-01T13:00:00.000Z';
const STORE = { id: 'store', currency: 'USD' };
const CATEGORIES = [
  { id: 'c-mugs', name: 'Mugs', sort_order: 1 },
  { id: 'c-tees', name: 'Tees', sort_order: 2 },
];
const LIST = {
  id: 'list',
  code: 'SUMMER',
  currency: 'EUR',
  customer_group: null,
  valid_from: null,
  valid_to: null,
  priority: 1,
};
const HEAD = { base_currency: 'USD', price_lists: [], categories: CATEGORIES } as unknown as Head;

const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const variant = (n: number, more: Partial<KeptVariant> = {}): KeptVariant => ({
  id: idOf(n),
  product_id: Math.floor(n / 4),
  sku: `SKU-${n}`,
  product: `Thing ${Math.floor(n / 4)}`,
  barcode: `29${n}`,
  price: '18.00',
  tax_class: 'standard',
  category_id: n % 8 < 4 ? 'c-mugs' : 'c-tees',
  ...more,
});
const many = (count: number): KeptVariant[] => Array.from({ length: count }, (_, n) => variant(n));

const goodsOf = (blocks: readonly Block[], head = HEAD, store = STORE, atMs = NOW): Goods => {
  const names = new Map(head.categories.map(({ id, name }) => [id, name]));
  return goodsAt({ blocks, reader: goodsReader(goodsMaker(head, store), names) }, atMs);
};
const skus = (goods: Iterable<{ sku: string }>): string[] => [...goods].map(({ sku }) => sku);
const variantsIn = (blocks: readonly Block[]): KeptVariant[] =>
  blocks.flatMap(block => Array.from({ length: rowsIn(block) }, (_, row) => variantAt(block, row)));

/** Every pause, and the index at the end. */
function* indexSteps(block: Block) {
  const steps = indexWords(block);
  for (;;) {
    const { done, value } = steps.next();
    yield value;
    if (done) return;
  }
}

describe('goods in blocks', () => {
  it('are found by id, SKU, barcode and product', () => {
    const goods = goodsOf(makeBlocks(many(12_000)));
    expect(goods.byId(idOf(11_999))?.sku).toBe('SKU-11999');
    expect(goods.byId(idOf(12_000))).toBeUndefined();
    expect(goods.byCode(' sku-2500 ')?.variantId).toBe(idOf(2_500));
    expect(goods.byCode('292500')?.variantId).toBe(idOf(2_500));
    // Neither a part of a code nor a name nor nothing is a code.
    for (const code of ['sku-250', 'KU-2500', 'Thing 3', '']) {
      expect(goods.byCode(code), code).toBe(code === 'sku-250' ? goods.byId(idOf(250)) : undefined);
    }
    expect(skus(goods.ofProduct(7))).toEqual(['SKU-28', 'SKU-29', 'SKU-30', 'SKU-31']);
    expect(goods.ofProduct(3_000)).toEqual([]);
    expect(productsOf(onPage(goods, [2_999, 9_999, 0])).map(({ id }) => id)).toEqual([2_999, 0]);
  });

  it('come in the order of products, their sort order and their SKU', () => {
    const mixed = [
      variant(5),
      variant(1, { sort_order: 2 }),
      variant(2, { sku: 'B' }),
      variant(3, { sku: 'A' }),
    ];
    expect(skus(goodsOf(makeBlocks(mixed)).all())).toEqual(['A', 'B', 'SKU-1', 'SKU-5']);
  });

  it('show no more products than wanted, with all their variants', () => {
    const goods = goodsOf(makeBlocks(many(100)));
    const tees = productsOf(goods.inCategory('c-tees'), 2);
    expect(tees.map(({ id, goods: own }) => [id, own.length])).toEqual([
      [1, 4],
      [3, 4],
    ]);
  });

  it('are searched as if every text was compared', () => {
    const words = fc.constantFrom(
      'thing',
      '1',
      '29',
      'sku-1',
      'mug',
      'tee',
      'S',
      'Äpfel',
      'x',
      ',',
    );
    const names = fc.constantFrom(undefined, 'Size S', 'Äpfel', 'Mug\nTee', 'tab\there');
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 3 }),
        fc.array(names, { minLength: 30, maxLength: 60 }),
        (typed, chosen) => {
          const all = chosen.map((name, n) => variant(n, { name }));
          const text = typed.join(' ').toLowerCase();
          const isFound = ({ product, name, sku, barcode, category_id }: KeptVariant) => {
            const category = CATEGORIES.find(({ id }) => id === category_id)?.name;
            const whole = `${product}, ${name ?? ''} ${sku} ${barcode} ${category}`.toLowerCase();
            return text.split(' ').every(word => whole.includes(word));
          };
          // A comma is part of a name only where the variant has one of its own.
          const expected = all.filter(
            one => isFound(one) && (one.name !== undefined || !typed.includes(',')),
          );
          const found = goodsOf(makeBlocks(all)).search(typed.join(' '));
          expect(skus(found).sort()).toEqual(skus(expected).sort());
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are found with a typing mistake, variants of a product together', () => {
    const goods = goodsOf(
      makeBlocks([
        variant(0, { product: 'Black Tee', name: 'Size S' }),
        variant(1, { product: 'Black Tee', name: 'Size M' }),
        variant(8, { product: 'Käsebrett' }),
      ]),
    );
    expect(skus(searchGoods(goods, 'blakc tee')).sort()).toEqual(['SKU-0', 'SKU-1']);
    expect(skus(searchGoods(goods, 'kasebret'))).toEqual(['SKU-8']);
    expect(skus(searchGoods(goods, 'zz'))).toEqual([]);
  });

  it('compare a mistyped word with few others, and miss none that is alike', () => {
    const letters = [...'abcdefghij'];
    const words = letters.flatMap(a => letters.flatMap(b => letters.map(c => `${a}${b}o${c}en`)));
    const products = words.map((product, n) => variant(4 * n, { product }));
    const [block] = makeBlocks(products);
    if (block === undefined) throw new Error('there is no block');
    const steps = [...indexSteps(block)];
    const index = steps.at(-1);
    if (index === undefined) throw new Error('there is no index');
    // 1,000 names in four pauses.
    expect(steps).toHaveLength(5);
    // 10 words begin with "abo", and 100 have "cen".
    expect(candidates(index, 'abocen').size).toBe(109);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...letters, 'o', 'e', 'n'), { minLength: 3, maxLength: 7 }),
        typed => {
          const text = typed.join('');
          const expected = words.flatMap((word, row) => {
            const far = alike(text, word);
            return far === undefined ? [] : [[row, far]];
          });
          expect([...rowsNear(index, text)].sort(([a = 0], [b = 0]) => a - b)).toEqual(expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['vlack tee', 'TEE', 'a wrong first letter'],
    ['nug', 'MUG', 'a wrong first letter in three'],
    ['mub', 'MUG', 'a wrong last letter'],
    ['mugg', 'MUG', 'a letter too many'],
    ['xmug', 'MUG', 'a letter too many in front'],
    ['kandle', 'CANDLE', 'a wrong first letter'],
    ['cndle', 'CANDLE', 'a missing letter'],
    ['acndle soy', 'CANDLE', 'swapped letters, in another order'],
    ['kandl', 'CANDLE', 'the beginning of a word'],
    ['kaesebrett', 'BOARD', 'an umlaut as two letters'],
    ['tihng 42', 'THING', 'a number beside it'],
    ['candel tihng', '', 'words of two articles'],
    ['xq', '', 'too short'],
    ['cnadel', '', 'two mistakes in a word'],
    ['tihng 43', '', 'another number'],
    ['fliter a4x9', 'FILTER', 'letters and digits'],
    ['filetr a4y9', 'FILTER', 'a wrong letter between digits'],
    ['filetr a5x9', '', 'a wrong digit'],
    ['hat', '', 'no word that is near'],
  ])('are found for %s: %s (%s)', (typed, sku) => {
    const goods = goodsOf(
      makeBlocks([
        variant(0, { product: 'Black Tee', sku: 'TEE', category_id: 'c-none' }),
        variant(4, { product: 'White Mug', sku: 'MUG', category_id: 'c-none' }),
        variant(12, { product: 'Soy Candle', sku: 'CANDLE', category_id: 'c-none' }),
        variant(16, { product: 'Käsebrett', sku: 'BOARD', category_id: 'c-none' }),
        variant(20, { product: 'Thing 42', sku: 'THING', category_id: 'c-none' }),
        variant(28, { product: 'Filter A4X9', sku: 'FILTER', category_id: 'c-none' }),
        variant(24, { product: 'Museum ticket', sku: 'TICKET', category_id: 'c-none' }),
      ]),
    );
    expect(skus(searchGoods(goods, typed))).toEqual(sku === '' ? [] : [sku]);
  });

  it('prepare the search in small steps, once', () => {
    const goods = goodsOf(makeBlocks(many(12_000)));
    // 3 blocks of 4,000 variants, 250 at once.
    expect([...goods.prepareSearch()]).toHaveLength(48);
    expect([...goods.prepareSearch()]).toEqual([]);
    const found = skus(searchGoods(goods, 'thimg 2999'));
    expect(found).toEqual(['SKU-11996', 'SKU-11997', 'SKU-11998', 'SKU-11999']);
    expect(skus(searchGoods(goodsOf(makeBlocks(many(12_000))), 'thimg 2999'))).toEqual(found);
  });

  it('have no price before it starts, and are not sold until then', () => {
    const price = { price_list_id: 'list', min_quantity: 1, amount: '9.90', valid_from: LATER };
    const variants = [variant(0, { prices: [price] }), variant(1)];
    const head = { ...HEAD, price_lists: [LIST] };
    const at = (ms: number) =>
      goodsOf(makeBlocks(variants), head, { id: 's', currency: 'EUR' }, ms);
    expect(skus(at(NOW).all())).toEqual([]);
    expect(at(NOW).byCode('SKU-0')).toBeUndefined();
    expect(skus(at(Date.parse(LATER)).search('thing'))).toEqual(['SKU-0']);
    expect(at(Date.parse(LATER)).byId(idOf(0))?.priceMinor).toBe(990);
    const switches = switchesOf([LIST], variants);
    expect(nextSwitch(switches, NOW)).toBe(Date.parse(LATER));
    expect(nextSwitch(switches, Date.parse(LATER))).toBeNull();
  });
});

describe('a change of some goods', () => {
  it('makes the same catalogue as loading it whole, and leaves other blocks alone', () => {
    const before = makeBlocks(many(25_000));
    const changed = [
      variant(3, { price: '20.00' }),
      variant(100_001),
      variant(12_000, { sku: 'NEW' }),
    ];
    const gone = [idOf(4), idOf(24_999), idOf(77_777)];
    const after = changedBlocks(before, { gone, variants: changed });
    const replaced = new Set([...gone, ...changed.map(({ id }) => id)]);
    const whole = makeBlocks([...many(25_000).filter(({ id }) => !replaced.has(id)), ...changed]);
    expect(JSON.stringify(variantsIn(after))).toBe(JSON.stringify(variantsIn(whole)));
    expect(before).toHaveLength(5);
    // Of the five blocks, the second and the fourth hold none of these variants.
    expect(before.map(block => after.includes(block))).toEqual([false, true, false, true, false]);
    expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
  });

  it('splits a block that grows and drops one without goods', () => {
    const before = makeBlocks(many(5_000));
    const more = changedBlocks(before, { gone: [], variants: [variant(5_000)] });
    expect(more.map(rowsIn)).toEqual([2_504, 2_497]);
    const none = changedBlocks(before, { gone: many(5_000).map(({ id }) => id), variants: [] });
    expect(none).toEqual([]);
    expect(skus(goodsOf(changedBlocks(none, { gone: [], variants: [variant(1)] })).all())).toEqual([
      'SKU-1',
    ]);
  });

  it('moves a variant to its new product', () => {
    const before = makeBlocks(many(12_000));
    const moved = variant(0, { product_id: 2_800 });
    const goods = goodsOf(changedBlocks(before, { gone: [], variants: [moved] }));
    expect(skus(goods.ofProduct(0))).toEqual(['SKU-1', 'SKU-2', 'SKU-3']);
    expect(skus(goods.ofProduct(2_800))).toContain('SKU-0');
    expect([...goods.all()]).toHaveLength(12_000);
  });
});
