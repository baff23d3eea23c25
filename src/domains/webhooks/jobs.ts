import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import type { Platform } from '../../platform/platform.js';
import { processEvent } from './process-event.js';
import { reconcileEvents } from './reconcile-events.js';
import {
  claimAbandoned,
  eventsWaitingFor,
  eventsWithPayment,
  forgetTransmissions,
} from './repository.js';
import { LEASE_MS } from './rules.js';

/** Few enough that the last one's turn comes well within the lease all of them were taken for. */
const TAKEN_AT_ONCE = 5;
const RECONCILED_AT_ONCE = 500;
/** An event whose payment has not come by then is of a payment that was never ours. */
const WAITS_DAYS = 30;
const TRANSMISSIONS_KEPT_DAYS = 1;

async function takeOver(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  for (;;) {
    const now = clock.now();
    const events = await claimAbandoned(db, now, addMs(now, LEASE_MS), TAKEN_AT_ONCE);
    for (const event of events) await processEvent(platform, event);
    if (events.length < TAKEN_AT_ONCE) return;
  }
}

const takeOverEvents: Job = { name: 'webhooks:take-over-events', run: takeOver };

const reconcileWaiting: Job = {
  name: 'webhooks:reconcile-events',
  run: async platform => {
    const { db, clock } = platform;
    const since = addMs(clock.now(), -WAITS_DAYS * DAY_MS);
    await reconcileEvents(platform, await eventsWithPayment(db, since, RECONCILED_AT_ONCE));
  },
};

const purgeTransmissions: Job = {
  name: 'webhooks:purge-transmissions',
  run: ({ db, clock }) =>
    forgetTransmissions(db, addMs(clock.now(), -TRANSMISSIONS_KEPT_DAYS * DAY_MS)),
};

/** A payment was recorded: by itself, or with the sale it moved. */
const followPayments: Subscriber = {
  name: 'webhooks:follow-payments',
  events: ['payment.saved', 'transaction.updated', 'transaction.completed'],
  handle: async (platform, events) => {
    const idsOf = (isPayment: boolean): string[] =>
      events
        .filter(({ event }) => (event === 'payment.saved') === isPayment)
        .flatMap(({ subjectId }) => subjectId ?? []);
    await reconcileEvents(platform, await eventsWaitingFor(platform.db, idsOf(true), idsOf(false)));
  },
};

export const jobs: readonly Job[] = [takeOverEvents, reconcileWaiting, purgeTransmissions];
export const subscribers: readonly Subscriber[] = [followPayments];
export const schedules: readonly Schedule[] = [
  { job: takeOverEvents.name, cron: '* * * * *' },
  { job: reconcileWaiting.name, cron: '* * * * *' },
  { job: purgeTransmissions.name, cron: '40 2 * * *' },
];
