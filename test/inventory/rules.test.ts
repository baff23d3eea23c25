import { describe, expect, test } from 'vitest';
import {
  alertOf,
  availableOf,
  type LevelChange,
  mergeLines,
  onceKey,
  salePurpose,
} from '../../src/domains/inventory/rules.js';

describe('lines of a cart', () => {
  test('of one variant are merged and sorted by variant', () => {
    expect(
      mergeLines([
        { variantId: 'b', quantity: 1 },
        { variantId: 'a', quantity: 2 },
        { variantId: 'B', quantity: 4 },
      ]),
    ).toEqual([
      { variantId: 'a', quantity: 2 },
      { variantId: 'b', quantity: 5 },
    ]);
  });

  test.each([0, -1, 1.5, Number.NaN])('cannot have %s units', quantity => {
    expect(() => mergeLines([{ variantId: 'a', quantity }])).toThrow(
      'a stock line needs an integer quantity of at least 1',
    );
  });
});

test('a sale and its void are posted once each, and a sale has one reservation key', () => {
  expect(onceKey('sale', 'sale-1')).toBe('sale:sale-1');
  expect(onceKey('void', 'sale-1')).toBe('void:sale-1');
  expect(salePurpose('sale-1')).toBe('sale:sale-1');
});

describe('a stock alert', () => {
  const level = (
    onHand: number,
    change: number,
    reorderPoint = 5,
    isActive = true,
  ): LevelChange => ({
    id: 'level',
    storeId: 'store',
    variantId: 'variant',
    sku: 'SKU',
    name: 'Goods',
    unit: 'piece',
    onHand,
    reserved: 0,
    reorderPoint,
    isActive,
    change,
    kind: 'sale',
    terminalId: null,
  });

  test.each([
    ['is raised when the level reaches the reorder point', level(5, -1), 'low'],
    ['is raised when a big sale passes the reorder point', level(1, -20), 'low'],
    ['is not raised again below the reorder point', level(4, -1), undefined],
    ['is not raised above the reorder point', level(6, -1), undefined],
    ['is not raised by incoming goods', level(5, 3), undefined],
    ['is not raised without a reorder point', level(0, -1, 0), undefined],
    ['is not raised for a disabled level', level(5, -1, 5, false), undefined],
    ['is raised when stock falls below zero', level(-1, -1, 0), 'below_zero'],
    ['is raised each time stock falls further', level(-3, -2, 0, false), 'below_zero'],
    ['is not raised by incoming goods below zero', level(-1, 2), undefined],
  ])('%s', (_, change, alert) => {
    expect(alertOf(change)).toBe(alert);
  });
});

test('never has negative available units', () => {
  expect(availableOf({ onHand: 5, reserved: 2 })).toBe(3);
  expect(availableOf({ onHand: 1, reserved: 2 })).toBe(0);
});
