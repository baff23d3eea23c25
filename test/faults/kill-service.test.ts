import { expect, it } from 'vitest';
import { killServiceUnderLoad } from './kill-service.js';

it('loses no acknowledged write when it is killed under load', { timeout: 120_000 }, async () => {
  const report = await killServiceUnderLoad(2);
  expect(report.acknowledged).toBeGreaterThan(8);
  expect(report.lost).toEqual([]);
});
