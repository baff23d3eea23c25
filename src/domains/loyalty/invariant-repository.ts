import { checkRows, type Invariant } from '../../platform/invariants.js';

export const loyaltyInvariants: readonly Invariant[] = [
  {
    name: 'loyalty:balance',
    description: 'The points of a customer are the sum of their ledger.',
    check: checkRows(
      `select null::uuid, u.id, u.loyalty_points = coalesce(sum(e.amount), 0)
       from users u left join value_accounts a on a.customer_id = u.id and a.kind = 'points'
       left join value_entries e on e.account_id = a.id
       where u.role = 'customer' or e.id is not null
       group by u.id`,
    ),
  },
  {
    name: 'loyalty:sales',
    description:
      'The points of a sale are between 0 and what it earned; a voided sale keeps none, except expired ones.',
    // The consumer reverses the points after the void commits; allow it a day.
    check: checkRows(
      `select t.store_id, t.transaction_number,
         sum(e.amount) between 0 and max(e.amount)
           and (t.status <> 'voided' or t.voided_at > now() - interval '1 day'
             or sum(e.amount) <= coalesce((select -sum(gone.amount) from value_entries gone
               where gone.account_id = any(array_agg(e.account_id)) and gone.kind = 'expired'), 0))
       from value_entries e join transactions t on t.id = e.transaction_id
       where e.kind in ('earned', 'taken_back')
       group by t.id`,
    ),
  },
];
