import { checkRows, type Invariant } from '../../platform/invariants.js';

export const countInvariants: readonly Invariant[] = [
  {
    name: 'counts:movements',
    description: 'A stock count added to stock what its lines say, by variant.',
    check: checkRows(
      `select c.store_id, c.id, coalesce(compared.ok, true)
       from stock_counts c left join (
         select reference, bool_and(difference = 0) as ok from (
           select reference, sum(quantity) as difference from (
             select count_id::text as reference, store_id, variant_id,
               coalesce(posted, 0) as quantity
             from stock_count_lines
             union all
             select reference, store_id, variant_id, -quantity from stock_movements
             where kind = 'count'
           ) as booked group by reference, store_id, variant_id
         ) as by_variant group by reference
       ) as compared on compared.reference = c.id::text`,
    ),
  },
];
