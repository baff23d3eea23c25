import type { FindSale } from '../approvals/index.js';
import { parseSaleRef } from './references.js';
import { findSale } from './repository.js';

/**
 * The sale that a request for an approval names: one of the store. Goods come back at any store of
 * the currency, which knows such a sale by its full number only.
 */
export const findNamedSale: FindSale = async (reader, { storeId, currency, sales }, text) => {
  const ref = parseSaleRef(text);
  const sale = ref && (await findSale(reader, ref));
  if (sale === undefined) return undefined;
  const isOwn = sale.store_id === storeId;
  const isBroughtBack =
    sales === 'chain' && ref !== undefined && 'number' in ref && sale.currency === currency;
  return isOwn || isBroughtBack ? { id: sale.id, number: sale.transaction_number } : undefined;
};
