import { type Reader, statement } from '../../../platform/database/tx.js';
import type { RefundCause } from '../../payments/index.js';

/** A cash refund that waits to be paid from a drawer. */
export type PayOut = {
  id: string;
  refund_id: string;
  transaction_id: string;
  amount: string;
  /** Null: nothing is rounded. */
  rounding: string | null;
  /** Null: no tip goes back. */
  tip: string | null;
  currency: string;
  reason: string;
  cause: RefundCause;
  requested_by: string | null;
  requested_by_name: string | null;
  created_at: Date;
};

/** Oldest first: the customer who has waited longest. */
export const payOutsOf = (
  reader: Reader,
  storeId: string,
  afterId: string | undefined,
  limit: number,
): Promise<PayOut[]> =>
  statement<PayOut>(
    reader,
    `select r.id, r.refund_id, t.transaction_number as transaction_id, r.amount,
       nullif(r.rounding, 0) as rounding, nullif(r.tip, 0) as tip, p.currency, r.reason,
       r.cause, r.requested_by, nullif(trim(u.first_name || ' ' || u.last_name), '') as requested_by_name,
       r.created_at
     from refunds r join payments p on p.id = r.payment_id
       join transactions t on t.id = r.transaction_id
       left join users u on u.id = r.requested_by
     where r.store_id = $1 and r.action_required = 'pay_out_cash'
       and ($2::uuid is null or r.id > $2)
     order by r.id limit $3`,
    [storeId, afterId ?? null, limit],
  );
