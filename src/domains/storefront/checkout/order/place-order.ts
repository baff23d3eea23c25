import type { Tx } from '../../../../platform/database/tx.js';
import type { Language } from '../../../../platform/language.js';
import type { Platform } from '../../../../platform/platform.js';
import { createFulfillment } from '../../../fulfillments/index.js';
import type { MailTemplates } from '../../../texts/index.js';
import { moveCheckout } from '../attempt/attempt-repository.js';
import type { SettlementContext } from '../attempt/settlement-context.js';
import { type Checkout, convertCart } from '../repository.js';
import { dayAt } from '../rules.js';
import { mailOrder } from './order-mail.js';
import { receiptToken } from './receipt-token.js';

export type OrderStore = {
  name: string;
  timeZone: string;
  language: Language;
  addressLines: readonly string[];
  mailTemplates: MailTemplates;
};

/** Completes the checkout: converts the cart, creates the fulfillment, receipt link and mail. */
export async function placeOrder(
  tx: Tx,
  platform: Platform,
  checkout: Checkout,
  { sale, lines, sent }: Pick<SettlementContext, 'sale' | 'lines' | 'sent'>,
  store: OrderStore,
): Promise<Checkout> {
  const now = platform.clock.now();
  const form = checkout.form;
  const pickupAt = checkout.pickup_scheduled_time;
  const token = receiptToken(platform, sale.id);
  const [placed] = await Promise.all([
    moveCheckout(tx, checkout, {
      status: 'completed',
      transaction_id: sale.id,
      ...(form !== null && { form }),
      failure: null,
      updated_at: now,
    }),
    convertCart(tx, checkout.cart_id, now),
    form && mailOrder(tx, platform, { checkout, form, sale, lines, store, token }),
    createFulfillment(
      tx,
      {
        sale,
        type: checkout.fulfillment_method,
        scheduledAt: pickupAt,
        scheduledDate: pickupAt && dayAt(pickupAt, store.timeZone),
        createAccount: form?.create_account ?? false,
        customerName: form?.contact?.name,
        customerPhone: form?.contact?.phone,
        shippingAddress: form?.shipping_address ?? null,
        billingAddress: form?.billing_address ?? null,
        lines,
        sent,
      },
      now,
    ),
  ]);
  return placed;
}
