import { type Reader, statement } from '../../platform/database/tx.js';
import { checkRows, type Invariant } from '../../platform/invariants.js';
import type { Unit } from '../../platform/quantity.js';
import type { GoodsNames } from '../catalog/index.js';

export type InTransit = GoodsNames & {
  to_store_id: string;
  variant_id: string;
  sku: string;
  unit: Unit;
  /** In steps of the unit. */
  quantity: number;
};

/** Goods that have left one store and not arrived at the other, by SKU. */
export const listInTransit = (
  reader: Reader,
  storeIds: readonly string[] | undefined,
  after: readonly unknown[] | undefined,
  limit: number,
): Promise<InTransit[]> =>
  statement<InTransit>(
    reader,
    `select t.to_store_id, l.variant_id, v.sku, v.unit, p.name as product_name,
       v.name as variant_name, sum(l.packed_quantity)::int as quantity
     from stock_transfers t join stock_transfer_lines l on l.transfer_id = t.id
       join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
     where t.status = 'in_transit' and l.packed_quantity > 0
       and ($1::uuid[] is null or t.to_store_id = any($1))
       and ($2::text is null or (v.sku, t.to_store_id) > ($2, $3::uuid))
     group by t.to_store_id, l.variant_id, v.sku, v.unit, p.name, v.name
     order by v.sku, t.to_store_id limit $4`,
    [storeIds ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  );

/** What each variant will bring to a store: requested, packed and sent transfers. */
export async function incomingGoods(
  reader: Reader,
  storeId: string,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ variant_id: string; quantity: number }>(
    reader,
    `select l.variant_id, sum(coalesce(l.packed_quantity, l.requested_quantity))::int as quantity
     from stock_transfers t join stock_transfer_lines l on l.transfer_id = t.id
     where t.to_store_id = $1 and t.status in ('requested', 'packed', 'in_transit')
       and l.variant_id = any($2::uuid[])
     group by l.variant_id`,
    [storeId, variantIds],
  );
  return new Map(rows.map(row => [row.variant_id, row.quantity]));
}

/** Active stores of the chain, which a transfer can come from or go to. */
export const listPartners = (
  reader: Reader,
): Promise<{ id: string; code: string; name: string }[]> =>
  statement(reader, 'select id, code, name from stores where is_active order by name, id');

export const transferInvariants: readonly Invariant[] = [
  {
    name: 'transfers:movements',
    description:
      'A transfer took the packed goods out of one store and the received into another, by variant.',
    check: checkRows(
      `select t.from_store_id, t.id, coalesce(compared.ok, true)
       from stock_transfers t left join (
         select reference, bool_and(difference = 0) as ok from (
           select reference, sum(quantity) as difference from (
             select sent.id::text as reference, 'transfer_out' as kind, sent.from_store_id as store_id,
               line.variant_id, coalesce(line.packed_quantity, 0) as quantity
             from stock_transfers sent join stock_transfer_lines line on line.transfer_id = sent.id
             where sent.sent_at is not null
             union all
             select came.id::text, 'transfer_in', came.to_store_id,
               line.variant_id, -coalesce(line.received_quantity, 0)
             from stock_transfers came join stock_transfer_lines line on line.transfer_id = came.id
             where came.received_at is not null
             union all
             select reference, kind, store_id, variant_id, quantity from stock_movements
             where kind in ('transfer_in', 'transfer_out')
           ) as booked group by reference, kind, store_id, variant_id
         ) as by_variant group by reference
       ) as compared on compared.reference = t.id::text`,
    ),
  },
];
