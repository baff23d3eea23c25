import type { Db } from '../../../platform/database/tx.js';
import type { Staff } from '../../access/index.js';
import {
  type PriceFileRow,
  type PriceFilters,
  priceFilters,
  pricePages,
  putPriceRow,
} from '../../prices/index.js';
import { decimal, moment, text, trimmed } from './cells.js';
import type { Sheet, Values } from './sheet.js';

/** Amounts stay text, so that the owner of prices checks them in the currency of the list. */
const COLUMNS = [
  { name: 'sku', read: text },
  { name: 'price_list', read: text },
  { name: 'min_quantity', read: decimal },
  { name: 'amount', read: trimmed },
  { name: 'valid_from', read: moment },
];

/** Such as `EUR MUG-WHITE 10`; values are parsed, so that `10` and `10.000` are one key. */
function keyOf(values: Values): string {
  const { sku, price_list: list, min_quantity: quantity = 1, valid_from: from } = rowOf(values);
  return [list, sku, quantity, ...(from == null ? [] : [from])].join(' ');
}

const rowOf = (values: Values) => Object.fromEntries(values) as PriceFileRow;

async function* rows(db: Db, caller: Staff, filters: PriceFilters): AsyncGenerator<string[]> {
  for await (const page of pricePages(db, caller, filters)) {
    for (const { sku, price_list, min_quantity, amount, valid_from } of page) {
      const quantity = String(Number(min_quantity));
      yield [sku, price_list, quantity, amount, valid_from?.toISOString() ?? ''];
    }
  }
}

export const priceSheet: Sheet = {
  columns: COLUMNS,
  required: ['sku', 'price_list', 'amount'],
  keyOf,
  put: (tx, values, { storeIds }, { trace: { log, batch } }) => {
    batch.writes.markSent();
    return putPriceRow(tx, rowOf(values), storeIds ?? 'chain', log);
  },
  fieldColumns: new Map(),
  filters: priceFilters,
  rows,
};
