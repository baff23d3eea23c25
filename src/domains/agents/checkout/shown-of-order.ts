import type { Reader } from '../../../platform/database/tx.js';
import { type Minor, minor } from '../../../platform/money.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { describeLine, linesOf, type Sale } from '../../transactions/index.js';
import type { Shown, ShownLine } from './session.js';

/** What was bought, as a session shows it. */
export async function shownOfOrder(reader: Reader, sale: Sale, before: Shown): Promise<Shown> {
  const { currency } = sale;
  const lines = await linesOf(reader, sale.id);
  const pictures = new Map(before.lines.map(({ sku, imageUrl }) => [sku, imageUrl]));
  const amount = (text: string): Minor => minor(text, currency);
  const shownLines = lines.map((line): ShownLine => {
    const grossMinor = amount(line.subtotal);
    const discountMinor = amount(line.discount);
    const taxMinor = amount(line.tax);
    return {
      sku: line.sku,
      name: describeLine(line),
      imageUrl: pictures.get(line.sku) ?? '',
      quantity: shownQuantity(line.quantity, line.unit),
      unitMinor: amount(line.unit_price),
      grossMinor,
      discountMinor,
      taxMinor,
      totalMinor: grossMinor - discountMinor + (sale.prices_include_tax ? 0 : taxMinor),
    };
  });
  const discountMinor = amount(sale.promotion_discount);
  return {
    ...before,
    currency,
    lines: shownLines,
    subtotalMinor: amount(sale.subtotal),
    discountMinor,
    shippingMinor: amount(sale.shipping_amount),
    taxMinor: amount(sale.tax_amount),
    pricesIncludeTax: sale.prices_include_tax,
    totalMinor: amount(sale.total_amount),
  };
}
