import { textDigits } from './currencies.js';
import { type Minor, portion } from './money.js';
import { isMeasured, stepsPerUnit } from './quantity.js';

/**
 * Where a label's EAN-13 code has the item code and the value. Positions count from 1: the prefix
 * has 1 and 2, the check digit 13.
 */
export type LabelPattern = {
  prefix: string;
  item_start: number;
  item_length: number;
  value_start: number;
  value_length: number;
  value_kind: 'weight' | 'price';
  decimals: number;
};

export type Label = {
  itemCode: string;
  kind: LabelPattern['value_kind'];
  value: number;
  decimals: number;
};

export type LabelRefusal = 'WRONG_CHECK_DIGIT' | 'EMPTY_LABEL' | 'PIECES_ONLY';

const EAN_13 = /^2\d{12}$/;

/** The last digit that makes the weighted sum of all digits, 1 and 3 in turn, a multiple of ten. */
export function checkDigitOf(firstTwelve: string): number {
  const sum = [...firstTwelve].reduce(
    (all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

/** Undefined if no pattern of the store is for this code. */
export function readLabel(
  code: string,
  patterns: readonly LabelPattern[],
): Label | 'WRONG_CHECK_DIGIT' | undefined {
  const digits = code.trim();
  if (!EAN_13.test(digits)) return undefined;
  const pattern = patterns.find(({ prefix }) => digits.startsWith(prefix));
  if (pattern === undefined) return undefined;
  if (checkDigitOf(digits.slice(0, 12)) !== Number(digits[12])) return 'WRONG_CHECK_DIGIT';
  const part = (start: number, length: number) => digits.slice(start - 1, start - 1 + length);
  return {
    itemCode: part(pattern.item_start, pattern.item_length),
    kind: pattern.value_kind,
    value: Number(part(pattern.value_start, pattern.value_length)),
    decimals: pattern.decimals,
  };
}

/** The quantity in steps, and the printed price if the label has one. */
export type LabelledGoods = { quantity: number; printedMinor: Minor | null };

/**
 * What a label says about goods of this unit and price. A printed price is what the line costs; the
 * quantity follows from it, to three decimals, and counts for the stock only.
 */
export function goodsOnLabel(
  { kind, value, decimals }: Label,
  unit: string,
  unitPriceMinor: Minor,
  currency = '',
): LabelledGoods | Exclude<LabelRefusal, 'WRONG_CHECK_DIGIT'> {
  if (value === 0) return 'EMPTY_LABEL';
  if (kind === 'weight') {
    if (!isMeasured(unit)) return 'PIECES_ONLY';
    return { quantity: value * 10 ** (3 - decimals), printedMinor: null };
  }
  // A price has at most two decimals; the pattern refuses a third.
  const printedMinor = value * 10 ** (textDigits(currency) - decimals);
  if (!isMeasured(unit)) return { quantity: 1, printedMinor };
  if (unitPriceMinor === 0) return 'EMPTY_LABEL';
  const quantity = portion(stepsPerUnit(unit), printedMinor, unitPriceMinor);
  return quantity === 0 ? 'EMPTY_LABEL' : { quantity, printedMinor };
}

/** With the price of one unit at that quantity. */
export type PricedGoods = LabelledGoods & { unitPriceMinor: Minor };

/** A price that depends on the quantity settles at once, or after one more round. */
const ROUNDS = 3;

/**
 * What a label says about goods whose price depends on the quantity, in steps of the unit. A printed
 * price gives a quantity, which may have another price of its own, which gives another quantity.
 */
export function goodsAtPrice(
  label: Label,
  unit: string,
  priceFor: (quantity: number) => Minor | undefined,
  currency = '',
): PricedGoods | Exclude<LabelRefusal, 'WRONG_CHECK_DIGIT'> | 'NOT_SOLD' {
  let unitPriceMinor = priceFor(stepsPerUnit(unit));
  for (let round = 1; ; round += 1) {
    if (unitPriceMinor === undefined && label.kind === 'price') return 'NOT_SOLD';
    const goods = goodsOnLabel(label, unit, unitPriceMinor ?? 0, currency);
    if (typeof goods === 'string') return goods;
    const next = priceFor(goods.quantity);
    if (next === undefined) return 'NOT_SOLD';
    if (next === unitPriceMinor || label.kind === 'weight' || round === ROUNDS) {
      return { ...goods, unitPriceMinor: next };
    }
    unitPriceMinor = next;
  }
}
