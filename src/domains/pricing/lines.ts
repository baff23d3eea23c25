import { type Minor, portion } from '../../platform/money.js';

/** One line of a basket, priced by the catalogue or by the till. */
export type PricedLine = {
  /** Identifies the line in the results; unique within the basket. */
  key: string;
  variantId: string;
  productId: string | number;
  categoryId: string | null;
  collectionIds?: readonly string[];
  sku: string;
  /** Pieces, or thousandths of the unit. */
  quantity: number;
  /** How many of `quantity` the price is for: 1, or 1000 for goods sold by measure. */
  stepsPerUnit?: number;
  unitPriceMinor: Minor;
  /** The price list that the price comes from; unset: the price of the variant itself. */
  priceList?: string | null;
  /** A price printed on the goods, which replaces quantity × price. */
  printedMinor?: Minor;
  /** Wins over the tax class. */
  isTaxExempt: boolean;
  /** Default: standard. */
  taxClass?: string;
  /** Set for a bundle. The parts share its price, and each is taxed by its own class. */
  parts?: readonly LinePart[];
};

export type LinePart = {
  /** Its share in the price, in proportion to the other parts. */
  weight: number;
  isTaxExempt: boolean;
  taxClass?: string;
};

/** The lines of this SKU sell gift cards: any price, no tax, no promotion, no stock. */
export const GIFT_CARD_SKU = 'GIFT-CARD';

/** Rounds half up, once per line: 0.432 kg at 12.90 are 5.57. */
export const grossOf = (line: PricedLine): Minor =>
  line.printedMinor ?? priceOf(line.unitPriceMinor, line.quantity, line.stepsPerUnit);

export const priceOf = (unitPriceMinor: Minor, quantity: number, stepsPerUnit = 1): Minor =>
  portion(unitPriceMinor, quantity, stepsPerUnit);

/** Goods sold by measure, whose quantity no offer per piece counts. */
export const isMeasuredLine = (line: PricedLine): boolean => (line.stepsPerUnit ?? 1) > 1;

/**
 * The quantity of goods that cost a printed price, in steps: 5.57 at 12.90 are 0.432 kg. It may cost
 * a few cents more or less than the print, because a step of expensive goods costs more than a cent.
 */
export const quantityFor = (
  printedMinor: Minor,
  unitPriceMinor: Minor,
  stepsPerUnit: number,
): number => portion(stepsPerUnit, printedMinor, unitPriceMinor);

/** Requests are validated earlier, so an invalid line here is a bug and throws. */
export function checkLines(lines: readonly PricedLine[]): void {
  const keys = new Set<string>();
  for (const line of lines) {
    if (keys.has(line.key)) throw new TypeError('two lines have the same key');
    keys.add(line.key);
    if (!Number.isSafeInteger(line.quantity) || line.quantity < 1) {
      throw new TypeError('a quantity is a whole number from 1');
    }
    if (!Number.isSafeInteger(line.unitPriceMinor) || line.unitPriceMinor < 0) {
      throw new TypeError('a price is a whole number of minor units, not negative');
    }
  }
}

/**
 * Leftover cents go to the first of equal lines. A fixed order makes a basket cost the same
 * whichever item was scanned first.
 */
export function inContentOrder(lines: readonly PricedLine[]): PricedLine[] {
  return [...lines].sort(
    (a, b) =>
      compare(a.sku, b.sku) ||
      compare(a.variantId, b.variantId) ||
      a.unitPriceMinor - b.unitPriceMinor ||
      a.quantity - b.quantity ||
      Number(a.isTaxExempt) - Number(b.isTaxExempt) ||
      compare(a.taxClass ?? '', b.taxClass ?? '') ||
      compare(a.key, b.key),
  );
}

/** The results in the order of the lines they belong to. */
export function inOrderOf<Result extends { key: string }>(
  lines: readonly PricedLine[],
  results: readonly Result[],
): Result[] {
  const byKey = new Map(results.map(result => [result.key, result]));
  return lines.flatMap(line => byKey.get(line.key) ?? []);
}

/** By code unit, so that results do not depend on the locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
