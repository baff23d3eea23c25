import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { record } from '../../platform/work/events/outbox.js';
import { expireDue, startDue } from './campaigns/repository.js';
import { campaignSaved } from './events.js';
import { dropRunning } from './selling/running-promotions.js';

/** Expires campaigns that are over. */
export const daily: Job = {
  name: 'promotions:daily',
  async run(platform) {
    const { db, clock } = platform;
    const now = clock.now();
    await atomically(db, async tx => record(tx, ...(await expireDue(tx, now)).map(campaignSaved)));
    await dropRunning(platform);
  },
};

/** Scheduled campaigns hold from their first second; this writes it down and tells the others. */
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
