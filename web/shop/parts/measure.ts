import { isMeasured } from '../../../src/domains/pricing/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useT } from '../texts/index.js';

/** Goods with their unit; pieces have none. */
export type Measured = { unit?: string };

/** A cart takes 999 pieces of an article, or 9,999 of any other unit. */
const MAX_PIECES = 999;
const MAX_MEASURED = 9_999;
const STEP_BY_UNIT: Record<string, number> = { g: 50, ml: 50, cm: 10 };
const FIRST_BY_UNIT: Record<string, number> = { g: 100, ml: 100, cm: 100 };

/** What a quantity field offers for goods of a unit. */
export function quantitiesOf(unit: string | undefined, available: number) {
  const measured = isMeasured(unit);
  const min = measured ? 0.001 : 1;
  const max = Math.max(min, Math.min(available, measured ? MAX_MEASURED : MAX_PIECES));
  return {
    min,
    max,
    step: measured ? (STEP_BY_UNIT[unit ?? ''] ?? 0.1) : 1,
    first: Math.min(max, FIRST_BY_UNIT[unit ?? ''] ?? 1),
  };
}

/** To three decimals, which is as exact as a quantity gets: 0.1 + 0.2 is 0.3. */
export const rounded = (quantity: number): number => Math.round(quantity * 1_000) / 1_000;

/** Texts of quantities and prices in the unit of the goods. */
export function useMeasure() {
  const t = useT();
  const { money, number } = useFormat();
  const amount = (value: number, unit?: string): string =>
    isMeasured(unit) ? `${number(value, 3)} ${unit}` : number(value);
  const price = (text: string, unit?: string): string =>
    isMeasured(unit) ? t('product.perUnit', { price: money(text), unit: unit ?? '' }) : money(text);
  return {
    amount,
    /** `$12.50`, or per unit: `$12.90/kg`. */
    price: ({ price: text, unit }: { price: string } & Measured): string => price(text, unit),
    /** `× 2`, or with the price: `0.432 kg × $12.90/kg`. */
    times: (line: { quantity: number; unit_price: string } & Measured): string =>
      isMeasured(line.unit)
        ? `${amount(line.quantity, line.unit)} × ${price(line.unit_price, line.unit)}`
        : t('checkout.times', { count: line.quantity }),
  };
}
