import { checkRows, type Invariant } from '../../platform/invariants.js';

const HELD = `exists (select from reservations r
  where r.purpose = 'sale:' || t.id and r.status = 'held')`;

/** A failed refund that is still retried counts again with its next attempt. */
const REFUNDED = `(select coalesce(sum(amount), 0) from refunds r
  where r.transaction_id = t.id and (r.status <> 'failed' or r.given_up_at is null)
    and r.cause <> 'late_success')`;

export const layawayInvariants: readonly Invariant[] = [
  {
    name: 'layaways:reserved',
    description: 'The goods of an open layaway are reserved, those of an ended one are not.',
    // Goods of a paid layaway stay reserved until the consumer takes them out of stock.
    check: checkRows(
      `select t.store_id, t.transaction_number, case
         when t.status in ('pending', 'partially_paid') then (l.expired_at is null) = ${HELD}
         when t.status = 'voided' then not ${HELD}
         else true end
       from layaways l join transactions t on t.id = l.transaction_id`,
    ),
  },
  {
    name: 'layaways:money',
    description: 'What was paid for a cancelled layaway is the fee and the refunds.',
    check: checkRows(
      `select t.store_id, t.transaction_number, t.total_paid = l.fee + ${REFUNDED}
       from layaways l join transactions t on t.id = l.transaction_id
       where t.status = 'voided' and t.completed_at is null`,
    ),
  },
];
