import { expect, it } from 'vitest';
import { killWhileSelling } from './kill-while-selling.js';

it('keeps every acknowledged sale and the right stock when it is killed repeatedly', async () => {
  const report = await killWhileSelling(16, 1, false);
  expect(report.acknowledged).toBeGreaterThanOrEqual(16);
  expect(report).toMatchObject({ broken: [], gaps: [], repeats: [], violated: [] });
  expect(report.leftShelf).toBe(report.soldUnits);
  expect(report.received).toBeGreaterThan(30);
});
