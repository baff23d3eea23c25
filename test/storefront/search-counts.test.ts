import { expect, it } from 'vitest';
import { ValueSets } from '../../src/domains/storefront/search/memory/option-sets.js';
import { ProductColumns } from '../../src/domains/storefront/search/memory/product-columns.js';
import { orderOf } from '../../src/domains/storefront/search/order.js';
import {
  type ProductQuery,
  selectProducts,
} from '../../src/domains/storefront/search/select-products.js';

/** Ten products: those with even ids are red and in category a, the others blue and in b. */
function goodsOfTen() {
  const columns = new ProductColumns();
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  const rowOf = (id: number) => ({
    id,
    name: `product ${id}`,
    created_at: new Date(0),
    category_id: id % 2 === 0 ? 'a' : 'b',
    brand_id: null,
    is_digital: false,
  });
  columns.put([], ids.map(rowOf));
  const values = new ValueSets();
  const price = new Float64Array(columns.capacity).fill(Number.NaN);
  const colours = new Int32Array(columns.capacity);
  const stocked = new Uint8Array(columns.capacity);
  for (const id of ids) {
    const slot = columns.slotOf(id);
    price[slot] = id * 100;
    colours[slot] = values.of([id % 2 === 0 ? 'Red' : 'Blue']);
    stocked[slot] = 1;
  }
  const sizes = new Int32Array(columns.capacity);
  return {
    version: '1',
    columns,
    values,
    prices: { price, sizes, colours, state: {} },
    stock: { stocked },
    rowOf,
  };
}

type Goods = ReturnType<typeof goodsOfTen>;

const find = (goods: Goods, query: Partial<ProductQuery> = {}) =>
  selectProducts(goods, {
    matches: undefined,
    members: undefined,
    filters: {},
    order: orderOf(goods, 'name'),
    cursor: undefined,
    limit: 3,
    ...query,
  });

const categoriesIn = ({ facets }: ReturnType<typeof find>) =>
  Object.fromEntries(facets.category.map(({ value, count }) => [value, count]));

it('keeps the counts of a search for its other pages and orders, and gives each filter its own', () => {
  const goods = goodsOfTen();
  const first = find(goods);
  expect([first.total, first.facets.inStock, categoriesIn(first)]).toEqual([
    10,
    10,
    { a: 5, b: 5 },
  ]);
  const dearest = find(goods, { order: orderOf(goods, '-price') });
  expect(dearest.slots.map(slot => goods.columns.ids[slot])).toEqual([10, 9, 8]);
  expect(dearest.facets.category).toBe(first.facets.category);
  const red = find(goods, { filters: { colour: 'red' } });
  expect([red.total, categoriesIn(red)]).toEqual([5, { a: 5 }]);
  expect(red.facets.colour).toEqual([
    { value: 'Blue', count: 5 },
    { value: 'Red', count: 5 },
  ]);
  const inA = find(goods, { filters: { categories: new Set(['a']), priceMax: 400 } });
  expect([inA.total, categoriesIn(inA)]).toEqual([2, { a: 2, b: 2 }]);
});

it('counts again after a change of prices or products, and stock each time', () => {
  const goods = goodsOfTen();
  const { columns, prices, stock } = goods;
  expect(find(goods).facets.price.map(({ count }) => count)).toEqual([4, 5, 1]);
  stock.stocked[columns.slotOf(2)] = 0;
  expect(find(goods).facets.inStock).toBe(9);
  const stocked = find(goods, { filters: { inStock: true } });
  expect([stocked.total, categoriesIn(stocked)]).toEqual([9, { a: 4, b: 5 }]);
  stock.stocked[columns.slotOf(4)] = 0;
  expect(categoriesIn(find(goods, { filters: { inStock: true } }))).toEqual({ a: 3, b: 5 });
  prices.price[columns.slotOf(1)] = Number.NaN;
  prices.state = {};
  expect(categoriesIn(find(goods))).toEqual({ a: 5, b: 4 });
  columns.put([3], [{ ...goods.rowOf(3), category_id: 'a' }]);
  expect(categoriesIn(find(goods))).toEqual({ a: 6, b: 3 });
});

it('counts the members of a collection for themselves', () => {
  const goods = goodsOfTen();
  find(goods);
  const members = new Set([goods.columns.slotOf(1), goods.columns.slotOf(2)]);
  expect(categoriesIn(find(goods, { members }))).toEqual({ a: 1, b: 1 });
  expect(categoriesIn(find(goods))).toEqual({ a: 5, b: 5 });
});
