import { checkRows, type Invariant } from '../../platform/invariants.js';

export const proofInvariants: readonly Invariant[] = [
  {
    name: 'reconciliation:proof',
    description:
      'Every card payment that took money has a processor id, a slip number or a review entry.',
    check: checkRows(
      `select p.store_id, p.id,
         p.processor_transaction_id is not null or p.reference is not null
           or p.verification in ('unverified', 'mismatch')
           or exists (select from payment_review_decisions d where d.payment_id = p.id)
       from payments p join payment_methods m on m.id = p.payment_method_id
       where m.method_type = 'card'
         and (p.status = 'succeeded' or (p.status = 'voided' and p.processed_at is not null))`,
    ),
  },
  {
    name: 'reconciliation:decisions',
    description: 'The decision shown at a payment is the last one that was made about it.',
    check: checkRows(
      `select p.store_id, p.id, p.review_decision is not distinct from (
           select d.decision from payment_review_decisions d
           where d.payment_id = p.id order by d.decided_at desc, d.id desc limit 1)
       from payments p where p.review_decision is not null`,
    ),
  },
];
