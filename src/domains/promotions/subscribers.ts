import { atomically } from '../../platform/database/tx.js';
import type { DomainEvent } from '../../platform/events/repository.js';
import type { Subscriber } from '../../platform/events/subscriber.js';
import { minor } from '../../platform/money.js';
import { type Conversions, recordConversions } from './selling/record-conversions.js';
import { releasePromotions } from './selling/release-promotions.js';

/** What the fact of a completed sale may say about its promotions. */
type Completed = {
  total_amount?: string;
  applied_promotions?: { promotion_id: string; amount: string }[];
  subject_keys?: string[];
};

function conversionsOf({ subjectId, storeId, data, occurredAt }: DomainEvent): Conversions[] {
  const { total_amount, applied_promotions = [], subject_keys = [] } = data as Completed;
  if (subjectId === null || storeId === null) return [];
  return [
    {
      transactionId: subjectId,
      storeId,
      revenueMinor: minor(total_amount ?? '0'),
      at: occurredAt,
      applied: applied_promotions.map(({ promotion_id, amount }) => ({
        promotionId: promotion_id,
        amountMinor: minor(amount),
      })),
      subjectKeys: subject_keys,
    },
  ];
}

const countConversions: Subscriber = {
  name: 'promotions:count-conversions',
  events: ['transaction.completed'],
  handle: ({ db }, events) =>
    atomically(db, async tx => {
      await Promise.all(events.flatMap(conversionsOf).map(sale => recordConversions(tx, sale)));
    }),
};

const giveBack: Subscriber = {
  name: 'promotions:give-back',
  events: ['transaction.voided'],
  handle: async ({ db, clock }, events) => {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(db, tx => releasePromotions(tx, subjectId, clock.now()));
    }
  },
};

export const subscribers: readonly Subscriber[] = [countConversions, giveBack];
