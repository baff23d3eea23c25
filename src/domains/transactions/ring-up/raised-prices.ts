import type { Minor } from '../../../platform/money.js';
import { stepsPerUnit } from '../../../platform/quantity.js';
import type { SellableVariant } from '../../catalog/index.js';
import { isFarAbove, priceOf } from '../../pricing/index.js';
import { isGiftCard } from '../gift-card-lines.js';

/** `amountMinor` is what the customer pays for the line above the catalogue. */
export type RaisedPrice = { sku: string; unitPriceMinor: Minor; amountMinor: Minor };

/** The price of a gift card is its value. */
export const raisedPrices = (
  lines: readonly { unitPriceMinor: Minor; quantity: number }[],
  variants: readonly SellableVariant[],
  catalogPrices: readonly Minor[],
): RaisedPrice[] =>
  lines.flatMap(({ unitPriceMinor, quantity }, index) => {
    const variant = variants[index];
    const listedMinor = catalogPrices[index] ?? 0;
    if (variant === undefined || isGiftCard(variant)) return [];
    if (!isFarAbove(unitPriceMinor, listedMinor)) return [];
    const overMinor = unitPriceMinor - listedMinor;
    const amountMinor = priceOf(overMinor, quantity, stepsPerUnit(variant.unit));
    return [{ sku: variant.sku, unitPriceMinor, amountMinor }];
  });
