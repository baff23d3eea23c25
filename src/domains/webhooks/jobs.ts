import { addMs, DAY_MS } from '../../platform/clock.js';
import type { Job, Schedule } from '../../platform/jobs/job.js';
import type { Consumer } from '../../platform/work/consumers/consumer.js';
import { reconcileEvents } from './reconcile-events.js';
import { eventsWaitingFor, eventsWithPayment, purgeOldTransmissions } from './repository.js';

const BATCH = 500;
/** After this time the payment of an event is considered foreign. */
const MAX_WAIT_DAYS = 30;
const TRANSMISSIONS_KEPT_DAYS = 1;

const reconcileWaiting: Job = {
  name: 'webhooks:reconcile-events',
  run: async platform => {
    const { db, clock } = platform;
    const since = addMs(clock.now(), -MAX_WAIT_DAYS * DAY_MS);
    await reconcileEvents(platform, await eventsWithPayment(db, since, BATCH));
  },
};

const purgeTransmissions: Job = {
  name: 'webhooks:purge-transmissions',
  run: ({ db, clock }) =>
    purgeOldTransmissions(db, addMs(clock.now(), -TRANSMISSIONS_KEPT_DAYS * DAY_MS)),
};

/** Links waiting events to payments that were just recorded. */
const followPayments: Consumer = {
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

export const jobs: readonly Job[] = [reconcileWaiting, purgeTransmissions];
export const consumers: readonly Consumer[] = [followPayments];
export const schedules: readonly Schedule[] = [
  { job: reconcileWaiting.name, cron: '* * * * *' },
  { job: purgeTransmissions.name, cron: '40 2 * * *' },
];
