import { expect, it } from 'vitest';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { cloneDatabase } from '../support/service.js';
import { EDGE_COUNT, runClock } from './clock.js';

it('books every sale once and on its own day, however the clock jumps', async () => {
  const database = await cloneDatabase(DEMO_TEMPLATE);
  try {
    const report = await runClock(database.url, { rounds: EDGE_COUNT, seed: 1 });
    expect(report).toMatchObject({ lost: [], doubled: [], wrong: [], failures: [] });
    expect(report.acknowledged).toBeGreaterThan(40);
  } finally {
    await database.drop();
  }
});
