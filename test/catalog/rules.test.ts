import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstFree,
  productNumber,
  readOrdering,
  slugCandidates,
  slugOf,
} from '../../src/domains/catalog/rules.js';
import { Failure } from '../../src/platform/http/failure.js';

describe('slugs', () => {
  it.each([
    ['White Mug', 'white-mug'],
    ['Crème brûlée, 2 pcs', 'creme-brulee-2-pcs'],
    ['  --Tea & Co.-- ', 'tea-co'],
    ['1984', 'item-1984'],
    ['咖啡', 'item'],
    ['x'.repeat(200), 'x'.repeat(90)],
    [`${'x'.repeat(89)} mug`, 'x'.repeat(89)],
  ])('turns %j into %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('always satisfy the product schema', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 255 }), name => {
        expect(slugOf(name)).toMatch(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
      { seed: 20_250_611 },
    );
  });

  it('append the first free number', () => {
    const candidates = slugCandidates('Mug');
    expect(candidates.slice(0, 3)).toEqual(['mug', 'mug-2', 'mug-3']);
    expect(firstFree(candidates, [])).toBe('mug');
    expect(firstFree(candidates, ['mug', 'mug-2'])).toBe('mug-3');
    expect(() => firstFree(candidates, candidates)).toThrow(Failure);
  });
});

describe('ordering', () => {
  it.each([
    [undefined, 'id', false],
    ['name', 'name', false],
    ['-name', 'name', true],
    ['created_at', 'created_at', false],
    ['-created_at', 'created_at', true],
  ] as const)('parses %s', (text, field, descending) => {
    expect(readOrdering(text)).toEqual({ field, descending });
  });
});

describe('product ids', () => {
  it.each([
    ['17', 17],
    ['2147483647', 2147483647],
    ['2147483648', undefined],
    ['0', undefined],
    ['99999999999999999999', undefined],
    ['white-mug', undefined],
    ['1e3', undefined],
    ['-1', undefined],
  ])('parses %s as %s', (ref, id) => {
    expect(productNumber(ref)).toBe(id);
  });
});
