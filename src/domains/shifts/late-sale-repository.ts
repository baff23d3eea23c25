import { type Reader, statement, type Tx } from '../../platform/database/tx.js';

export type LateSale = {
  transactionId: string;
  /** Late payments; a deposit belongs to its own shift. */
  paymentIds: readonly string[];
  storeId: string;
  terminalId: string;
  /** The closed shift that the sale was made in. */
  shiftId: string;
  currency: string;
  occurredAt: Date;
  receivedAt: Date;
};

/** Notes a paid sale for the next Z report of its till, with the sums of its late payments. */
export const noteLateSale = (tx: Tx, sale: LateSale) =>
  statement(
    tx,
    `insert into late_sales (transaction_id, store_id, terminal_id, shift_id, currency, amount, cash,
       tips, occurred_at, received_at)
     select $1, $2, $3, $4, $5, coalesce(sum(p.amount), 0),
       coalesce(sum(p.amount + p.rounding + p.tip) filter (where m.method_type = 'cash'), 0),
       coalesce(sum(p.tip), 0), $6, $7
     from payments p join payment_methods m on m.id = p.payment_method_id
     where p.transaction_id = $1 and p.id = any($8)`,
    [
      sale.transactionId,
      sale.storeId,
      sale.terminalId,
      sale.shiftId,
      sale.currency,
      sale.occurredAt,
      sale.receivedAt,
      [...sale.paymentIds],
    ],
  );

/** The Z report of this shift lists them. */
export const claimLateSales = (tx: Tx, terminalId: string, shiftId: string) =>
  statement(
    tx,
    `update late_sales set reported_in = $2 where terminal_id = $1 and reported_in is null
       and currency = (select currency from shifts where id = $2)`,
    [terminalId, shiftId],
  );

export type LateTotals = { count: number; amount: string; cash: string; tips: string | null };

/** Late sales that the Z report of the shift lists, or would list now. */
export async function lateSalesOf(
  reader: Reader,
  shift: { id: string; terminal_id: string; status: string; currency: string },
): Promise<LateTotals> {
  const [row] = await statement<LateTotals>(
    reader,
    `select count(*)::int as count, amount_text(coalesce(sum(amount), 0)) as amount,
       amount_text(coalesce(sum(cash), 0)) as cash, amount_text(nullif(sum(tips), 0)) as tips
     from late_sales
     where reported_in = $1
        or ($3 = 'open' and reported_in is null and terminal_id = $2 and currency = $4)`,
    [shift.id, shift.terminal_id, shift.status, shift.currency],
  );
  return row ?? { count: 0, amount: '0.00', cash: '0.00', tips: null };
}
