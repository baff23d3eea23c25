import type { Reader } from '../../platform/database/tx.js';
import { formatMoney, minor } from '../../platform/money.js';
import { shownQuantity, type Unit } from '../../platform/quantity.js';
import { presentGoods } from '../catalog/index.js';
import { linesOfSales, namesOfLine, type SaleLine } from '../transactions/index.js';
import type { Layaway } from './repository.js';
import { statusOf } from './rules.js';

/** Layaways with the lines of their sales. */
export async function presentLayaways(reader: Reader, layaways: readonly Layaway[]) {
  if (layaways.length === 0) return [];
  const lines = await linesOfSales(
    reader,
    layaways.map(({ id }) => id),
  );
  return layaways.map(layaway =>
    presentLayaway(
      layaway,
      lines.filter(line => line.transaction_id === layaway.id),
    ),
  );
}

export const presentLayaway = (layaway: Layaway, lines: readonly SaleLine[]) => ({
  id: layaway.id,
  transaction_id: layaway.transaction_number,
  status: statusOf(layaway),
  store: layaway.store_id,
  customer_id: layaway.customer_id,
  customer_name: layaway.customer_name,
  currency: layaway.currency,
  total_amount: layaway.total_amount,
  total_paid: layaway.total_paid,
  amount_due: formatMoney(
    layaway.voided_at === null
      ? minor(layaway.total_amount, layaway.currency) - minor(layaway.total_paid, layaway.currency)
      : 0,
    layaway.currency,
  ),
  fee: layaway.fee,
  pickup_name: layaway.pickup_name,
  note: layaway.note,
  expires_at: layaway.expires_at.toISOString(),
  reminded_at: layaway.reminded_at?.toISOString() ?? null,
  created_at: layaway.created_at.toISOString(),
  completed_at: layaway.completed_at?.toISOString() ?? null,
  cancelled_at: layaway.voided_at?.toISOString() ?? null,
  line_items: lines.map(line => ({
    id: line.id,
    product_variant_id: line.variant_id,
    sku: line.sku,
    ...presentGoods(namesOfLine(line)),
    quantity: shownQuantity(line.quantity, line.unit),
    unit: line.unit as Unit,
    unit_price: line.unit_price,
    subtotal: line.subtotal,
    discount: line.discount,
    tax: line.tax,
  })),
});
