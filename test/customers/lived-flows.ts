import type { EventName } from '../../src/domains/event-map.js';
import type { MailKind } from '../../src/domains/texts/mail-kinds.js';

/** The test makes it happen with the person. */
export const LIVED = 'lived';

const all = <Name extends string>(reason: string, names: readonly Name[]): [Name, string][] =>
  names.map(name => [name, reason]);

const GOODS = 'about goods, prices and stock, which name nobody';
const SHOP = 'about settings and money of the shop, which name nobody';
const STAFF = 'about staff and their tills';
const IDS = 'carries ids, codes, amounts and states of a record that another flow fills';

/** Every event: lived, or why it cannot hold what names a customer. */
export const EVENTS = new Map<EventName, string>([
  ...all<EventName>(LIVED, [
    'user.saved',
    'task.saved',
    'approval.requested',
    'approval.approved',
    'approval.consumed',
    'payment.saved',
    'refund.succeeded',
    'transaction.created',
    'transaction.updated',
    'transaction.completed',
    'transaction.voided',
    'return.created',
    'return.updated',
    'fulfillment.created',
    'customer.erased',
  ]),
  ...all<EventName>(GOODS, [
    'barcode_pattern.changed',
    'product.saved',
    'product.deleted',
    'product_variant.saved',
    'product_variant.deleted',
    'category.saved',
    'category.deleted',
    'brand.saved',
    'brand.deleted',
    'product_type.saved',
    'product_type.deleted',
    'collection.saved',
    'collection.deleted',
    'collection.rule_saved',
    'inventory.changed',
    'inventory_level.deleted',
    'delivery.saved',
    'delivery.deleted',
    'supplier.saved',
    'supplier.deleted',
    'purchase_order.saved',
    'purchase_order.deleted',
    'stock_transfer.changed',
    'zone.saved',
    'zone.deleted',
    'par_level.saved',
    'par_level.deleted',
    'stock_count.changed',
    'tiles.saved',
  ]),
  ...all<EventName>(SHOP, [
    'store.saved',
    'store.deleted',
    'site.saved',
    'site.deleted',
    'tax_jurisdiction.saved',
    'tax_jurisdiction.deleted',
    'system.notification',
    'payment_method.saved',
    'payment_method.deleted',
    'campaign.saved',
    'campaign.deleted',
    'promotion.saved',
    'promotion.deleted',
    'promo_code.saved',
    'promo_code.deleted',
    'ab_test.saved',
    'ab_test.deleted',
    'shop_theme.saved',
    'webhook_endpoint.saved',
    'webhook_endpoint.deleted',
    'webhook_endpoint.disabled',
  ]),
  ...all<EventName>(STAFF, [
    'user.deleted',
    'user.all_stores_granted',
    'user.block_lifted',
    'user.role_mapped',
    'role.saved',
    'terminal.pairing_code_made',
    'terminal.device_paired',
    'terminal.device_unpaired',
    'shift.opened',
    'shift.closed',
  ]),
  ...all<EventName>(IDS, [
    'customer.logged_in',
    'customer.merged',
    'refund.failed',
    'refund.given_up',
    'refund.action_required',
    'refund.action_done',
    'task.deleted',
    'approval.denied',
    'approval.cancelled',
    'approval.expired',
    'kyc_credential.saved',
    'card_payment.updated',
    'payment.reviewed',
    'store_credit.saved',
    'fulfillment.updated',
  ]),
]);

const BY_RECIPIENT = 'erased by its recipient like every mail, whatever it says';

/** Every kind of mail, by the texts it has. */
export const MAILS = new Map<MailKind, string>([
  ...all<MailKind>(LIVED, ['order_confirmation', 'receipt', 'quote', 'registration_exists']),
  ...all<MailKind>(BY_RECIPIENT, [
    'pickup_ready',
    'order_shipped',
    'order_cancelled',
    'order_refunded',
    'return_received',
    'return_accepted',
    'return_refused',
    'gift_card',
    'layaway_reminder',
    'cart_reminder',
    'back_in_stock',
    'registration_code',
    'login_code',
    'password_reset',
    'password_changed',
    'new_device',
    'sign_in_changed',
    'account_deletion',
    'customer_invitation',
  ]),
  ...all<MailKind>('to staff, about their own account', ['staff_invitation']),
]);

/** Every queue: what its rows hold. */
export const QUEUES = new Map<string, string>([
  ...all(LIVED, [
    'payments:refunds',
    'storefront:attempts',
    'content:outbound',
    'subscriptions:deliveries',
    'mail:outgoing',
    'webhooks:events',
  ]),
  ...all('holds ids; what is sent or printed is read from the records', [
    'transactions:card-attempts',
    'hardware:print-jobs',
    'storefront:uncertain-charges',
    'agents:order-events',
    'content:push-all',
  ]),
  ...all('holds documents of editors; those of customers are planted in erase.test.ts', [
    'content:inbound',
  ]),
]);

/** Jobs that are not on a schedule, so that they may carry data. */
export const JOBS = new Map<string, string>([
  ...all('carries the id of a record', [
    'mail:deliver',
    'catalog:fetch-picture',
    'spreadsheets:import',
    'spreadsheets:pictures',
    'spreadsheets:undo',
  ]),
]);
