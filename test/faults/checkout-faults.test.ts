import { expect, it } from 'vitest';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { cloneDatabase } from '../support/service.js';
import { runCheckoutFaults } from './checkout-faults.js';

it.each([1])(
  'keeps money, goods and orders together in any trouble (seed %i)',
  {
    timeout: 180_000,
  },
  async seed => {
    const database = await cloneDatabase(DEMO_TEMPLATE);
    try {
      const report = await runCheckoutFaults(database.url, { seed, checkouts: 80 });
      expect(report.wrong).toEqual([]);
      expect(report.placed).toBeGreaterThan(10);
      expect(report.deaths).toBeGreaterThan(0);
      expect(report.refunds).toBeGreaterThan(0);
    } finally {
      await database.drop();
    }
  },
);
