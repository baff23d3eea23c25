import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/database/tx.js';
import { nameMatches, skuBegins } from './variants/repository.js';

/** More matches than this are not sorted: a page of a list is looked for in the order of the list. */
const MOST_SORTED = 5_000;
/**
 * Rows that are looked at in that order, some microseconds each. Of 100,000 goods every twentieth
 * matches, so that a page of 50 is among the first thousand, unless they are close together.
 */
export const MAX_SCANNED_ROWS = 2_000;

/** A variant `v` that matches by its own name, start of SKU or barcode. */
export const variantMatches = (q: string): RawBuilder<boolean> =>
  sql<boolean>`(${nameMatches(sql`v.name`, q)} or ${skuBegins(q)} or v.barcode = ${q})`;

/** Whether so many goods match that they are not sorted. Each part ends at the limit. */
export async function isCommon(reader: Reader, q: string): Promise<boolean> {
  const limit = MOST_SORTED + 1;
  const { rows } = await sql<{ count: string }>`
    select count(*) from (
      (select from products p where ${nameMatches(sql`p.name`, q)} limit ${limit})
      union all
      (select from product_variants v where ${nameMatches(sql`v.name`, q)} limit ${limit})
      union all
      (select from product_variants v where ${skuBegins(q)} limit ${limit})) found`.execute(reader);
  return Number(rows[0]?.count ?? 0) > MOST_SORTED;
}
