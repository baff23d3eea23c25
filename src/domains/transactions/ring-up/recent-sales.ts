import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../../platform/clock.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { giftCardLines } from '../gift-card-lines.js';
import type { SaleToPay } from '../payments/repository.js';
import { restrictingVariants } from './new-lines.js';
import type { NewLine } from './new-sale-repository.js';
import type { TillSale } from './till-sale-repository.js';

/** A sale as it was rung up; what depends on the payment is added when it is paid. */
export type PayableSale = Omit<
  SaleToPay,
  | 'is_limited'
  | 'lacks_kyc'
  | 'account'
  | 'needs_shift'
  | 'has_shift'
  | 'method'
  | 'cash_rounding'
  | 'tips'
  | 'points_value'
> & {
  /** Variants of the lines, bundles included. */
  variantIds: string[];
};

/** About a kilobyte each. */
const MOST_SALES = 5_000;
/** Customers pay within seconds; a sale that is paid later is read from the database. */
const KEPT_MS = 10 * MINUTE_MS;

const memories = new WeakMap<Platform, LRUCache<string, PayableSale>>();

function memoryOf(platform: Platform): LRUCache<string, PayableSale> {
  const known = memories.get(platform);
  if (known) return known;
  const memory = new LRUCache<string, PayableSale>({ max: MOST_SALES, ttl: KEPT_MS });
  memories.set(platform, memory);
  return memory;
}

/**
 * Keeps what this node rang up, so that its payment needs no look at the sale. Only a guess: the
 * booking compares it with the row. A sale with an age limit needs a look for its age check, one
 * with gift cards a transaction that issues them.
 */
export function rememberSale(platform: Platform, sale: PayableSale): void {
  if (sale.minimum_age === null && sale.gift_cards.length === 0)
    memoryOf(platform).set(sale.transaction_number, sale);
}

export const recentSale = (platform: Platform, number: string): PayableSale | undefined =>
  memoryOf(platform).get(number);

export const forgetSale = (platform: Platform, number: string): void => {
  memoryOf(platform).delete(number);
};

/** The new sale as a payment sees it. */
export const payableSale = (
  sale: TillSale,
  lines: readonly NewLine[],
  number: string,
): PayableSale => {
  const ages = lines.flatMap(line => line.minimum_age ?? []);
  return {
    id: sale.id,
    transaction_number: number,
    store_id: sale.storeId,
    terminal_id: sale.terminalId,
    status: 'pending',
    currency: sale.currency,
    total_amount: sale.totalAmount,
    tax_amount: sale.taxAmount,
    prices_include_tax: sale.pricesIncludeTax,
    tax_exemption: sale.taxExemption,
    shipping_amount: '0.00',
    shipping_tax: '0.00',
    tax_destination: null,
    created_at: sale.createdAt,
    total_paid: '0.00',
    change_due: '0.00',
    rounding_amount: '0.00',
    tip_amount: '0.00',
    card_hold: '0.00',
    source_system: 'pos',
    expires_at: sale.expiresAt,
    customer_id: sale.customerId,
    attribution: sale.attribution,
    minimum_age: ages.length === 0 ? null : Math.max(...ages),
    lines: lines.map(line => ({
      amount: formatMoney(
        minor(line.subtotal, sale.currency) - minor(line.discount, sale.currency),
        sale.currency,
      ),
      exempt: line.is_tax_exempt,
      tax_class: line.tax_class,
      tax_rates: line.tax_rates,
    })),
    gift_cards: giftCardLines(lines),
    value_paid: '0.00',
    age_check: null,
    variantIds: restrictingVariants(lines),
  };
};
