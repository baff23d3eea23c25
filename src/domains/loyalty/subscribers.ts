import { atomically } from '../../platform/database/tx.js';
import type { DomainEvent } from '../../platform/events/repository.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { salesOfCustomers } from '../transactions/index.js';
import { settlePoints } from './settle-points.js';

const saleOf = ({ event, subjectId, data }: DomainEvent): string | null =>
  event === 'refund.succeeded' ? String(data.sale_id) : subjectId;

/** One sale is one transaction, so that no customer waits for the sales of others. */
const keepPoints: Subscriber = {
  name: 'loyalty:keep-points',
  events: ['transaction.completed', 'transaction.voided', 'refund.succeeded'],
  canWait: true,
  handle: async (platform, events) => {
    const touched = new Set(events.map(saleOf).filter(id => id !== null));
    const sales = await salesOfCustomers(platform.db, [...touched]);
    for (const id of sales) await atomically(platform.db, tx => settlePoints(tx, platform, id));
  },
};

export const subscribers: readonly Subscriber[] = [keepPoints];
