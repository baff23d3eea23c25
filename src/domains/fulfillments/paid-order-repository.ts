import type { Parameter } from '../../platform/database/record-statement.js';
import type { ShippingAddress } from './repository.js';
import type { FulfillmentType, Item } from './rules.js';

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
  shipmentId: string;
  /** Null for orders that are not shipped. */
  shipmentItems: readonly Item[] | null;
  orderedAt: Date;
};

/**
 * The common table expressions `fulfillment` and `shipment` of a statement that writes a web order;
 * they belong to the sale in `sale`.
 */
export const paidOrderFulfillmentSql = ($: Parameter<PaidOrderFulfillment>): string =>
  `fulfillment as (
  insert into fulfillments (id, transaction_id, store_id, fulfillment_type, scheduled_at,
    scheduled_date, create_account, customer_email, customer_name, customer_phone,
    shipping_address, created_at, updated_at)
  select ${$('fulfillmentId')}, sale.id, ${$('storeId')}, ${$('fulfillmentType')},
    ${$('scheduledAt')}, ${$('scheduledDate')}, ${$('createAccount')}, ${$('customerEmail')},
    ${$('customerName')}, ${$('customerPhone')}, ${$('shippingAddress')}::jsonb,
    ${$('orderedAt')}, ${$('orderedAt')}
  from sale
  returning id
), shipment as (
  insert into shipments (id, fulfillment_id, items, created_at)
  select ${$('shipmentId')}, fulfillment.id, ${$('shipmentItems')}::jsonb, ${$('orderedAt')}
  from fulfillment where ${$('shipmentItems')}::jsonb is not null
)`;
