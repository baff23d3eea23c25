import { checkRows, type Invariant } from '../../platform/invariants.js';

export const stockInvariants: readonly Invariant[] = [
  {
    name: 'inventory:on-hand',
    description: 'on_hand of a level is the sum of its movements.',
    check: checkRows(
      `select store_id, variant_id, coalesce(level.on_hand, 0) = coalesce(ledger.total, 0)
       from inventory_levels level
       full join (select store_id, variant_id, sum(quantity) as total from stock_movements
                  group by store_id, variant_id) as ledger using (store_id, variant_id)`,
    ),
  },
  {
    name: 'inventory:reserved',
    description: 'reserved of a level is the sum of its open reservations.',
    check: checkRows(
      `select store_id, variant_id, coalesce(level.reserved, 0) = coalesce(held.total, 0)
       from inventory_levels level
       full join (select r.store_id, line.variant_id, sum(line.quantity) as total
                  from reservations r join reservation_lines line on line.reservation_id = r.id
                  where r.status = 'held' group by r.store_id, line.variant_id) as held
         using (store_id, variant_id)`,
    ),
  },
  {
    name: 'inventory:bundles',
    description:
      'A bundle has no stock of its own. A void or return of an earlier sale can bring some back.',
    check: checkRows(
      `select l.store_id, l.variant_id, l.on_hand = 0 and l.reserved = 0 from inventory_levels l
       where exists (select from bundle_parts b where b.bundle_id = l.variant_id)`,
    ),
  },
];
