import { checkRows, type Invariant } from '../../platform/invariants.js';

export const quoteInvariants: readonly Invariant[] = [
  {
    name: 'quotes:sale',
    description: 'An accepted quote has become a sale of its store, in its currency.',
    check: checkRows(
      `select q.store_id, q.id, t.id is not null
         and t.store_id = q.store_id and t.currency = q.currency
         and t.transaction_number = q.transaction_number
       from quotes q left join transactions t on t.id = q.transaction_id
       where q.accepted_at is not null`,
    ),
  },
];
