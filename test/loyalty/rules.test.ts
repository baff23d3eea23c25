import { describe, expect, it } from 'vitest';
import { pointsFor, pointsLeft } from '../../src/domains/loyalty/rules.js';

describe('points', () => {
  it.each([
    [2599, 1, 25],
    [2599, 2, 50],
    [99, 10, 0],
    [100, 10, 10],
    [2599, 0, 0],
    [0, 5, 0],
  ])('for %i cents of goods at a rate of %i are %i', (net, rate, points) => {
    expect(pointsFor(net, rate, 'USD')).toBe(points);
  });

  it.each([
    ['nothing was refunded', 50, 2706, 0, 50],
    ['a part was refunded', 50, 2706, 1000, 31],
    ['one cent was refunded', 50, 2706, 1, 49],
    ['all was refunded', 50, 2706, 2706, 0],
    ['more was refunded than paid', 50, 2706, 9999, 0],
    ['nothing was paid', 50, 0, 0, 50],
    ['the numbers are the largest possible', 2_000_000_000, 999_999_999_999, 1, 1_999_999_999],
  ])('are rounded down when %s', (_, earned, paid, refunded, left) => {
    expect(pointsLeft(earned, paid, refunded)).toBe(left);
  });
});
