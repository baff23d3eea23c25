import { type Reader, statement } from '../../../platform/database/tx.js';

export type ReceiptFigures = {
  currency: string;
  total: string;
  tips: string;
  /** Rounding of all cash payments. */
  rounding: string;
  taxes: { rate: string; gross: string }[];
  /** Without payments that have entries of their own. */
  paid: { amount: string; isCash: boolean; currency: string }[];
  /** Paid before, in payments with entries of their own. */
  deposits: string;
};

/** What a receipt adds up: tax by rate, and money by the way it was paid. */
export async function receiptFigures(reader: Reader, saleId: string): Promise<ReceiptFigures> {
  const [row] = await statement<ReceiptFigures>(
    reader,
    `select t.currency, amount_text(t.total_amount) as total, amount_text(t.tip_amount) as tips,
       amount_text(t.rounding_amount) as rounding,
       amount_text(coalesce((select sum(p.amount + p.rounding + p.tip) from payments p
         join till_journal_records e on e.record_id = p.id
         where p.transaction_id = t.id), 0)) as deposits,
       (select coalesce(json_agg(by_rate), '[]') from (
          select b.rate, amount_text(sum(b.taxable_amount + b.tax_collected)) as gross
          from jsonb_to_recordset(case when jsonb_typeof(t.tax_breakdown) = 'array'
            then t.tax_breakdown end) as b(rate text, taxable_amount numeric, tax_collected numeric)
          group by b.rate order by b.rate) as by_rate) as taxes,
       (select coalesce(json_agg(by_way), '[]') from (
          select amount_text(sum(p.amount + p.rounding + p.tip)) as amount,
            m.method_type = 'cash' as "isCash", p.currency
          from payments p join payment_methods m on m.id = p.payment_method_id
          where p.transaction_id = t.id and p.status = 'succeeded'
            and not exists (select 1 from till_journal_records e where e.record_id = p.id)
          group by 2, 3 order by 2 desc) as by_way) as paid
     from transactions t where t.id = $1`,
    [saleId],
  );
  if (row === undefined) throw new Error(`no figures of sale ${saleId}`);
  return row;
}

/** One payment as a receipt of its own. */
export async function paymentFigures(reader: Reader, paymentId: string) {
  const [row] = await statement<{ amount: string; isCash: boolean; currency: string }>(
    reader,
    `select amount_text(p.amount + p.rounding + p.tip) as amount, m.method_type = 'cash' as "isCash",
       p.currency
     from payments p join payment_methods m on m.id = p.payment_method_id where p.id = $1`,
    [paymentId],
  );
  if (row === undefined) throw new Error(`no figures of payment ${paymentId}`);
  return row;
}
