import { expect, it } from 'vitest';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { cloneDatabase } from '../support/service.js';
import { tillsApart } from './tills/run.js';

it('books each sale of tills that were apart once, whatever happens to them and to the service', async () => {
  const database = await cloneDatabase(DEMO_TEMPLATE);
  try {
    const report = await tillsApart(database.url, { tills: 3, sales: 60, seed: 7, kills: 1 });
    expect(report).toMatchObject({
      sales: 60,
      lost: [],
      doubled: [],
      gaps: [],
      wrongReports: [],
      violated: [],
      trouble: [],
    });
    expect(report.entries).toBeGreaterThan(66);
    expect([report.splits > 0, report.returns > 0]).toEqual([true, true]);
    expect([report.routes > 0, report.late > 0, report.parked > 0]).toEqual([true, true, true]);
    expect(report.reloads).toBeGreaterThan(0);
    expect(report.sentAgain).toBeGreaterThan(0);
  } finally {
    await database.drop();
  }
});
