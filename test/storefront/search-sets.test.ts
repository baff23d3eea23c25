import { describe, expect, it } from 'vitest';
import { fieldScores } from '../../src/domains/storefront/search/field-scores.js';
import { keptSets } from '../../src/domains/storefront/search/kept-sets.js';
import {
  ProductColumns,
  type ProductRow,
} from '../../src/domains/storefront/search/memory/product-columns.js';

const row = (id: number, name: string, more: Partial<ProductRow> = {}): ProductRow => ({
  id,
  name,
  created_at: new Date(0),
  category_id: null,
  brand_id: null,
  is_digital: false,
  ...more,
});

const columnsOf = (rows: ProductRow[]): ProductColumns => {
  const columns = new ProductColumns();
  columns.put([], rows);
  return columns;
};

describe('the scores of a large set', () => {
  it('have the order of its products and one byte for each', async () => {
    const columns = columnsOf([
      row(1, 'red shirt', { brand_id: 'acme' }),
      row(2, 'blue mug', { category_id: 'shirts' }),
      row(3, 'shirt of acme'),
    ]);
    const names = new Map([
      ['acme', 'acme'],
      ['shirts', 'shirts'],
    ]);
    const slots = columns.slotsOf(Int32Array.of(3, 1, 2));
    const scores = await fieldScores(columns, slots, [[[['shirt']]], [[['acme']]]], names);
    expect([...scores]).toEqual([6, 5, 3]);
    expect(scores.byteLength).toBe(3);
  });

  it('are computed with a pause after each 5,000 names', async () => {
    const many = 20_001;
    const columns = columnsOf(Array.from({ length: many }, (_, at) => row(at + 1, 'shirt')));
    const slots = columns.slotsOf(Int32Array.from({ length: many }, (_, at) => at + 1));
    let read = 0;
    const readAtPauses: number[] = [];
    const counted = new Proxy(columns.names, {
      get: (names, key) => {
        read += 1;
        return Reflect.get(names, key);
      },
    });
    const { brand, category, brands, categories } = columns;
    const watched = { names: counted, brand, category, brands, categories };
    const scores = await fieldScores(watched, slots, [[[['shirt']]]], new Map(), async () => {
      readAtPauses.push(read);
    });
    expect(readAtPauses).toEqual([5_000, 10_000, 15_000, 20_000]);
    expect(read).toBe(many);
    expect(scores.every(score => score === 3)).toBe(true);
  });
});

describe('the large sets that are kept', () => {
  it('have at most 20 MB, with their scores', () => {
    const sets = keptSets();
    const many = 100_000;
    for (let at = 0; at < 100; at += 1) {
      sets.set(`word${at}`, { slots: new Int32Array(many), scores: new Uint8Array(many) });
    }
    expect(sets.size).toBe(40);
    expect(sets.calculatedSize).toBe(20_000_000);
    expect([...sets.keys()][0]).toBe('word99');
  });

  it('hold no memory of products that are not on sale', () => {
    const columns = columnsOf([row(2, 'mug')]);
    const slots = columns.slotsOf(Int32Array.from({ length: 1_000 }, (_, at) => at));
    expect([...slots]).toEqual([0]);
    expect(slots.buffer.byteLength).toBe(4);
  });
});
