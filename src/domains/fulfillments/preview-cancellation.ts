import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import { formatMoney, minor } from '../../platform/money.js';
import { valueOfGoods } from '../returns/index.js';
import { findSale, linesOf } from '../transactions/index.js';
import { goodsToCancel } from './goods-to-cancel.js';
import { presentQuantities } from './present.js';
import type { Fulfillment } from './repository.js';
import { isOpen, linesFor } from './rules.js';

/** What a cancel with a refund would do now, without doing it. */
export async function previewCancellation(reader: Reader, row: Fulfillment) {
  const sale = await findSale(reader, { id: row.transaction_id });
  if (sale === undefined) throw notFound('Fulfillment');
  const lines = await linesOf(reader, sale.id);
  const hasGoods = isOpen(row.status) && sale.status !== 'voided' && sale.status !== 'expired';
  const items = hasGoods ? await goodsToCancel(reader, row, sale, lines) : [];
  const nothing = {
    items: presentQuantities(items, lines),
    refund_amount: '0.00',
    shipping_refund: '0.00',
    currency: sale.currency,
    ends_sale: false,
  };
  if (items.length === 0) return nothing;
  if (sale.completed_at === null) {
    return {
      ...nothing,
      refund_amount: formatMoney(minor(sale.total_paid, sale.currency), sale.currency),
      ends_sale: true,
    };
  }
  const returning = linesFor(items, lines).map(({ lineId, quantity }) => ({
    key: lineId,
    quantity,
  }));
  const value = await valueOfGoods(reader, sale, lines, returning);
  if (!value.ok) return nothing;
  return {
    ...nothing,
    refund_amount: formatMoney(value.refundMinor, sale.currency),
    shipping_refund: formatMoney(value.shippingMinor, sale.currency),
  };
}
