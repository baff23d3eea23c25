import { checkRows, type Invariant } from '../../platform/invariants.js';

export const returnInvariants: readonly Invariant[] = [
  {
    name: 'returns:without-receipt',
    description: 'Goods without a receipt are worth the store credit that was issued for them.',
    check: checkRows(
      `select r.store_id, r.return_number, r.refund_amount = goods.amount
         and r.refund_amount = issued.amount and a.currency = r.currency
       from returns_without_receipt r
       join value_accounts a on a.id = r.value_account_id
       cross join lateral (
         select sum(g.refund_amount) as amount from return_goods g where g.return_id = r.id) as goods
       cross join lateral (
         select sum(e.amount) as amount from value_entries e
         where e.account_id = a.id and e.kind = 'issued') as issued`,
    ),
  },
  {
    name: 'returns:exchanges',
    description:
      'The goods of an exchange pay for the new sale with their value, up to its total, and both ' +
      'name each other.',
    check: checkRows(
      `select r.store_id, r.return_number,
         r.status = 'completed' and r.id::text = t.exchange_of ->> 'return_id'
           and r.return_number = t.exchange_of ->> 'return_number'
           and old.currency = t.currency
           and coalesce(paid.amount, 0) = least(r.refund_amount, t.total_amount)
           and coalesce(refunded.amount, 0) = coalesce(issued.amount, 0)
           and coalesce(issued.amount, 0) >= coalesce(paid.amount, 0)
       from returns r
       join transactions t on t.id = r.exchange_transaction_id
       join transactions old on old.id = r.transaction_id
       left join value_accounts a on a.return_id = r.id
       left join lateral (
         select sum(p.amount) as amount from payments p
         where p.transaction_id = t.id and p.value_account_id = a.id
           and p.status in ('succeeded', 'voided')) as paid on true
       left join lateral (
         select sum(x.amount) as amount from refunds x
         where x.transaction_id = r.transaction_id and x.value_account_id = a.id
           and x.refund_to = 'store_credit' and x.status = 'succeeded') as refunded on true
       left join lateral (
         select sum(e.amount) as amount from value_entries e
         where e.account_id = a.id and e.kind = 'issued') as issued on true`,
    ),
  },
  {
    name: 'returns:exchange-sales',
    description: 'Every sale that names a return is the sale that the return was exchanged for.',
    check: checkRows(
      `select t.store_id, t.transaction_number, r.id is not null
       from transactions t left join returns r on r.exchange_transaction_id = t.id
       where t.exchange_of is not null`,
    ),
  },
];
