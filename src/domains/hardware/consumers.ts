import { atomically } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { hintQueue } from '../../platform/work/queues/hint.js';
import { saleCompleted } from '../transactions/index.js';
import { insertTickets } from './print-job-repository.js';
import { printQueue } from './print-jobs.js';
import { ticketsOf } from './repository.js';

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
      await insertTickets(
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

export const consumers: readonly Consumer[] = [printTickets];
