import { type Reader, statement } from '../../platform/database/tx.js';

export type SaleFigures = {
  taxes: { jurisdiction: string; rate: string; taxable: string; tax: string; gross: string }[];
  discounts: { count: number; amount: string };
  numbers: { first: string | null; last: string | null; count: number };
  layaways: { received: string; completed: string; refunded: string };
};

/** A till sale that is paid in instalments, see docs/decisions/0022-layaways-are-sales.md. */
const LAYAWAY = `l.source_system = 'pos' and l.expires_at is not null`;

const amountOf = (what: string): string => `amount_text(coalesce(sum(${what}), 0))`;

/**
 * Tax, discounts and numbers of the sales completed in a shift. A sale paid at two tills belongs to
 * the shift of its last payment, so that it is in one report only.
 */
export async function saleFiguresOf(reader: Reader, shiftId: string): Promise<SaleFigures> {
  const [row] = await statement<SaleFigures>(
    reader,
    `with sale as (
       select t.transaction_number, t.completed_at, t.id, t.promotion_discount, t.tax_breakdown,
         t.total_amount, t.source_system = 'pos' and t.expires_at is not null as is_layaway
       from transactions t
       where t.completed_at is not null
         and t.id in (select transaction_id from payments where shift_id = $1)
         and $1 = (select p.shift_id from payments p
           where p.transaction_id = t.id and p.processed_at is not null
             and p.status in ('succeeded', 'voided') order by p.id desc limit 1)
     ), tax as (
       select b.jurisdiction, b.rate, amount_text(sum(b.taxable_amount)) as taxable,
         amount_text(sum(b.tax_collected)) as tax,
         amount_text(sum(b.taxable_amount + b.tax_collected)) as gross
       from sale, jsonb_to_recordset(sale.tax_breakdown)
         as b(jurisdiction text, rate text, taxable_amount numeric, tax_collected numeric)
       group by 1, 2 order by 1, 2
     )
     select (select coalesce(json_agg(by_rate), '[]'::json) from tax as by_rate) as taxes,
       json_build_object('count', count(*) filter (where promotion_discount > 0),
         'amount', amount_text(coalesce(sum(promotion_discount), 0))) as discounts,
       json_build_object(
         'first', (array_agg(transaction_number order by completed_at, id))[1],
         'last', (array_agg(transaction_number order by completed_at desc, id desc))[1],
         'count', count(*)) as numbers,
       json_build_object(
         'received', (select ${amountOf('p.amount')} from payments p join transactions l
           on l.id = p.transaction_id and ${LAYAWAY} where p.shift_id = $1),
         'completed', amount_text(coalesce(sum(total_amount) filter (where is_layaway), 0)),
         'refunded', (select ${amountOf('r.amount')} from refunds r join transactions l
           on l.id = r.transaction_id and ${LAYAWAY} and l.completed_at is null
           where r.shift_id = $1 and r.status <> 'failed')) as layaways
     from sale`,
    [shiftId],
  );
  if (row === undefined) throw new Error('no sale figures returned');
  return row;
}
