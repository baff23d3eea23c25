import { type Reader, statement } from '../../../platform/database/tx.js';

export type ListedPrice = { variant_id: string; amount: string; valid_from: Date | null };

/** The price of one piece that holds at this moment, for each of these variants. */
export const pricesInList = (
  reader: Reader,
  listId: string,
  variantIds: readonly string[],
  at: Date,
): Promise<ListedPrice[]> =>
  statement<ListedPrice>(
    reader,
    `select distinct on (variant_id) variant_id, amount::text, valid_from from prices
     where price_list_id = $1 and variant_id = any($2::uuid[]) and min_quantity = 1
       and (valid_from is null or valid_from <= $3)
     order by variant_id, valid_from desc nulls last`,
    [listId, variantIds, at],
  );
