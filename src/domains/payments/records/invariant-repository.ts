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
  {
    name: 'payments:rounding',
    description:
      'Only cash is rounded, by at most 0.50, and cash refunds never give more than was paid.',
    check: checkRows(
      `select p.store_id, p.id,
         p.refund_rounding = coalesce(sum(r.rounding) filter (where r.status <> 'failed'), 0)
           and coalesce(bool_and(r.rounding = 0 or r.way = 'cash'
             or r.action_required = 'pay_out_cash'), true)
           and coalesce(sum(r.amount + r.rounding) filter (where r.way = 'cash'
             or r.action_required = 'pay_out_cash'), 0)
             <= p.amount + case when m.method_type = 'cash' then p.rounding else 0.50 end
           and (p.rounding = 0 or m.method_type = 'cash') and abs(p.rounding) <= 0.50
       from payments p join payment_methods m on m.id = p.payment_method_id
       left join refunds r on r.payment_id = p.id
       group by p.id, m.method_type`,
    ),
  },
  {
    name: 'payments:tips',
    description:
      'Only cash and cards take tips, and a tip goes back at most once, with its whole sale.',
    check: checkRows(
      `select p.store_id, p.id,
         p.refund_tip = coalesce(sum(r.tip) filter (where r.status <> 'failed'), 0)
           and p.refund_tip <= p.tip
           and (p.tip = 0 or m.method_type in ('cash', 'card'))
           and coalesce(bool_and(r.tip = 0 or r.cause in ('void', 'late_success')), true)
       from payments p join payment_methods m on m.id = p.payment_method_id
       left join refunds r on r.payment_id = p.id
       group by p.id, m.method_type`,
    ),
  },
  {
    name: 'payments:refund-ways',
    description:
      'Every succeeded refund has its way and what proves it: processor id, drawer, account or slip.',
    check: checkRows(
      `select store_id, refund_id, case
         when status <> 'succeeded' then way is null
         when way is null or action_required is not null then false
         when is_unproven then true
         when way = 'processor' then processor_refund_id is not null
         when way = 'cash' then coalesce(shift_id::text, terminal_id) is not null
         when way in ('store_credit', 'gift_card') then value_account_id is not null
         else reference is not null and confirmed_by is not null end
       from refunds`,
    ),
  },
];

export const creditInvariants: readonly Invariant[] = [
  {
    name: 'returns:store-credit',
    description:
      'Store credits and gift cards gave what payments took of them, and got what refunds gave back.',
    check: checkRows(
      `select a.store_id, a.id, coalesce(e.moved, 0) = -coalesce(spent.total, 0)
       from value_accounts a
       left join (
         select account_id, sum(amount) as moved from value_entries
         where kind in ('spent', 'refunded') group by account_id) as e on e.account_id = a.id
       left join (
         select p.value_account_id, sum(p.amount - coalesce(back.total, 0)) as total
         from payments p
         left join (select payment_id, sum(amount) as total from refunds
                    where status = 'succeeded' and refund_to = 'original' group by payment_id) as back
           on back.payment_id = p.id
         where p.value_account_id is not null and (p.status = 'succeeded'
           or (p.status = 'voided' and p.processed_at is not null))
         group by p.value_account_id) as spent on spent.value_account_id = a.id
       where a.kind <> 'points'`,
    ),
  },
];
