import { minorPerUnit } from '../../platform/currencies.js';
import type { Minor } from '../../platform/money.js';

type ShippingRate = { id: number; code: string; title: string; priceMinor: Minor };

const STANDARD: ShippingRate = { id: 1, code: 'standard', title: 'Standard', priceMinor: 500 };

/** In hundredths of any currency. For a store without rates, so that a missing setting does not mean free shipping. */
export const DEFAULT_SHIPPING_RATES: readonly ShippingRate[] = [
  STANDARD,
  { id: 2, code: 'express', title: 'Express', priceMinor: 1600 },
];

export const defaultShippingRates = (currency: string): ShippingRate[] =>
  DEFAULT_SHIPPING_RATES.map(({ priceMinor, ...rate }) => ({
    ...rate,
    priceMinor: (priceMinor * minorPerUnit(currency)) / 100,
  }));

/** The rate that the shopper picked by id or code; unknown choices ship as standard. */
export function pickShippingRate<Rate extends { id: string | number; code: string }>(
  offered: readonly Rate[],
  picked: unknown,
): Rate | undefined {
  const wanted = typeof picked === 'number' ? String(picked) : picked;
  return (
    offered.find(rate => rate.code === wanted || String(rate.id) === wanted) ??
    offered.find(rate => rate.code === STANDARD.code) ??
    offered[0]
  );
}
