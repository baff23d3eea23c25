import { checkRows, type Invariant } from '../../../platform/invariants.js';

export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'payments:refunds',
    description: 'The refund total of a payment is the sum of its refunds, within its amount.',
    check: checkRows(
      `select p.store_id, p.id,
         p.refund_total = coalesce(sum(r.amount) filter (where r.status <> 'failed'), 0)
           and p.refund_total <= p.amount
       from payments p left join refunds r on r.payment_id = p.id
       group by p.id`,
    ),
  },
];

export const creditInvariants: readonly Invariant[] = [
  {
    name: 'returns:store-credit',
    description:
      'The balance of a store credit is its amount minus its payments plus their refunds.',
    check: checkRows(
      `select c.store_id, c.id, c.balance = c.amount - coalesce(spent.total, 0)
       from store_credits c
       left join (
         select p.store_credit_id, sum(p.amount - coalesce(back.total, 0)) as total
         from payments p
         left join (select payment_id, sum(amount) as total from refunds
                    where status = 'succeeded' and refund_to = 'original' group by payment_id) as back
           on back.payment_id = p.id
         where p.store_credit_id is not null and p.status in ('succeeded', 'voided')
         group by p.store_credit_id) as spent on spent.store_credit_id = c.id`,
    ),
  },
];
