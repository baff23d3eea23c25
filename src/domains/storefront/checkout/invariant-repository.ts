import { checkRows, type Invariant } from '../../../platform/invariants.js';

const IN_PAYMENT = `c.status in ('payment_processing', 'payment_requires_action')`;

export const checkoutInvariants: readonly Invariant[] = [
  {
    name: 'storefront:attempts',
    description:
      'An attempt is a draft while its card is charged, and afterwards a sale and a payment; a cart is paid once.',
    check: checkRows(
      `select c.store_id, c.id,
         (a.cart_id is not null) = (${IN_PAYMENT})
         and case when a.draft is null
           then (c.transaction_id is null or t.id is not null)
             and (c.payment_id is null or p.id is not null)
           else c.status = 'payment_processing' and t.id is null and p.id is null end
         and (c.status <> 'completed' or not exists (
           select from checkout_sessions other where other.cart_id = c.cart_id and other.id < c.id
             and other.status = 'completed'))
       from checkout_sessions c
         left join checkout_attempts a on a.cart_id = c.cart_id and a.checkout_id = c.id
         left join transactions t on t.id = c.transaction_id
         left join payments p on p.id = c.payment_id
       union all
       select null, a.checkout_id, false from checkout_attempts a
       where not exists (select from checkout_sessions c where c.id = a.checkout_id)`,
    ),
  },
];
