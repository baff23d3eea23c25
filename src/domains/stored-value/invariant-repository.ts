import { checkRows, type Invariant } from '../../platform/invariants.js';

export const valueInvariants: readonly Invariant[] = [
  {
    name: 'stored-value:balance',
    description:
      'The balance of a gift card, store credit or account of points is the sum of its entries; only points fall below zero.',
    check: checkRows(
      `select a.store_id, a.id, a.balance = coalesce(sum(e.amount), 0)
         and (a.kind = 'points' or a.balance >= 0)
         and (a.kind <> 'points' or coalesce(bool_and(e.amount = trunc(e.amount)), true))
       from value_accounts a left join value_entries e on e.account_id = a.id
       group by a.id`,
    ),
  },
];
