import { divideRounded, formatMoney, type Minor } from '../../platform/money.js';

/** The sums a till sent, in minor units. */
export type Claim = {
  lines: readonly {
    /** In steps, see `PricedLine`. */
    quantity: number;
    stepsPerUnit?: number;
    unitPrice: Minor;
    subtotal: Minor;
  }[];
  /** The smallest amount of the currency; 1 unless it has no cents. */
  unitMinor?: Minor;
  /** Currency of the amounts in texts; without it they have two decimals. */
  currency?: string;
  subtotal: Minor;
  taxAmount: Minor;
  totalAmount: Minor;
  /** The prices contain the tax, so the total does not add it. */
  pricesIncludeTax?: boolean;
  /** Off the subtotal. `sent` is unset if the till does not name it. */
  discount?: { sent?: Minor; expected: Minor };
};

export type Contradiction = { field: string; sent: string; expected: string };

/**
 * Compares every sum with quantity × price, the discount and the tax, not with other sums: a till that replaces
 * each sum by `expected` passes the next time. An `expected` beyond the largest amount is reported
 * like any other.
 */
export function checkClaim(claim: Claim): Contradiction[] {
  const { currency = '' } = claim;
  const lines = claim.lines.map(line => expectedOf(line, BigInt(claim.unitMinor ?? 1)));
  const subtotal = lines.reduce((sum, line) => sum + line, 0n);
  const { sent, expected: discount } = claim.discount ?? { expected: 0 };
  const addedTax = claim.pricesIncludeTax ? 0n : BigInt(claim.taxAmount);
  const total = subtotal - BigInt(discount) + addedTax;
  const sums = [
    ...claim.lines.map((line, index) =>
      sum(`line_items.${index}.subtotal`, line.subtotal, lines[index] ?? 0n),
    ),
    sum('subtotal', claim.subtotal, subtotal),
    ...(sent === undefined ? [] : [sum('discount_amount', sent, BigInt(discount))]),
    sum('total_amount', claim.totalAmount, total),
  ];
  return sums.flatMap(({ field, sent, expected }) =>
    sent === expected
      ? []
      : [
          {
            field,
            sent: formatMoney(sent, currency),
            expected: formatMoney(expected, currency),
          },
        ],
  );
}

/**
 * A label may print the price instead of the weight. Its weight is the price ÷ the unit price, to
 * three decimals, so that a subtotal of measured goods that gives this weight is right as well.
 */
function expectedOf(
  { quantity, stepsPerUnit = 1, unitPrice, subtotal }: Claim['lines'][number],
  unitMinor: bigint,
): bigint {
  const [steps, price, sent] = [BigInt(stepsPerUnit), BigInt(unitPrice), BigInt(subtotal)];
  const isPrinted =
    steps > 1n && price > 0n && divideRounded(sent * steps, price) === BigInt(quantity);
  if (isPrinted) return sent;
  if (steps === 1n) return price * BigInt(quantity);
  return divideRounded(price * BigInt(quantity), steps * unitMinor) * unitMinor;
}

const sum = (field: string, sent: Minor, expected: bigint) => ({
  field,
  sent: BigInt(sent),
  expected,
});
