import type { Parameter } from '../../platform/database/record-statement.js';
import type { ShippingAddress } from './repository.js';
import type { FulfillmentType } from './rules.js';

/** The fulfillment of a web order, written together with its sale. */
export type PaidOrderFulfillment = {
  fulfillmentId: string;
  storeId: string;
  fulfillmentType: FulfillmentType;
  scheduledAt: Date | null;
  scheduledDate: string | null;
  createAccount: boolean;
  customerEmail: string | null;
  customerName: string;
  customerPhone: string;
  shippingAddress: ShippingAddress | null;
  billingAddress: ShippingAddress | null;
  /** All items of the sale wait in one shipment, which gets a row when it is sent or cancelled. */
  isUnpacked: boolean;
  orderedAt: Date;
};

/**
 * The common table expression `fulfillment` of a statement that writes a web order; it belongs to the
 * sale in `sale`.
 */
export const paidOrderFulfillmentSql = ($: Parameter<PaidOrderFulfillment>): string =>
  `fulfillment as (
  insert into fulfillments (id, transaction_id, store_id, fulfillment_type, scheduled_at,
    scheduled_date, create_account, customer_email, customer_name, customer_phone,
    shipping_address, billing_address, is_unpacked, created_at, updated_at)
  select ${$('fulfillmentId')}, sale.id, ${$('storeId')}, ${$('fulfillmentType')},
    ${$('scheduledAt')}, ${$('scheduledDate')}, ${$('createAccount')}, ${$('customerEmail')},
    ${$('customerName')}, ${$('customerPhone')}, ${$('shippingAddress')}::jsonb,
    ${$('billingAddress')}::jsonb, ${$('isUnpacked')}, ${$('orderedAt')}, ${$('orderedAt')}
  from sale
)`;
