import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { StockTransfers } from '../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import { isUuid } from '../../platform/ids.js';
import type { GoodsNames } from '../catalog/index.js';
import type { DifferenceReason, TransferLine, TransferStatus } from './rules.js';

/** Names follow the catalogue. */
export type Line = TransferLine & GoodsNames & { barcode: string | null };

export type Transfer = Omit<Selectable<StockTransfers>, 'status'> & {
  status: TransferStatus;
  from_store_code: string;
  from_store_name: string;
  to_store_code: string;
  to_store_name: string;
  lines: Line[];
};

const LINES = sql<Line[]>`(
  select jsonb_agg(jsonb_build_object('id', l.id, 'variant_id', l.variant_id, 'sku', v.sku,
    'barcode', v.barcode, 'unit', v.unit, 'product_name', p.name, 'variant_name', v.name,
    'requested_quantity', l.requested_quantity, 'packed_quantity', l.packed_quantity,
    'received_quantity', l.received_quantity, 'difference_reason', l.difference_reason,
    'difference_note', l.difference_note) order by l.position)
  from stock_transfer_lines l join product_variants v on v.id = l.variant_id
    join products p on p.id = v.product_id
  where l.transfer_id = stock_transfers.id)`;

const transfers = (reader: Reader) =>
  reader
    .selectFrom('stock_transfers')
    .innerJoin('stores as sender', 'sender.id', 'stock_transfers.from_store_id')
    .innerJoin('stores as receiver', 'receiver.id', 'stock_transfers.to_store_id')
    .selectAll('stock_transfers')
    .select([
      'sender.code as from_store_code',
      'sender.name as from_store_name',
      'receiver.code as to_store_code',
      'receiver.name as to_store_name',
      LINES.as('lines'),
    ])
    .$castTo<Transfer>();

/** `ref` is a UUID or the number of a transfer. */
export const transferByRef = (reader: Reader, ref: string): Promise<Transfer | undefined> =>
  transfers(reader)
    .where(isUuid(ref) ? 'stock_transfers.id' : 'stock_transfers.number', '=', ref)
    .executeTakeFirst();

/** Locks without joins: after a lock wait, a concurrent store update could drop a joined row. */
export const lockTransfer = (tx: Tx, ref: string) =>
  tx
    .selectFrom('stock_transfers')
    .select('id')
    .where(isUuid(ref) ? 'id' : 'number', '=', ref)
    .forUpdate()
    .executeTakeFirst();

export type TransferFilter = {
  /** Undefined means all stores; an empty list means none. */
  storeIds?: readonly string[];
  direction?: 'in' | 'out';
  status?: TransferStatus;
};

/** Newest first; ids are time-ordered. */
export function listTransfers(
  reader: Reader,
  { storeIds, direction, status }: TransferFilter,
  beforeId: string | undefined,
  limit: number,
): Promise<Transfer[]> {
  let query = transfers(reader);
  if (storeIds) {
    const any = sql<string>`any(${storeIds}::uuid[])`;
    query = query.where(eb => {
      const out = eb('stock_transfers.from_store_id', '=', any);
      const into = eb('stock_transfers.to_store_id', '=', any);
      if (direction === undefined) return eb.or([out, into]);
      return direction === 'out' ? out : into;
    });
  }
  if (status !== undefined) query = query.where('stock_transfers.status', '=', status);
  if (beforeId !== undefined) query = query.where('stock_transfers.id', '<', beforeId);
  return query.orderBy('stock_transfers.id', 'desc').limit(limit).execute();
}

/** Pads to at least six digits; `lpad` alone would truncate longer numbers. */
const nextNumber = (year: number) =>
  sql<string>`(select 'TR-' || ${year}::int || '-' || lpad(n, greatest(6, length(n)), '0')
    from (select nextval('stock_transfer_numbers')::text as n) as next)`;

export const insertTransfer = (
  tx: Tx,
  row: Omit<Insertable<StockTransfers>, 'number'>,
  year: number,
) =>
  tx
    .insertInto('stock_transfers')
    .values({ ...row, number: nextNumber(year) })
    .execute();

export type NewLine = {
  id: string;
  variant_id: string;
  requested_quantity: number;
  packed_quantity?: number;
};

export const insertLines = (
  tx: Tx,
  transferId: string,
  lines: readonly NewLine[],
  firstPosition = 0,
) =>
  tx
    .insertInto('stock_transfer_lines')
    .values(
      lines.map((line, index) => ({
        ...line,
        transfer_id: transferId,
        position: firstPosition + index,
      })),
    )
    .execute();

export const updateTransfer = (tx: Tx, id: string, change: Updateable<StockTransfers>) =>
  tx
    .updateTable('stock_transfers')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const writePacked = (
  tx: Tx,
  lines: readonly { lineId: string; quantity: number }[],
): Promise<unknown> =>
  statement(
    tx,
    `update stock_transfer_lines l set packed_quantity = packed.quantity
     from unnest($1::uuid[], $2::int[]) as packed (id, quantity) where l.id = packed.id`,
    [lines.map(line => line.lineId), lines.map(line => line.quantity)],
  );

export type ReceivedLine = {
  lineId: string;
  quantity: number;
  reason: DifferenceReason | null;
  note: string;
};

export const writeReceived = (tx: Tx, lines: readonly ReceivedLine[]): Promise<unknown> =>
  statement(
    tx,
    `update stock_transfer_lines l set received_quantity = came.quantity,
       difference_reason = came.reason, difference_note = came.note
     from unnest($1::uuid[], $2::int[], $3::text[], $4::text[]) as came (id, quantity, reason, note)
     where l.id = came.id`,
    [
      lines.map(line => line.lineId),
      lines.map(line => line.quantity),
      lines.map(line => line.reason),
      lines.map(line => line.note),
    ],
  );
