import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { shownQuantity } from '../../platform/quantity.js';
import type { Staff } from '../access/index.js';
import { presentGoods } from '../catalog/index.js';
import { findStore } from '../stores/index.js';
import { bundleOf, linesOf, namesOfLine } from '../transactions/index.js';
import { findReturnableSale } from './create-return.js';

/** The goods of a sale for a return at this till; nothing about its customer or payments. */
export async function showReturnableSale(reader: Reader, caller: Staff, ref: string) {
  const sale = await findReturnableSale(reader, caller, ref);
  const store = sale && (await findStore(reader, sale.store_id));
  if (sale === undefined || store === undefined) {
    throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  }
  const lines = await linesOf(reader, sale.id);
  return {
    transaction: sale.transaction_number,
    status: sale.status,
    store: { id: store.id, name: store.name },
    currency: sale.currency,
    total_amount: sale.total_amount,
    completed_at: sale.completed_at?.toISOString() ?? null,
    line_items: lines.map(line => ({
      id: line.id,
      product_variant_id: line.variant_id,
      sku: line.sku,
      name: line.name,
      ...presentGoods(namesOfLine(line)),
      unit: line.unit as 'piece',
      quantity: shownQuantity(line.quantity, line.unit),
      returned_quantity: shownQuantity(line.returned_quantity, line.unit),
      unit_price: line.unit_price,
      subtotal: line.subtotal,
      discount: line.discount,
      tax: line.tax,
      bundle: bundleOf(line),
    })),
  };
}
