import { atomically } from '../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import { inventoryChanged } from '../inventory/index.js';
import { refundSucceeded } from '../payments/index.js';
import { customerLoggedIn } from '../people/index.js';
import { sendAlerts } from './alerts/send-alerts.js';
import { mailRefund } from './orders/mail-refund.js';
import { restoreCart } from './sessions/restore-cart.js';

const restoreCarts = defineConsumer({
  name: 'storefront:restore-cart',
  events: [customerLoggedIn],
  async handle(platform, events) {
    for (const { data } of events) {
      await restoreCart(platform, { userId: data.user_id, sessionId: data.session_id });
    }
  },
});

const mailRefunds = defineConsumer({
  name: 'storefront:mail-refunds',
  events: [refundSucceeded],
  priority: 'low',
  async handle(platform, events) {
    for (const { subjectId } of events) {
      if (subjectId === null) continue;
      await atomically(platform.db, tx => mailRefund(tx, platform, subjectId));
    }
  },
});

/** Outside the transaction of a sale, so that tills do not wait for these mails. */
const sendStockAlerts = defineConsumer({
  name: 'storefront:stock-alerts',
  events: [inventoryChanged],
  priority: 'low',
  handle: (platform, events) =>
    sendAlerts(
      platform,
      events.flatMap(({ storeId, data }) =>
        storeId !== null && data.available > 0 ? [{ storeId, variantId: data.variant_id }] : [],
      ),
    ),
});

export const consumers: readonly Consumer[] = [restoreCarts, mailRefunds, sendStockAlerts];
