import { describe, expect, it } from 'vitest';
import { newPrice } from '../../src/domains/pricing/index.js';
import { changesOf } from '../../web/desk/pages/products/grid/changes.js';
import { movedBy } from '../../web/desk/pages/products/grid/keys.js';
import {
  copied,
  filledDown,
  hiddenEdits,
  pasted,
  type Range,
  type Row,
  rebased,
  shownText,
  storedText,
  withTyped,
} from '../../web/desk/pages/products/grid/sheet.js';

const ENGLISH = { comma: '.', statuses: new Map([['archived', 'Archived']]) };
const GERMAN = { comma: ',', statuses: new Map([['archived', 'Archiviert']]) };

const row = (variant: string, more: Partial<Row> = {}): Row => ({
  variant,
  product: 1,
  product_name: 'Tee',
  status: 'active',
  tags: ['new', 'cotton'],
  name: 'S',
  sku: `TEE-${variant}`,
  barcode: null,
  price: '12.50',
  currency: 'EUR',
  cost: null,
  cost_currency: 'EUR',
  weight_grams: 180,
  is_active: true,
  etag: `"${variant}"`,
  ...more,
});
const ROWS = [row('a'), row('b'), row('c', { product: 2, product_name: 'Cap' })];
const range = (row: number, column: number, toRow = row, toColumn = column): Range => ({
  from: { row, column },
  to: { row: toRow, column: toColumn },
});

