import { describe, expect, it } from 'vitest';
import {
  filledLine,
  isWholePacks,
  type Line,
  lineRequest,
} from '../../web/desk/pages/purchasing/fill-lines.js';

const line = (more: Partial<Line> = {}): Line => ({
  variant_id: 'mug',
  name: 'White Mug',
  sku: 'MUG-WHITE',
  unit: 'piece',
  quantity: undefined,
  cost: undefined,
  own: { cost: '4.10', currency: 'USD' },
  ...more,
});
const article = (more: object = {}) => ({
  supplier_sku: 'CL-7',
  pack_size: 12,
  cost: '3.90',
  cost_currency: 'USD',
  ...more,
});

describe('a line of a purchase order', () => {
  it('has the pack and the cost of the supplier until somebody types others', () => {
    expect(lineRequest(filledLine(line(), article(), 'USD'))).toEqual({
      variant_id: 'mug',
      ordered_quantity: 12,
      unit_cost: '3.90',
    });
    const typed = line({ quantity: 24, cost: 3.5 });
    expect(lineRequest(filledLine(typed, article(), 'USD'))).toEqual({
      variant_id: 'mug',
      ordered_quantity: 24,
      unit_cost: '3.50',
    });
  });

  it('has one at the cost of the variant where the supplier says nothing', () => {
    const filled = filledLine(line(), undefined, 'USD');
    expect([filled.quantity, filled.cost, filled.foreignCost]).toEqual([1, 4.1, undefined]);
    const unknown = filledLine(line(), article({ cost: null }), 'USD');
    expect([unknown.quantity, unknown.cost]).toEqual([12, 4.1]);
  });

  it('takes over no cost in another currency, but names it', () => {
    const foreign = filledLine(line(), article({ cost_currency: 'EUR' }), 'USD');
    expect([foreign.cost, foreign.foreignCost]).toEqual(['', { cost: '3.90', currency: 'EUR' }]);
    const own = filledLine(line(), undefined, 'CHF');
    expect([own.cost, own.foreignCost]).toEqual(['', { cost: '4.10', currency: 'USD' }]);
  });

  it('is in whole packs or says so', () => {
    const packs = (quantity: number, pack_size: number) =>
      isWholePacks(filledLine(line({ quantity }), article({ pack_size }), 'USD'));
    expect([packs(24, 12), packs(20, 12), packs(7.5, 2.5), packs(0.3, 0.1)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(isWholePacks(filledLine(line({ quantity: 5 }), undefined, 'USD'))).toBe(true);
  });
});
