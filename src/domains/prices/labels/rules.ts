import { minorDigits } from '../../../platform/currencies.js';
import { divideRounded, formatMoney, type Minor } from '../../../platform/money.js';

/** A price tag. */
export type Label = {
  product: string;
  variant: string;
  sku: string;
  barcode: string | null;
  price: string;
  /** `5.00 EUR / kg`; null for pieces of unknown content. */
  unitPrice: string | null;
};

/** Units in which prices are compared, and how many of the given unit they are. */
const COMPARED: Record<string, { unit: string; count: number }> = {
  g: { unit: 'kg', count: 1_000 },
  kg: { unit: 'kg', count: 1 },
  ml: { unit: 'l', count: 1_000 },
  l: { unit: 'l', count: 1 },
  m: { unit: 'm', count: 1 },
  cm: { unit: 'm', count: 100 },
};

export type Content = { amount: string; unit: string };

/** 2.50 for 500 g is 5.00 per kg, rounded half up. */
export function unitPriceOf(
  priceMinor: Minor,
  { amount, unit }: Content,
): { minor: Minor; unit: string } | undefined {
  const compared = COMPARED[unit];
  const thousandths = BigInt(Math.round(Number(amount) * 1_000));
  if (compared === undefined || thousandths <= 0n) return undefined;
  const price = divideRounded(BigInt(priceMinor) * BigInt(compared.count) * 1_000n, thousandths);
  return { minor: Number(price), unit: compared.unit };
}

/** `12.50 EUR`, `1250 JPY`. */
export function tagAmount(amount: Minor, currency: string): string {
  const text = formatMoney(amount, currency);
  return `${minorDigits(currency) === 0 ? text.slice(0, -3) : text} ${currency}`;
}
