import { atomically } from '../../platform/database/tx.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import { localDay } from '../../platform/local-day.js';
import type { Platform } from '../../platform/platform.js';
import { measureCampaigns } from './campaigns/measure-campaigns.js';
import { rollUp } from './rollup/roll-up.js';
import { addDays } from './rollup/rules.js';
import { daysToSnapshot, takeSnapshots } from './rollup/stock-repository.js';
import { LOGGED_DAYS, rollUpSyncCounts } from './rollup/sync-repository.js';
import { mailDueReports } from './schedules/mail-due-reports.js';

/** A service that was down for longer has a gap in its stock history. */
const SNAPSHOT_DAYS_BACK = 31;

async function snapshotStock({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const days = await daysToSnapshot(db, now, SNAPSHOT_DAYS_BACK);
  if (days.length > 0) await atomically(db, tx => takeSnapshots(tx, days, now));
}

/** Rolls up sales, stock and sync traffic of past days; store days are local days. */
export async function runNightlyRollup(platform: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await rollUp(platform);
  await snapshotStock(platform);
  const today = localDay(platform.clock.now(), 'UTC');
  await atomically(platform.db, tx => rollUpSyncCounts(tx, addDays(today, -LOGGED_DAYS)));
}

const nightly: Job = { name: 'analytics:nightly', run: runNightlyRollup };

const refreshToday: Job = { name: 'analytics:refresh-today', run: rollUp };

export const campaignLift: Job = { name: 'analytics:campaign-lift', run: measureCampaigns };

const mailReports: Job = { name: 'analytics:mail-reports', run: mailDueReports };

export const jobs: readonly Job[] = [nightly, refreshToday, campaignLift, mailReports];

export const schedules: readonly Schedule[] = [
  { job: nightly.name, cron: '5 0 * * *' },
  { job: refreshToday.name, cron: '*/15 * * * *' },
  { job: campaignLift.name, cron: '5 8 * * *' },
  { job: mailReports.name, cron: '*/5 * * * *' },
];
