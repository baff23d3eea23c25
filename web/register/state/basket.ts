import {
  type PricedLine,
  parseRate,
  type Totals,
  totalsOf,
} from '../../../src/domains/pricing/index.js';
import { formatMoney, parseMoney, portion, times } from '../../../src/platform/money.js';
import type { Good } from './catalogue.js';
import type { Session, StoreSettings } from './session.js';

export type Line = {
  key: string;
  good: Good;
  quantity: number;
  unitPriceMinor: number;
};

export type Approval = { id: string; amountMinor: number };

export type Basket = { lines: Line[]; selected: string | null; approval: Approval | null };

export const EMPTY: Basket = { lines: [], selected: null, approval: null };

export const MAX_QUANTITY = 9_999;

/** Adds to the existing line of this variant, unless that line has a changed price. */
export function addGood(basket: Basket, good: Good, key: string): Basket {
  const line = basket.lines.find(
    ({ good: { variantId }, unitPriceMinor }) =>
      variantId === good.variantId && unitPriceMinor === good.priceMinor,
  );
  if (line !== undefined) return setQuantity(basket, line.key, line.quantity + 1);
  const added: Line = { key, good, quantity: 1, unitPriceMinor: good.priceMinor };
  return { ...basket, lines: [...basket.lines, added], selected: key };
}

export function setQuantity(basket: Basket, key: string, quantity: number): Basket {
  if (quantity < 1) return removeLine(basket, key);
  return change(basket, key, { quantity: Math.min(MAX_QUANTITY, Math.trunc(quantity)) });
}

export const setPrice = (basket: Basket, key: string, unitPriceMinor: number): Basket =>
  change(basket, key, { unitPriceMinor });

function change(basket: Basket, key: string, changes: Partial<Line>): Basket {
  const lines = basket.lines.map(line => (line.key === key ? { ...line, ...changes } : line));
  return { ...basket, lines, selected: key };
}

export function removeLine(basket: Basket, key: string): Basket {
  const index = basket.lines.findIndex(line => line.key === key);
  const lines = basket.lines.filter(line => line.key !== key);
  return { ...basket, lines, selected: lines[Math.min(index, lines.length - 1)]?.key ?? null };
}

/** A till discount is stored as lower unit prices. */
export function discountAll(basket: Basket, percent: number): Basket {
  const lines = basket.lines.map(line => ({
    ...line,
    unitPriceMinor: lessPercent(line.good.priceMinor, percent),
  }));
  return { ...basket, lines };
}

export const lessPercent = (priceMinor: number, percent: number): number =>
  portion(priceMinor, Math.round((100 - percent) * 100), 10_000);

/** Uses the service's own arithmetic, so that its check agrees to the cent. */
export function totalsFor(basket: Basket, store: StoreSettings): Totals {
  return totalsOf({
    lines: basket.lines.map(priced),
    taxes: store.taxes.map(({ id, code, name, rate }) => ({
      jurisdictionId: id,
      code,
      name,
      rateMicros: parseRate(rate),
    })),
  });
}

const priced = ({ key, good, quantity, unitPriceMinor }: Line): PricedLine => ({
  key,
  variantId: good.variantId,
  productId: good.productId,
  categoryId: good.categoryId,
  sku: good.sku,
  quantity,
  unitPriceMinor,
  isTaxExempt: good.isTaxExempt,
});

/** Total discount against catalogue prices; raised prices reduce it. */
export function discountOf(basket: Basket): number {
  const off = basket.lines.map(line =>
    times(line.good.priceMinor - line.unitPriceMinor, line.quantity),
  );
  return Math.max(
    0,
    off.reduce((sum, amount) => sum + amount, 0),
  );
}

export const isRepriced = (basket: Basket): boolean =>
  basket.lines.some(line => line.unitPriceMinor !== line.good.priceMinor);

/** Applies the store's approval policy, with the same rules as the service. */
export function needsApproval(basket: Basket, { policy }: StoreSettings): boolean {
  const above = policy.discountAbove === undefined ? undefined : parseMoney(policy.discountAbove);
  const isLarge = above !== undefined && discountOf(basket) > above;
  if (!((policy.priceOverride && isRepriced(basket)) || isLarge)) return false;
  return basket.approval === null || basket.approval.amountMinor < discountOf(basket);
}

export const minimumAge = (basket: Basket): number =>
  Math.max(0, ...basket.lines.map(line => line.good.minimumAge ?? 0));

/** The request body that creates the sale. */
export function saleRequestOf(basket: Basket, { user, store }: Session) {
  const totals = totalsFor(basket, store);
  return {
    store_id: store.id,
    employee_id: user.number,
    line_items: basket.lines.map(line => ({
      product_variant_id: line.good.variantId,
      sku: line.good.sku,
      quantity: line.quantity,
      unit_price: formatMoney(line.unitPriceMinor),
      subtotal: formatMoney(times(line.unitPriceMinor, line.quantity)),
    })),
    subtotal: formatMoney(totals.subtotalMinor),
    tax_amount: formatMoney(totals.taxMinor),
    total_amount: formatMoney(totals.totalMinor),
    ...(basket.approval !== null && { approval_request_id: basket.approval.id }),
  };
}

export type SaleRequest = ReturnType<typeof saleRequestOf>;
