import { checkRows, type Invariant } from '../../../platform/invariants.js';

export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'payments:refunds',
    description:
      'What counts as refunded of a payment is the sum of its refunds, within its amount.',
    check: checkRows(
      `select p.store_id, p.id,
         p.refund_total = coalesce(sum(r.amount) filter (where r.status <> 'failed'), 0)
           and p.refund_total <= p.amount
       from payments p left join refunds r on r.payment_id = p.id
       group by p.id`,
    ),
  },
];
