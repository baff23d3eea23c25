import { tagOf } from '../../../platform/http/records/etag.js';
import { formatHundredths, hundredths } from '../../../platform/money.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { describeGoods } from '../describe-goods.js';
import type { VariantWithProduct } from '../variants/repository.js';
import type { PartRow } from './parts.js';

/** Changes with the parts and their quantities, not with their prices. */
export const tagOfParts = (parts: readonly Pick<PartRow, 'id' | 'quantity'>[]): string =>
  tagOf(JSON.stringify(parts.map(({ id, quantity }) => [id, quantity])));

/** All prices are the articles' own, in the base currency. */
export function presentBundle(
  { id, sku, price }: VariantWithProduct,
  parts: readonly PartRow[],
  currency: string,
) {
  const alone = parts.reduce((sum, { weight }) => sum + weight, 0);
  return {
    variant_id: id,
    sku,
    price,
    currency,
    parts: parts.map(part => ({
      variant_id: part.id,
      sku: part.sku,
      description: describeGoods(part),
      quantity: shownQuantity(part.quantity, part.unit),
      unit: part.unit,
      price: formatHundredths(part.weight),
      is_active: part.is_active,
    })),
    parts_price: formatHundredths(alone),
    etag: tagOfParts(parts),
    saving: formatHundredths(Math.max(0, parts.length === 0 ? 0 : alone - hundredths(price))),
  };
}
