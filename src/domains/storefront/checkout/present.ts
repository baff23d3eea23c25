import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import type { Totals } from '../../pricing/index.js';
import { findSale, type Sale } from '../../transactions/index.js';
import { receiptToken } from './order/receipt-token.js';
import type { Checkout } from './repository.js';
import { isExpired, pickupDisplay } from './rules.js';
import type { CompleteReply } from './schemas.js';

type StoreShown = { time_zone: string; pay_at_store_enabled: boolean };

/** The order number is shown once the order is placed. */
export const presentCheckout = (
  checkout: Checkout,
  { store, saleNumber, now }: { store: StoreShown; saleNumber: string | null; now: Date },
) => {
  const pickupAt = checkout.pickup_scheduled_time;
  return {
    session_id: checkout.id,
    status: checkout.status,
    fulfillment_method: checkout.fulfillment_method,
    expires_at: checkout.expires_at.toISOString(),
    is_expired: isExpired(checkout, now),
    transaction_id: checkout.status === 'completed' ? saleNumber : null,
    pickup_scheduled_time: pickupAt?.toISOString() ?? null,
    pickup_display_time: pickupAt && pickupDisplay(pickupAt, store.time_zone),
    store_pay_at_store_enabled: store.pay_at_store_enabled,
  };
};

/** What the goods cost; shipping depends on the delivery that is chosen later. */
export const presentTotals = (totals: Totals, currency: string) => ({
  subtotal: formatMoney(totals.subtotalMinor, currency),
  discount: formatMoney(totals.discountMinor, currency),
  tax: formatMoney(totals.taxMinor, currency),
  total: formatMoney(totals.totalMinor, currency),
  prices_include_tax: totals.pricesIncludeTax,
  currency,
});

/** The part of a sale that a shopper sees. */
export type PlacedSale = Pick<Sale, 'id' | 'transaction_number' | 'total_amount'>;

/** Idempotent: repeated requests get the same answer. */
export async function presentPlaced(
  platform: Platform,
  checkout: Pick<Checkout, 'id' | 'transaction_id'>,
  known?: PlacedSale,
): Promise<CompleteReply> {
  const sale = known?.id === checkout.transaction_id ? known : await saleOf(platform, checkout);
  return {
    success: true,
    transaction_id: sale.transaction_number,
    checkout_session_id: checkout.id,
    total_amount: sale.total_amount,
    receipt_token: receiptToken(platform, sale.id),
  };
}

export async function presentChallenge(
  platform: Platform,
  checkout: Checkout,
  challenge: { processorPaymentId: string; clientSecret: string },
): Promise<CompleteReply> {
  const sale = await saleOf(platform, checkout);
  return {
    success: true,
    requires_action: true,
    transaction_id: sale.transaction_number,
    payment_intent_id: challenge.processorPaymentId,
    client_secret: challenge.clientSecret,
  };
}

async function saleOf({ db }: Platform, checkout: Pick<Checkout, 'transaction_id'>) {
  const id = checkout.transaction_id;
  const sale = id === null ? undefined : await findSale(db, { id });
  if (sale === undefined) throw new Error('checkout in payment without a sale');
  return sale;
}
