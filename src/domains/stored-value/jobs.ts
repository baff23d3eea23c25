import type { Job, Schedule } from '../../platform/jobs/job.js';
import { expireGiftCards } from './gift-cards/expire-gift-cards.js';
import { expirePoints } from './points/expire-points.js';

const giftCards: Job = { name: 'stored-value:expire-gift-cards', run: expireGiftCards };
const points: Job = { name: 'stored-value:expire-points', run: expirePoints };

export const jobs: readonly Job[] = [giftCards, points];
/** Hourly, so that points end within the hour wherever the store is. */
export const schedules: readonly Schedule[] = [
  { job: giftCards.name, cron: '35 1 * * *' },
  { job: points.name, cron: '20 * * * *' },
];
