import { type Reader, statement } from '../../platform/database/tx.js';
import { minor } from '../../platform/money.js';
import type { ListPrice, PriceList } from '../pricing/index.js';

type ListRow = {
  id: string;
  code: string;
  currency: string;
  store_ids: string[];
  customer_group: string | null;
  valid_from: Date | null;
  valid_to: Date | null;
  priority: number;
};

export async function allLists(reader: Reader): Promise<PriceList[]> {
  const rows = await statement<ListRow>(
    reader,
    `select id, code, currency, store_ids, customer_group, valid_from, valid_to, priority
     from price_lists`,
    [],
  );
  return rows.map(row => ({
    id: row.id,
    code: row.code,
    currency: row.currency,
    storeIds: row.store_ids,
    customerGroup: row.customer_group,
    validFromMs: row.valid_from?.getTime() ?? null,
    validToMs: row.valid_to?.getTime() ?? null,
    priority: row.priority,
  }));
}

type PriceRow = {
  variant_id: string;
  price_list_id: string;
  min_quantity: number;
  amount: string;
  currency: string;
  valid_from: Date | null;
};

/** The prices of some variants in all lists, by variant. */
export async function pricesOfVariants(
  reader: Reader,
  variantIds: readonly string[],
): Promise<Map<string, ListPrice[]>> {
  const rows = await statement<PriceRow>(
    reader,
    `select p.variant_id, p.price_list_id, p.min_quantity::float8 as min_quantity, p.amount::text,
       l.currency, p.valid_from
     from prices p join price_lists l on l.id = p.price_list_id
     where p.variant_id = any($1::uuid[])`,
    [variantIds],
  );
  const found = new Map<string, ListPrice[]>();
  for (const row of rows) {
    const prices = found.get(row.variant_id) ?? [];
    found.set(row.variant_id, prices);
    prices.push({
      listId: row.price_list_id,
      minQuantity: row.min_quantity,
      amountMinor: minor(row.amount, row.currency),
      validFromMs: row.valid_from?.getTime() ?? null,
    });
  }
  return found;
}

/** The stores that sell only what a list has a price for. */
export const foreignStores = (
  reader: Reader,
  baseCurrency: string,
): Promise<{ id: string; currency: string }[]> =>
  statement(reader, 'select id, currency from stores where currency <> $1', [baseCurrency]);
