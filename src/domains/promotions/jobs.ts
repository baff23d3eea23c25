import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { record } from '../../platform/work/events/outbox.js';
import { expireDue, startDue } from './campaigns/repository.js';
import { campaignSaved } from './events.js';
import { dropRunning } from './selling/running-promotions.js';

/** Expires campaigns after their end. */
export const daily: Job = {
  name: 'promotions:daily',
  async run(platform) {
    const { db, clock } = platform;
    const now = clock.now();
    await atomically(db, async tx => record(tx, ...(await expireDue(tx, now)).map(campaignSaved)));
    await dropRunning(platform);
  },
};

/** A campaign applies from its start; this job updates its stored status and records the event. */
export const startCampaigns: Job = {
  name: 'promotions:start-campaigns',
  async run({ db, clock }) {
    const now = clock.now();
    await atomically(db, async tx => record(tx, ...(await startDue(tx, now)).map(campaignSaved)));
  },
};

export const schedules: readonly Schedule[] = [
  { job: daily.name, cron: '0 8 * * *' },
  { job: startCampaigns.name, cron: '*/5 * * * *' },
];
