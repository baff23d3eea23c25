import { atomically } from '../../platform/database/tx.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { sellAtCounter } from '../inventory/index.js';
import { applyRefunds } from './apply-refunds.js';
import { soldLines } from './repository.js';

/** Goods sold at a counter leave the stock after the till has its answer, once per sale. */
const commitStock: Subscriber = {
  name: 'transactions:commit-stock',
  events: ['transaction.completed'],
  handle: ({ db }, events) =>
    atomically(db, async tx => {
      const sales = await soldLines(
        tx,
        events.flatMap(event =>
          event.data.source_system === 'web_commerce' ? [] : (event.subjectId ?? []),
        ),
      );
      await sellAtCounter(
        tx,
        sales.map(sale => ({
          reference: sale.id,
          storeId: sale.store_id,
          terminalId: sale.terminal_id,
          actorId: sale.employee_id,
          lines: sale.lines.map(line => ({ variantId: line.variant_id, quantity: line.quantity })),
        })),
      );
    }),
};

/** Refunds that came through only later, by a job, still move their sale. */
const followRefunds: Subscriber = {
  name: 'transactions:follow-refunds',
  events: ['refund.succeeded'],
  handle: async ({ db }, events) => {
    for (const event of events) {
      await atomically(db, tx => applyRefunds(tx, String(event.data.sale_id)));
    }
  },
};

export const subscribers: readonly Subscriber[] = [commitStock, followRefunds];
