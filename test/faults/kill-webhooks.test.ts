import { expect, it } from 'vitest';
import { DEMO_TEMPLATE } from '../support/global-setup.js';
import { cloneDatabase } from '../support/service.js';
import { killWebhooks } from './kill-webhooks.js';

it('processes every signed event although it is killed between receipt and processing', async () => {
  const database = await cloneDatabase(DEMO_TEMPLATE);
  try {
    expect(await killWebhooks(database.url, { kills: 2, patient: false })).toEqual({
      kills: 2,
      events: 6,
      documents: 6,
      caughtEvents: 6,
      caughtDocuments: 6,
      lost: [],
    });
  } finally {
    await database.drop();
  }
});
