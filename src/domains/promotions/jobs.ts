import { atomically } from '../../platform/database/tx.js';
import { record } from '../../platform/events/outbox.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { measureLift } from './campaigns/measure-lift.js';
import { campaignsToMeasure, expireDue, startDue } from './campaigns/repository.js';
import { campaignSaved } from './events.js';
import { dropRunning } from './selling/running-promotions.js';

/** Expires what is over and measures what every campaign has brought so far. */
export const daily: Job = {
  name: 'promotions:daily',
  async run(platform) {
    const { db, clock } = platform;
    const now = clock.now();
    await atomically(db, async tx => record(tx, ...(await expireDue(tx, now)).map(campaignSaved)));
    await dropRunning(platform);
    for (const id of await campaignsToMeasure(db, now)) {
      await atomically(db, tx => measureLift(tx, id, now));
    }
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
