import { answer, newKey, once, type Tillhouse } from '@tillhouse/client';
import { GIFT_CARD_SKU, shownQuantity, stepsOf } from '../../../src/domains/pricing/index.js';
import { hundredths } from '../../../src/platform/money.js';
import { type Basket, type Discount, type Line, withCustomer } from './basket.js';
import { discountOf } from './basket-totals.js';
import { buyerOf, readCustomer } from './customers.js';
import type { Goods } from './goods-view.js';
import { quotePrices } from './promotions.js';
import { isLocked, isStillFree, NEW_SALE, type Parked, park, parked, sale } from './sale.js';
import { sentDiscounts } from './sale-request.js';
import { formatMoney, minor, tillCurrency } from './till-money.js';
import type { Session } from './types.js';

/** A sale that the service holds for any till of the store. */
export type HeldSale = {
  id: string;
  version: number;
  status: 'held' | 'resumed';
  name: string;
  note: string;
  terminal_id: string;
  employee: { id: string; employee_id: string | null; name: string };
  customer_id: string | null;
  total_amount: string;
  line_items: {
    product_variant_id: string;
    sku: string;
    name: string;
    quantity: number;
    unit: string;
    unit_price: string | null;
    subtotal: string | null;
  }[];
  promo_codes: string[];
  discounts: { line?: number; amount?: string; percent?: string; reason: string }[];
  approval_request_id: string | null;
  held_at: string;
};

/** Drops local copies of held sales that the store no longer holds in this version. */
export function dropOutdated(kept: readonly Parked[], found: readonly HeldSale[]): void {
  const isHeld = ({ id, version }: { id: string; version: number }): boolean =>
    found.some(one => one.id === id && one.version === version && one.status === 'held');
  const gone = new Set(
    kept.flatMap(({ id, heldAs }) => (heldAs === undefined || isHeld(heldAs) ? [] : id)),
  );
  if (gone.size > 0) parked.set(all => all.filter(({ id }) => !gone.has(id)));
}

export const holdSale = (api: Tillhouse, basket: Basket, key: string): Promise<HeldSale> =>
  answer(api.POST('/pos/held-sales/', { body: heldRequestOf(basket), ...once(key) }));

export const claimHeld = (api: Tillhouse, id: string, version: number): Promise<HeldSale> =>
  answer(api.POST('/pos/held-sales/{id}/resume/', { params: { path: { id } }, body: { version } }));

export const removeHeld = async (api: Tillhouse, id: string): Promise<void> => {
  await api.DELETE('/pos/held-sales/{id}/', { params: { path: { id } } });
};

/** The request that holds a basket, or puts the held sale back that the till continues. */
function heldRequestOf(basket: Basket) {
  const { codes = [], discounts = [], customer, held } = basket;
  return {
    ...(held && { id: held.id, version: held.version }),
    name: basket.pickupName ?? '',
    note: basket.note ?? '',
    line_items: basket.lines.map(({ good, quantity, unitPriceMinor, printedMinor }) => ({
      product_variant_id: good.variantId,
      sku: good.sku,
      quantity: shownQuantity(quantity, good.unit),
      ...((unitPriceMinor !== good.priceMinor || good.sku === GIFT_CARD_SKU) && {
        unit_price: formatMoney(unitPriceMinor),
      }),
      ...(printedMinor !== undefined && { subtotal: formatMoney(printedMinor) }),
    })),
    ...(customer && { customer_id: customer.id }),
    ...(codes.length > 0 && { promo_codes: codes }),
    ...(discounts.length > 0 && { discounts: sentDiscounts(basket, tillCurrency()) }),
    ...(basket.approval !== null && { approval_request_id: basket.approval.id }),
  };
}

/** Whether this till may continue the sale: it waits, or its answer to this till was lost. */
export const isResumable = (held: HeldSale, terminal: string): boolean =>
  held.status === 'held' || held.terminal_id === terminal;

/**
 * Continues a held sale here; the current sale is parked. Returns the names of goods that are not
 * sold any more, or `busy` if the current sale has to be finished first.
 */
export async function resumeHeld(
  api: Tillhouse,
  held: HeldSale,
  session: Session,
  goods: Goods,
): Promise<string[] | 'busy'> {
  const before = sale.get();
  if (isLocked(before)) return 'busy';
  const version = held.status === 'held' ? held.version : held.version - 1;
  const claimed = await claimHeld(api, held.id, version);
  const { basket, missing } = await basketOf(api, claimed, session, goods);
  // The claimed sale stays in the list of this till.
  if (!isStillFree(before)) return 'busy';
  park(session.user.name);
  sale.set({ ...NEW_SALE, basket });
  return missing;
}

async function basketOf(
  api: Tillhouse,
  held: HeldSale,
  session: Session,
  goods: Goods,
): Promise<{ basket: Basket; missing: string[] }> {
  const found = held.line_items.map(item => lineOf(item, goods));
  const lines = found.filter(line => line !== undefined);
  const customer =
    held.customer_id === null ? null : buyerOf(await readCustomer(api, held.customer_id));
  const basket: Basket = {
    lines,
    selected: lines.at(-1)?.key ?? null,
    approval: null,
    discounts: discountsOf(held, found),
    ...(await codesOf(api, held, lines)),
    pickupName: held.name,
    note: held.note,
    held: { id: held.id, version: held.version },
  };
  const priced = withCustomer(basket, customer);
  const approval = held.approval_request_id && {
    id: held.approval_request_id,
    amountMinor: discountOf(priced, session.store),
  };
  return {
    basket: { ...priced, approval: approval || null },
    missing: held.line_items.filter((_, nth) => found[nth] === undefined).map(({ name }) => name),
  };
}

function lineOf(item: HeldSale['line_items'][number], goods: Goods): Line | undefined {
  const good = goods.byId(item.product_variant_id);
  const quantity = good && stepsOf(item.quantity, good.unit);
  if (good === undefined || quantity === undefined) return undefined;
  return {
    key: newKey(),
    good,
    quantity,
    unitPriceMinor: item.unit_price === null ? good.priceMinor : minor(item.unit_price),
    ...(item.subtotal !== null && { printedMinor: minor(item.subtotal) }),
  };
}

const discountsOf = (held: HeldSale, lines: readonly (Line | undefined)[]): Discount[] =>
  held.discounts.flatMap(({ line, amount, percent, reason }) => {
    const key = line === undefined ? null : lines[line]?.key;
    if (key === undefined) return [];
    return amount === undefined
      ? { key, reason, basisPoints: hundredths(percent ?? 0) }
      : { key, reason, amountMinor: minor(amount) };
  });

/** A code that does not count any more is left out. */
async function codesOf(
  api: Tillhouse,
  { promo_codes: codes, customer_id }: HeldSale,
  lines: readonly Line[],
): Promise<Pick<Basket, 'codes' | 'coded'>> {
  if (codes.length === 0) return {};
  const goods = lines.map(({ good, quantity }) => ({
    variantId: good.variantId,
    quantity: shownQuantity(quantity, good.unit),
  }));
  const quote = await quotePrices(api, goods, codes, customer_id ?? undefined).catch(() => null);
  if (quote === null) return {};
  return { codes, coded: quote.promotions.filter(promotion => promotion.code !== null) };
}
