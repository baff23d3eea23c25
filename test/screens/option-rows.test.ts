import { describe, expect, it } from 'vitest';
import { isColour } from '../../src/domains/catalog/index.js';
import { optionRows } from '../../web/shop/catalogue/option-rows.js';
import { colourOf } from '../../web/shop/catalogue/swatch.js';
import type { Product, Variant } from '../../web/shop/types.js';

const variant = (attributes: Record<string, string>, available = 1): Variant =>
  ({ sku: Object.values(attributes).join('-'), attributes, available }) as Variant;

const RED_S = variant({ Size: 'S', Colour: 'Red' });
const RED_M = variant({ Size: 'M', Colour: 'Red' }, 0);
const BLUE_S = variant({ Size: 'S', Colour: 'Blue' });
const BLUE_L = variant({ Size: 'L', Colour: 'Blue' });

const shown = (variants: Variant[], chosen: Variant, isDigital = false) =>
  optionRows({ variants, is_digital: isDigital } as Product, chosen)?.map(row => [
    row.name,
    row.chosen,
    row.choices.map(({ value, variant: { sku }, state }) => `${value} ${sku} ${state}`),
  ]);

describe('the options of a product', () => {
  it('mark what is sold out and what does not exist', () => {
    expect(shown([RED_S, RED_M, BLUE_S, BLUE_L], RED_S)).toEqual([
      ['Size', 'S', ['S S-Red sold', 'M M-Red gone', 'L L-Blue missing']],
      ['Colour', 'Red', ['Red S-Red sold', 'Blue S-Blue sold']],
    ]);
    expect(shown([RED_S, RED_M], RED_S, true)).toEqual([
      ['Size', 'S', ['S S-Red sold', 'M M-Red sold']],
    ]);
  });

  it('lead from a missing combination to one in stock', () => {
    const goneFirst = [RED_S, variant({ Size: 'L', Colour: 'Green' }, 0), BLUE_L];
    expect(shown(goneFirst, RED_S)?.[0]).toEqual([
      'Size',
      'S',
      ['S S-Red sold', 'L L-Blue missing'],
    ]);
  });

  it.each([
    ['have no values', [variant({}), variant({})]],
    ['have different names', [RED_S, variant({ Weight: '1 kg', Colour: 'Red' })]],
    ['are the same twice', [RED_S, { ...RED_S, sku: 'other' }]],
    ['lack a value', [RED_S, variant({ Size: '', Colour: 'Red' })]],
  ])('are one list if the variants %s', (_name, variants) => {
    expect(shown(variants, variants[0] as Variant)).toBeUndefined();
  });

  it('have a dot for known colours only', () => {
    expect(['Colour', 'farbe', 'Size'].map(isColour)).toEqual([true, true, false]);
    expect(['Navy', '#A1b2C3', 'Sunset', '#12', 'toString'].map(colourOf)).toEqual([
      '#1f2f55',
      '#a1b2c3',
      undefined,
      undefined,
      undefined,
    ]);
  });
});
