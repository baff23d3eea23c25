import { defineQueue } from '../../../platform/work/queues/queue.js';
import { advanceCardPayment } from './advance-card-payment.js';
import type { CardAttempt } from './attempt-repository.js';
import { LEASE_MS, uncertainBackOff } from './rules.js';

/** Card payments on readers that have not ended. A till that polls one may claim it earlier. */
export const cardQueue = defineQueue<CardAttempt>({
  name: 'transactions:card-attempts',
  table: 'card_attempts',
  key: ['payment_id'],
  due: 'next_attempt_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'failures',
  error: 'last_error',
  open: "q.status in ('in_progress', 'uncertain') and q.given_up_at is null",
  parked: "q.status in ('in_progress', 'uncertain') and q.given_up_at is not null",
  park: now => `given_up_at = ${now}`,
  reopen: 'given_up_at = null, attempts = 0',
  early: 'true',
  clock: 'node',
  leaseMs: LEASE_MS,
  backOff: uncertainBackOff,
  batch: 1,
  concurrency: 4,
  handle: async (platform, attempts) => {
    for (const attempt of attempts) await advanceCardPayment(platform, attempt.payment_id);
  },
});
