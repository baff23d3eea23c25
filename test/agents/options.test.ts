import { describe, expect, it } from 'vitest';
import {
  featuredOf,
  narrowed,
  optionsOf,
  valuesWithin,
} from '../../src/domains/agents/catalogue/options.js';

const variant = (size: string, colour: string, isAvailable = true) => ({
  options: [
    { name: 'Size', label: size },
    { name: 'Colour', label: colour },
  ],
  isAvailable,
});
const size = (label: string) => ({ name: 'Size', label });
const colour = (label: string) => ({ name: 'Colour', label });

const VARIANTS = [
  variant('S', 'Black', false),
  variant('M', 'Black'),
  variant('M', 'White'),
  variant('L', 'White', false),
];

describe('options of a product', () => {
  it('have their values in the order of the variants', () => {
    expect(optionsOf(VARIANTS)).toEqual([
      { name: 'Size', labels: ['S', 'M', 'L'] },
      { name: 'Colour', labels: ['Black', 'White'] },
    ]);
    expect(optionsOf([])).toEqual([]);
  });

  it('feature the first variant in stock, or the first of all', () => {
    expect(featuredOf(VARIANTS)).toBe(VARIANTS[1]);
    expect(featuredOf([variant('S', 'Black', false)])?.isAvailable).toBe(false);
    expect(featuredOf([])).toBeUndefined();
  });

  it.each([
    [[size('M'), colour('White')], [], [size('M'), colour('White')]],
    // There is no black L: the least preferred option goes.
    [[size('L'), colour('Black')], ['Size', 'Colour'], [size('L')]],
    [[size('L'), colour('Black')], ['Colour', 'Size'], [colour('Black')]],
    // An option that is not preferred at all goes first.
    [[size('L'), colour('Black')], ['Colour'], [colour('Black')]],
    // What no variant has goes before anything else.
    [[size('XXL'), colour('Black')], ['Size', 'Colour'], [colour('Black')]],
    [[size('XXL'), { name: 'Taste', label: 'Salty' }], ['Size'], []],
    [[], ['Size'], []],
  ])('keep of %j with %j only %j', (selected, preferences, kept) => {
    expect(narrowed(VARIANTS, selected, preferences)).toEqual(kept);
  });

  it('of no variants keep nothing', () => {
    expect(narrowed([], [size('M')], [])).toEqual([]);
  });

  it('say what could be chosen instead', () => {
    expect(valuesWithin(VARIANTS, [colour('Black')])).toEqual([
      {
        name: 'Size',
        values: [
          { label: 'S', available: false, exists: true },
          { label: 'M', available: true, exists: true },
          { label: 'L', available: false, exists: false },
        ],
      },
      {
        name: 'Colour',
        values: [
          { label: 'Black', available: true, exists: true },
          { label: 'White', available: true, exists: true },
        ],
      },
    ]);
  });
});
