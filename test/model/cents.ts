/** The model's own arithmetic in whole cents. It shares no code with the service on purpose. */
export const money = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** `amount × few ÷ all`, halves upwards. */
export const part = (amount: number, few: number, all: number): number =>
  Math.floor((2 * amount * few + all) / (2 * all));

/**
 * Splits whole cents by weight; the rest goes to the largest remainders, the first of equals first.
 */
export function split(amount: number, weights: readonly number[]): number[] {
  const all = sum(weights);
  if (amount === 0 || all === 0) return weights.map(() => 0);
  const parts = weights.map(weight => Math.floor((amount * weight) / all));
  const rests = weights.map(weight => (amount * weight) % all);
  for (let left = amount - sum(parts); left > 0; left -= 1) {
    const largest = rests.indexOf(Math.max(...rests));
    parts[largest] = (parts[largest] ?? 0) + 1;
    rests[largest] = -1;
  }
  return parts;
}

/** The parts, or the limit split in proportion where their sum exceeds it. */
export const atMost = (limit: number, parts: readonly number[]): number[] =>
  sum(parts) <= limit ? [...parts] : split(Math.max(0, limit), parts);

/** 8.25 % in millionths. */
const TAX_RATE = 82_500;
const CODE_PERCENT = 10;

export type Item = { sku: string; quantity: number; price: number; exempt: boolean };
export type PricedItem = Item & { gross: number; discount: number; tax: number };
export type Bill = {
  items: PricedItem[];
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
};

const taxOn = (taxable: number): number => part(taxable, TAX_RATE, 1_000_000);

/** Total of the items; `chargedTax` is the tax a till charged instead of the computed one. */
export function billFor(
  items: readonly Item[],
  { withCode = false, chargedTax }: { withCode?: boolean; chargedTax?: number } = {},
): Bill {
  // Odd cents fall on the first by SKU, price and quantity, regardless of the scan order.
  const order = items
    .map((item, index) => ({ item, index }))
    .sort(
      (a, b) =>
        (a.item.sku < b.item.sku ? -1 : a.item.sku > b.item.sku ? 1 : 0) ||
        a.item.price - b.item.price ||
        a.item.quantity - b.item.quantity ||
        a.index - b.index,
    );
  const gross = order.map(({ item }) => item.price * item.quantity);
  const subtotal = sum(gross);
  const discount = withCode ? part(subtotal, CODE_PERCENT, 100) : 0;
  const discounts = split(discount, gross);
  const nets = gross.map((amount, n) => amount - (discounts[n] ?? 0));
  const taxable = nets.map((net, n) => (order[n]?.item.exempt ? 0 : net));
  const tax = chargedTax ?? taxOn(sum(taxable));
  const taxes = split(tax, [taxable, nets, nets.map(() => 1)].find(w => sum(w) > 0) ?? []);
  const priced = order.map(({ item, index }, n) => ({
    index,
    item: { ...item, gross: gross[n] ?? 0, discount: discounts[n] ?? 0, tax: taxes[n] ?? 0 },
  }));
  return {
    items: priced.sort((a, b) => a.index - b.index).map(({ item }) => item),
    subtotal,
    discount,
    tax,
    total: subtotal - discount + tax,
  };
}

/** An amount that may be below zero. */
export const signed = (cents: number): string => (cents < 0 ? `-${money(-cents)}` : money(cents));