describe('the cells of many products', () => {
  it('show amounts and lists as the reader writes them', () => {
    expect(storedText(row('a'), 'price', GERMAN)).toBe('12,50');
    expect(storedText(row('a'), 'tags', ENGLISH)).toBe('new, cotton');
    expect(storedText(row('a'), 'cost', ENGLISH)).toBe('');
  });

  it('of a product change in all its rows, those of a variant in one', () => {
    const typed = [
      { row: 0, cell: 'product_name' as const, text: ' Shirt ' },
      { row: 0, cell: 'price' as const, text: '13,00' },
    ];
    const edits = withTyped({}, ROWS, typed, GERMAN);
    expect(edits).toEqual({
      a: { row: ROWS[0], cells: { product_name: 'Shirt', price: '13,00' } },
      b: { row: ROWS[1], cells: { product_name: 'Shirt' } },
    });
    expect(changesOf(edits, GERMAN)).toEqual([
      { variant: 'a', if_match: '"a"', set: { product_name: 'Shirt', price: '13.00' } },
    ]);
  });

  it('typed back to what they were are no change', () => {
    const set = (text: string) => [{ row: 2, cell: 'sku' as const, text }];
    const edits = withTyped({}, ROWS, set('CAP'), ENGLISH);
    expect(Object.keys(edits)).toEqual(['c']);
    expect(withTyped(edits, ROWS, set('TEE-c'), ENGLISH)).toEqual({});
  });

  it('keep the row they were typed into when a search shows others', () => {
    const [small, medium, cap] = ROWS as [Row, Row, Row];
    const price = { row: 0, cell: 'price' as const, text: '13' };
    const name = (text: string) => ({ row: 0, cell: 'product_name' as const, text });
    const first = withTyped({}, [small], [price, name('Shirt')], ENGLISH);
    const second = withTyped(first, [cap], [{ ...price, text: '9' }], ENGLISH);
    expect(changesOf(second, ENGLISH)).toEqual([
      { variant: 'a', if_match: '"a"', set: { product_name: 'Shirt', price: '13' } },
      { variant: 'c', if_match: '"c"', set: { price: '9' } },
    ]);
    expect([hiddenEdits(second, [cap]), hiddenEdits(second, ROWS)]).toEqual([1, 0]);
    // Another variant of the product shows its new name, and changes it in the hidden row as well.
    expect(shownText(second, medium, 'product_name', ENGLISH)).toBe('Shirt');
    expect(shownText(second, medium, 'price', ENGLISH)).toBe('12.50');
    const third = withTyped(second, [medium], [name('Blouse')], ENGLISH);
    expect(changesOf(third, ENGLISH).map(({ set }) => set)).toEqual([
      { product_name: 'Blouse', price: '13' },
      { price: '9' },
    ]);
    const back = withTyped(third, [medium], [name('Tee')], ENGLISH);
    expect(Object.keys(back)).toEqual(['a', 'c']);
  });

  it('are kept over the change of somebody else, once it was seen', () => {
    const edits = withTyped({}, ROWS, [{ row: 0, cell: 'sku', text: 'TEE' }], ENGLISH);
    const seen = rebased(edits, new Map([['a', '"new"']]));
    expect(changesOf(seen, ENGLISH)).toEqual([
      { variant: 'a', if_match: '"new"', set: { sku: 'TEE' } },
    ]);
  });

  it('take a state by its name, and empty cells as none', () => {
    const typed = [
      { row: 2, cell: 'status' as const, text: 'archiviert' },
      { row: 2, cell: 'weight_grams' as const, text: '' },
      { row: 2, cell: 'tags' as const, text: 'a, b,, a' },
      { row: 2, cell: 'price' as const, text: '' },
    ];
    const edits = withTyped({}, ROWS, typed, GERMAN);
    expect(changesOf(edits, GERMAN)[0]?.set).toEqual({
      status: 'archived',
      weight_grams: null,
      tags: ['a', 'b'],
      price: null,
    });
    const wrong = withTyped({}, ROWS, [{ row: 2, cell: 'weight_grams', text: '2 kg' }], GERMAN);
    expect(changesOf(wrong, GERMAN)[0]?.set).toEqual({ weight_grams: -1 });
  });

  it('are filled down from the first row of the selection, or from the row above', () => {
    const textAt = ({ row, column }: { row: number; column: number }) => `${row}.${column}`;
    expect(filledDown(range(0, 2, 2, 2), textAt)).toEqual([
      { row: 1, cell: 'sku', text: '0.2' },
      { row: 2, cell: 'sku', text: '0.2' },
    ]);
    expect(filledDown(range(1, 4), textAt)).toEqual([{ row: 1, cell: 'price', text: '0.4' }]);
    expect(filledDown(range(0, 4), textAt)).toEqual([]);
    expect(copied(range(1, 2, 0, 3), textAt)).toBe('0.2\t0.3\n1.2\t1.3');
  });

  it('are pasted from a spreadsheet, not beyond the last row; one cell fills the selection', () => {
    expect(pasted(range(1, 3), '1\t2\r\n3\t4\r\n5\t6\r\n', 3)).toEqual([
      { row: 1, cell: 'barcode', text: '1' },
      { row: 1, cell: 'price', text: '2' },
      { row: 2, cell: 'barcode', text: '3' },
      { row: 2, cell: 'price', text: '4' },
    ]);
    expect(pasted(range(0, 8), 'x\ty', 3)).toEqual([{ row: 0, cell: 'tags', text: 'x' }]);
    expect(pasted(range(0, 4, 1, 4), '9.99', 3).map(({ text }) => text)).toEqual(['9.99', '9.99']);
  });

  it('are reached with the keyboard; Tab leaves the table behind the last one', () => {
    const at = { row: 0, column: 8 };
    const press = (key: string, shiftKey = false) => movedBy({ key, shiftKey }, at, 2);
    expect(press('Enter')).toEqual({ row: 1, column: 8 });
    expect(press('Tab')).toEqual({ row: 1, column: 0 });
    expect(press('Tab', true)).toEqual({ row: 0, column: 7 });
    expect(press('ArrowUp')).toEqual(at);
    expect(press('Home')).toEqual({ row: 0, column: 0 });
    expect(movedBy({ key: 'Tab', shiftKey: false }, { row: 1, column: 8 }, 2)).toBeUndefined();
  });
});

describe('a new price', () => {
  const percent = (value: number, ending: 'none' | '99' | '95') => ({
    kind: 'percent' as const,
    value,
    ending,
  });

  it('is rounded to the nearest one with its ending', () => {
    expect(newPrice('12.50', 'EUR', percent(10, 'none'))).toBe('13.75');
    expect(newPrice('12.50', 'EUR', percent(10, '99'))).toBe('13.99');
    expect(newPrice('12.50', 'EUR', percent(4, '99'))).toBe('12.99');
    expect(newPrice('12.50', 'EUR', percent(-5, '95'))).toBe('11.95');
    expect(newPrice('0.20', 'EUR', percent(10, '99'))).toBe('0.99');
    const less = { kind: 'amount' as const, value: -2, ending: '95' as const };
    expect(newPrice('12.50', 'USD', less)).toBe('10.95');
  });

  it('in yen has no such ending, in dinars three digits, and never turns positive', () => {
    expect(newPrice('1250.00', 'JPY', percent(10, '99'))).toBe('1375.00');
    expect(newPrice('1.500', 'KWD', percent(10, '99'))).toBe('1.990');
    const less = { kind: 'amount' as const, value: -20, ending: '99' as const };
    expect(newPrice('12.50', 'EUR', less)).toBe('-7.50');
  });
});
