import { expect, it } from 'vitest';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { cloneDatabase } from '../support/service.js';
import { killWhileOrdering } from './checkout-kill.js';

it('charges no shopper twice and loses no order when it is killed repeatedly', async () => {
  const database = await cloneDatabase(DEMO_TEMPLATE);
  try {
    const report = await killWhileOrdering(database.url, { checkouts: 40, kills: 2 });
    expect(report.wrong).toEqual([]);
    expect(report.acknowledged).toBe(report.placed);
    expect(report.placed).toBeGreaterThan(15);
  } finally {
    await database.drop();
  }
});
