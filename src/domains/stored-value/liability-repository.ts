import { type Reader, statement } from '../../platform/database/tx.js';
import type { AccountKind } from './rules.js';

export type LiabilityRow = {
  kind: AccountKind;
  /** Null for points. */
  currency: string | null;
  accounts: number;
  issued: string;
  redeemed: string;
  expired: string;
  balance: string;
};

/**
 * What the chain, or some of its stores, owed at the end of a day, and what changed on that day. Points
 * belong to no store, so they are in the report of the chain only.
 */
export const liabilityAt = (
  reader: Reader,
  { start, end, storeIds }: { start: Date; end: Date; storeIds: readonly string[] | null },
): Promise<LiabilityRow[]> =>
  statement<LiabilityRow>(
    reader,
    `select a.kind, a.currency, count(distinct a.id)::integer as accounts,
       amount_text(coalesce(sum(e.amount) filter (where e.occurred_at >= $1 and e.kind in
         ('opening', 'issued', 'topped_up', 'earned', 'refunded')
         or e.occurred_at >= $1 and e.kind = 'corrected' and e.amount > 0), 0)) as issued,
       amount_text(coalesce(-sum(e.amount) filter (where e.occurred_at >= $1 and e.kind in
         ('spent', 'taken_back', 'blocked')
         or e.occurred_at >= $1 and e.kind = 'corrected' and e.amount < 0), 0)) as redeemed,
       amount_text(coalesce(-sum(e.amount) filter (where e.occurred_at >= $1 and e.kind = 'expired'), 0)) as expired,
       amount_text(sum(e.amount)) as balance
     from value_entries e join value_accounts a on a.id = e.account_id
     where e.occurred_at < $2 and ($3::uuid[] is null or a.store_id = any($3))
     group by a.kind, a.currency order by a.kind, a.currency`,
    [start, end, storeIds],
  );
