import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { PurchaseOrders } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { isUuid } from '../../platform/ids.js';
import type { Unit } from '../../platform/quantity.js';
import type { GoodsNames } from '../catalog/index.js';
import type { OrderLine, OrderStatus } from './rules.js';

type OrderColumns = Omit<Selectable<PurchaseOrders>, 'status'> & { status: OrderStatus };

/** Names follow the catalogue: goods that are still to come are called what they are called now. */
export type Line = OrderLine & GoodsNames & { unit: Unit; name: string; unit_cost: string };

export type Receipt = {
  id: string;
  receipt_number: string;
  notes: string;
  received_by: string | null;
  received_at: string;
  lines: (GoodsNames & {
    line_id: string;
    sku: string;
    unit: Unit;
    /** In steps of the unit. */
    quantity: number;
    unit_cost: string;
  })[];
};

/** An order with its lines, its receipts and the names of store and delivery. */
export type Order = OrderColumns & {
  store_code: string;
  store_name: string;
  delivery: string | null;
  lines: Line[];
  receipts: Receipt[];
};

const GOODS_NAMES = sql`'product_name', p.name, 'variant_name', v.name`;

const LINES = sql<Line[]>`(
  select jsonb_agg(jsonb_build_object('id', l.id, 'variant_id', l.variant_id, 'sku', v.sku,
    'unit', v.unit, 'name', coalesce(nullif(v.name, ''), p.name), ${GOODS_NAMES}, 'ordered_quantity', l.ordered_quantity,
    'received_quantity', l.received_quantity, 'unit_cost', l.unit_cost::text,
    'over_receipt_percent', l.over_receipt_percent) order by l.position)
  from purchase_order_lines l join product_variants v on v.id = l.variant_id
    join products p on p.id = v.product_id
  where l.order_id = purchase_orders.id)`;

