import { type Reader, statement, type Tx } from '../../platform/database/tx.js';
import type { TaxBreakdownRow } from '../pricing/index.js';

/** A sale whose charge may still succeed. */
const UNPAID = `('pending', 'payment_requires_action')`;

/** Marks a sale as paid in full, if it still waits for its charge. */
export async function completeSale(
  tx: Tx,
  id: string,
  { taxBreakdown, now }: { taxBreakdown: readonly TaxBreakdownRow[]; now: Date },
): Promise<boolean> {
  const rows = await statement(
    tx,
    `update transactions
     set status = 'completed', total_paid = total_amount, completed_at = $2, updated_at = $2,
       tax_breakdown = $3::jsonb
     where id = $1 and status in ${UNPAID} and total_paid = 0
     returning id`,
    [id, now, JSON.stringify(taxBreakdown)],
  );
  return rows.length > 0;
}

/** Voids or expires a sale without payments. */
export async function closeUnpaidSale(
  tx: Tx,
  id: string,
  { status, reason, now }: { status: 'voided' | 'expired'; reason: string; now: Date },
): Promise<boolean> {
  const rows = await statement(
    tx,
    `update transactions
     set status = $2, updated_at = $4,
       voided_at = case when $2 = 'voided' then $4::timestamptz end,
       void_reason = case when $2 = 'voided' then $3 end
     where id = $1 and status in ${UNPAID} and total_paid = 0
     returning id`,
    [id, status, reason, now],
  );
  return rows.length > 0;
}

/** Expired pay-at-store orders without payments. Staff settle partially paid ones. */
export async function overdueOrders(reader: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    reader,
    `select id from transactions
     where expires_at <= $1 and status in ('pending', 'partially_paid', 'payment_requires_action')
       and status = 'pending' and source_system = 'web_commerce' and total_paid = 0
     order by expires_at limit $2`,
    [now, limit],
  );
  return rows.map(row => row.id);
}
