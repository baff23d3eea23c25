import type { Job, Schedule } from '../../../platform/jobs/job.js';
import { type Consumer, defineConsumer } from '../../../platform/work/consumers/consumer.js';
import { paymentSaved, refundSucceeded } from '../../payments/index.js';
import { closeReviewTasks } from './close-review-tasks.js';
import { openReviewTasks } from './open-review-tasks.js';
import { verifyPayments } from './verify-payments.js';

const review: Job = {
  name: 'reconciliation:review-payments',
  run: async platform => {
    await verifyPayments(platform);
    await openReviewTasks(platform);
    await closeReviewTasks(platform);
  },
};

/** A confirmation by webhook completes the task at once; the job above finds what this one misses. */
const closeTasks = defineConsumer({
  name: 'reconciliation:close-tasks',
  events: [paymentSaved, refundSucceeded],
  priority: 'low',
  handle: (platform, events) =>
    closeReviewTasks(
      platform,
      events.map(({ data }) => ('payment_id' in data ? data.payment_id : data.id)),
    ),
});

export const jobs: readonly Job[] = [review];
export const schedules: readonly Schedule[] = [{ job: review.name, cron: '*/5 * * * *' }];
export const consumers: readonly Consumer[] = [closeTasks];
