import { type Reader, statement } from '../../platform/database/tx.js';

export type LiabilityRow = {
  store: string;
  currency: string;
  layaways: number;
  received: string;
  completed: string;
  refunded: string;
  fees: string;
  balance: string;
};

const sum = (what: string, when: string): string =>
  `amount_text(coalesce(sum(${what}) filter (where ${when}), 0))`;

/** When the money stopped being the customer's: the goods were handed over, or it was cancelled. */
const ENDED = 'coalesce(completed_at, voided_at)';
const ENDED_TODAY = `${ENDED} >= $1 and ${ENDED} < $2`;

/**
 * What stores owed for layaways at the end of a day, and what changed on that day: the balance of the
 * day before + received − completed − refunded − fees.
 */
export const liabilityAt = (
  reader: Reader,
  { start, end, storeIds }: { start: Date; end: Date; storeIds: readonly string[] | null },
): Promise<LiabilityRow[]> =>
  statement(
    reader,
    `with paid as (
       select t.id, t.store_id, t.currency, t.completed_at, t.voided_at, l.fee,
         sum(p.amount) filter (where p.processed_at >= $1) as today, sum(p.amount) as amount
       from layaways l
         join transactions t on t.id = l.transaction_id
         join payments p on p.transaction_id = t.id and p.processed_at < $2
           and p.status in ('succeeded', 'voided')
       where $3::uuid[] is null or l.store_id = any($3)
       group by t.id, t.store_id, t.currency, t.completed_at, t.voided_at, l.fee
     )
     select store_id as store, currency,
       (count(*) filter (where ${ENDED} is null or ${ENDED} >= $2))::int as layaways,
       ${sum('today', 'true')} as received,
       ${sum('amount', `completed_at is not null and ${ENDED_TODAY}`)} as completed,
       ${sum('amount - fee', `completed_at is null and ${ENDED_TODAY}`)} as refunded,
       ${sum('fee', `completed_at is null and ${ENDED_TODAY}`)} as fees,
       ${sum('amount', `${ENDED} is null or ${ENDED} >= $2`)} as balance
     from paid group by store_id, currency order by store_id, currency`,
    [start, end, storeIds],
  );
