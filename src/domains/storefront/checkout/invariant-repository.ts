import { checkRows, type Invariant } from '../../../platform/invariants.js';

export const checkoutInvariants: readonly Invariant[] = [
  {
    name: 'storefront:attempts',
    description:
      'An attempt is a draft while its card is charged, and afterwards a sale and a payment.',
    check: checkRows(
      `select c.store_id, c.id, case when c.draft is null
         then (c.transaction_id is null or t.id is not null) and (c.payment_id is null or p.id is not null)
         else c.status = 'payment_processing' and t.id is null and p.id is null end
       from checkout_sessions c
         left join transactions t on t.id = c.transaction_id
         left join payments p on p.id = c.payment_id`,
    ),
  },
];
