import { defineQueue } from '../../platform/work/queues/queue.js';
import { processEvent } from './process-event.js';
import type { LedgerEvent } from './repository.js';
import { eventBackOff, LEASE_MS } from './rules.js';

/**
 * Retries events whose handling in the webhook request failed or was interrupted. The request
 * stores the event with a lease, so the queue takes it over only after the lease has expired.
 */
export const ledgerQueue = defineQueue<LedgerEvent>({
  name: 'webhooks:events',
  table: 'webhook_events',
  key: ['id'],
  due: 'retry_at',
  lease: 'lease_until',
  attempts: 'attempts',
  attemptsCount: 'claims',
  error: 'error_message',
  open: 'q.retry_at is not null',
  parked: "q.status = 'failed' and q.retry_at is null",
  park: () => "status = 'failed', retry_at = null",
  reopen: 'attempts = 0',
  onClaim: "status = 'pending', error_message = null",
  clock: 'node',
  leaseMs: LEASE_MS,
  backOff: eventBackOff,
  batch: 1,
  concurrency: 5,
  handle: async (platform, events) => {
    for (const event of events) await processEvent(platform, event);
  },
});
