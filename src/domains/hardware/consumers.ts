import { SECOND_MS } from '../../platform/clock.js';
import { atomically } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import type { RecordedBy } from '../../platform/work/events/define-event.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import { refundSucceeded } from '../payments/index.js';
import { systemNotification } from '../stores/index.js';
import { saleCompleted, saleUpdated } from '../transactions/index.js';
import { insertOnce } from './print-job-repository.js';
import { printQueue } from './print-jobs.js';
import { type Causes, duePulses } from './pulse-repository.js';
import { ticketsOf } from './repository.js';
import { DRAWER_SECONDS } from './rules.js';

/** A till without a network sends its sales later, when the kitchen has long served them. */
const MAX_AGE_MS = 30 * 60_000;

/** Kitchens and stock rooms get the goods of their categories when a sale is paid. */
const printTickets = defineConsumer({
  name: 'hardware:print-tickets',
  events: [saleCompleted],
  priority: 'low',
  handle: async ({ db, clock }, events) => {
    const sales = events.flatMap(({ subjectId }) => subjectId ?? []);
    const tickets = await ticketsOf(db, sales, new Date(clock.now().getTime() - MAX_AGE_MS));
    if (tickets.length === 0) return;
    await atomically(db, async tx => {
      await insertOnce(
        tx,
        tickets.map(ticket => ({
          id: newId(),
          store_id: ticket.store_id,
          device_id: ticket.device_id,
          kind: 'ticket',
          transaction_id: ticket.sale_id,
        })),
      );
      hintQueue(tx, printQueue);
    });
  },
});

const OPENING = [saleCompleted, saleUpdated, refundSucceeded, systemNotification] as const;

/** Cash, and the button of the register, open the drawer that is plugged into a network printer. */
const openDrawers = defineConsumer({
  name: 'hardware:open-drawers',
  events: OPENING,
  handle: async ({ db, clock }, events) => {
    const causes = causesIn(events);
    if (Object.values(causes).every(ids => ids.length === 0)) return;
    const since = new Date(clock.now().getTime() - DRAWER_SECONDS * SECOND_MS);
    const pulses = await duePulses(db, causes, since);
    if (pulses.length === 0) return;
    await atomically(db, async tx => {
      await insertOnce(
        tx,
        pulses.map(pulse => ({
          id: newId(),
          store_id: pulse.store_id,
          device_id: pulse.device_id,
          kind: 'drawer',
          transaction_id: pulse.sale_id,
          cause_id: pulse.cause_id,
        })),
      );
      hintQueue(tx, printQueue);
    });
  },
});

/** Notes, customers and lines of a sale change without a payment. */
function causesIn(events: readonly RecordedBy<(typeof OPENING)[number]>[]): Causes {
  const ids = (isCause: (event: (typeof events)[number]) => boolean): string[] =>
    events.filter(isCause).flatMap(({ subjectId }) => subjectId ?? []);
  return {
    saleIds: ids(
      one =>
        (one.event === 'transaction.completed' || one.event === 'transaction.updated') &&
        one.data.payment_method != null,
    ),
    refundIds: ids(({ event }) => event === 'refund.succeeded'),
    openingIds: ids(
      one => one.event === 'system.notification' && one.data.kind === 'drawer_opened',
    ),
  };
}

export const consumers: readonly Consumer[] = [printTickets, openDrawers];