const RECEIPTS = sql<Receipt[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', r.id, 'receipt_number', r.receipt_number,
    'notes', r.notes, 'received_by', r.received_by, 'received_at', r.received_at, 'lines', (
      select jsonb_agg(jsonb_build_object('line_id', rl.line_id, 'sku', v.sku, 'unit', v.unit, ${GOODS_NAMES},
        'quantity', rl.quantity, 'unit_cost', rl.unit_cost::text) order by l.position)
      from purchase_receipt_lines rl join purchase_order_lines l on l.id = rl.line_id
        join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
      where rl.receipt_id = r.id)) order by r.id)
  from purchase_receipts r where r.order_id = purchase_orders.id), '[]'::jsonb)`;

const orders = (reader: Reader) =>
  reader
    .selectFrom('purchase_orders')
    .innerJoin('stores', 'stores.id', 'purchase_orders.store_id')
    .leftJoin('delivery_schedules', 'delivery_schedules.id', 'purchase_orders.delivery_id')
    .selectAll('purchase_orders')
    .select([
      'stores.code as store_code',
      'stores.name as store_name',
      'delivery_schedules.delivery_id as delivery',
      LINES.as('lines'),
      RECEIPTS.as('receipts'),
    ])
    .$castTo<Order>();

/** `ref` is a UUID or a PO number. */
export const orderByRef = (reader: Reader, ref: string): Promise<Order | undefined> =>
  orders(reader)
    .where(isUuid(ref) ? 'purchase_orders.id' : 'purchase_orders.po_number', '=', ref)
    .executeTakeFirst();

/** Locks without joins: after a lock wait, a concurrent store update could drop a joined row. */
export const lockOrder = (tx: Tx, ref: string): Promise<OrderColumns | undefined> =>
  tx
    .selectFrom('purchase_orders')
    .selectAll()
    .where(isUuid(ref) ? 'id' : 'po_number', '=', ref)
    .forUpdate()
    .$castTo<OrderColumns>()
    .executeTakeFirst();

export type OrderFilter = {
  /** Undefined means all stores; an empty list means none. */
  storeIds?: readonly string[];
  status?: string;
  vendor?: string;
  supplierId?: string;
  /** Part of the number, the vendor, its reference or the SKU of a line. */
  q?: string;
  delivery?: string;
  expectedFrom?: string;
  expectedTo?: string;
};

const contains = (q: string) =>
  sql<boolean>`(strpos(lower(purchase_orders.po_number), lower(${q})) > 0
    or strpos(lower(purchase_orders.vendor_name), lower(${q})) > 0
    or strpos(lower(purchase_orders.vendor_reference), lower(${q})) > 0
    or exists (select from purchase_order_lines l join product_variants v on v.id = l.variant_id
      where l.order_id = purchase_orders.id and strpos(lower(v.sku), lower(${q})) > 0))`;

/** Newest first; ids are time-ordered. */
export function listOrders(
  reader: Reader,
  filter: OrderFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<Order[]> {
  const { storeIds, status, vendor, supplierId, delivery, expectedFrom, expectedTo } = filter;
  let query = orders(reader);
  if (storeIds) {
    query = query.where('purchase_orders.store_id', '=', sql<string>`any(${storeIds}::uuid[])`);
  }
  if (status !== undefined) query = query.where('purchase_orders.status', '=', status);
  if (vendor !== undefined) query = query.where('purchase_orders.vendor_name', '=', vendor);
  if (supplierId !== undefined) {
    query = query.where('purchase_orders.supplier_id', '=', supplierId);
  }
  const q = filter.q?.trim();
  if (q) query = query.where(contains(q));
  if (delivery !== undefined) query = query.where('delivery_schedules.delivery_id', '=', delivery);
  if (expectedFrom !== undefined) {
    query = query.where('purchase_orders.expected_date', '>=', expectedFrom);
  }
  if (expectedTo !== undefined) {
    query = query.where('purchase_orders.expected_date', '<=', expectedTo);
  }
  if (beforeId !== undefined) query = query.where('purchase_orders.id', '<', beforeId);
  return query.orderBy('purchase_orders.id', 'desc').limit(limit).execute();
}

/** Pads to at least six digits; `lpad` alone would truncate longer numbers. */
const nextNumber = (year: number) =>
  sql<string>`(select 'PO-' || ${year}::int || '-' || lpad(n, greatest(6, length(n)), '0')
    from (select nextval('purchase_order_numbers')::text as n) as next)`;

export const insertOrder = (
  tx: Tx,
  row: Omit<Insertable<PurchaseOrders>, 'po_number' | 'currency'>,
  year: number,
) =>
  tx
    .insertInto('purchase_orders')
    .values({
      ...row,
      po_number: nextNumber(year),
      currency: sql<string>`(select currency from stores where id = ${row.store_id})`,
    })
    .execute();

export const updateOrder = (tx: Tx, id: string, change: Updateable<PurchaseOrders>) =>
  tx
    .updateTable('purchase_orders')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

/** Called when the order moves to another store. */
export const setCurrencyOfStore = (tx: Tx, id: string) =>
  tx
    .updateTable('purchase_orders')
    .from('stores')
    .set(eb => ({ currency: eb.ref('stores.currency') }))
    .whereRef('stores.id', '=', 'purchase_orders.store_id')
    .where('purchase_orders.id', '=', id)
    .execute();

export const deleteOrder = (tx: Tx, id: string) =>
  tx.deleteFrom('purchase_orders').where('id', '=', id).execute();

export type NewLine = {
  id: string;
  variant_id: string;
  ordered_quantity: number;
  unit_cost: string;
  over_receipt_percent: number;
};

/** Replaces all lines; only for drafts, whose lines nothing refers to. */
export async function writeLines(tx: Tx, orderId: string, lines: readonly NewLine[]) {
  await tx.deleteFrom('purchase_order_lines').where('order_id', '=', orderId).execute();
  await tx
    .insertInto('purchase_order_lines')
    .values(lines.map((line, position) => ({ ...line, position, order_id: orderId })))
    .execute();
}

export type NewReceipt = {
  id: string;
  orderId: string;
  number: string;
  notes: string;
  receivedBy: string;
  receivedAt: Date;
  lines: readonly { lineId: string; quantity: number; unitCost: string }[];
};

/** Inserts a receipt and adds its quantities to the lines; a constraint refuses over-receipt. */
export const insertReceipt = (tx: Tx, receipt: NewReceipt): Promise<unknown> =>
  statement(
    tx,
    `with receipt as (
       insert into purchase_receipts (id, order_id, receipt_number, notes, received_by, received_at)
       values ($1, $2, $3, $4, $5, $6) returning id
     ), came as (
       insert into purchase_receipt_lines (receipt_id, line_id, quantity, unit_cost)
       select receipt.id, line.id, line.quantity, line.cost
       from receipt, unnest($7::uuid[], $8::int[], $9::numeric[]) as line (id, quantity, cost)
       returning line_id, quantity
     )
     update purchase_order_lines l set received_quantity = l.received_quantity + came.quantity
     from came where l.id = came.line_id`,
    [
      receipt.id,
      receipt.orderId,
      receipt.number,
      receipt.notes,
      receipt.receivedBy,
      receipt.receivedAt,
      receipt.lines.map(line => line.lineId),
      receipt.lines.map(line => line.quantity),
      receipt.lines.map(line => line.unitCost),
    ],
  );

/** Outstanding quantity of each variant in the open orders of a store, in steps of its unit. */
export async function onOrder(
  reader: Reader,
  storeId: string,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await statement<{ variant_id: string; quantity: number }>(
    reader,
    `select l.variant_id, sum(greatest(l.ordered_quantity - l.received_quantity, 0))::int as quantity
     from purchase_order_lines l join purchase_orders o on o.id = l.order_id
     where o.store_id = $1 and o.status in ('draft', 'submitted', 'partially_received')
       and l.variant_id = any($2::uuid[])
     group by l.variant_id`,
    [storeId, variantIds],
  );
  return new Map(rows.map(row => [row.variant_id, row.quantity]));
}
