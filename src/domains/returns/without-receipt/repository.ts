import type { Insertable } from 'kysely';
import { minorPerUnit } from '../../../platform/currencies.js';
import type { ReturnGoods, ReturnsWithoutReceipt } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { firstIdAt } from '../../../platform/ids.js';
import { nextNumber } from '../repository.js';

/** The lowest price, with tax and after discounts, that one step of each variant was sold for. */
export async function lowestPrices(
  reader: Reader,
  variantIds: readonly string[],
  currency: string,
  since: Date,
): Promise<Map<string, number>> {
  const rows = await statement<{ variant_id: string; lowest: string }>(
    reader,
    `select l.variant_id, min((l.subtotal - l.discount
         + case when t.prices_include_tax then 0 else l.tax end) / l.quantity) as lowest
     from transaction_lines l join transactions t on t.id = l.transaction_id
     where l.variant_id = any($1::uuid[]) and l.transaction_id >= $3 and t.id >= $3
       and t.currency = $2 and t.status in ('completed', 'partially_refunded', 'refunded')
     group by l.variant_id`,
    [variantIds, currency, firstIdAt(since)],
  );
  return new Map(rows.map(row => [row.variant_id, Number(row.lowest) * minorPerUnit(currency)]));
}

/** Inserts the return with the next number of all returns. */
export async function insertWithoutReceipt(
  tx: Tx,
  row: Omit<Insertable<ReturnsWithoutReceipt>, 'return_number'>,
  year: number,
  goods: readonly Omit<Insertable<ReturnGoods>, 'return_id' | 'position'>[],
): Promise<string> {
  const { return_number } = await tx
    .insertInto('returns_without_receipt')
    .values({ ...row, return_number: nextNumber(year) })
    .returning('return_number')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('return_goods')
    .values(goods.map((line, position) => ({ ...line, return_id: row.id, position })))
    .execute();
  return return_number;
}
