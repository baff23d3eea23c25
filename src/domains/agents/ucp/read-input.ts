import { invalidField } from '../../../platform/http/failure.js';
import type { AgentPayment } from '../checkout/pay-session.js';
import type { Address, SessionChange } from '../checkout/session.js';
import {
  type CheckoutInput,
  type CompleteInput,
  FULFILLMENT,
  type UcpAddress,
  type UcpBuyer,
  type UcpMethod,
} from './schemas.js';

const buyerOf = ({ email, first_name, last_name, phone_number }: UcpBuyer) => ({
  ...(email && { email }),
  ...(first_name && { firstName: first_name }),
  ...(last_name && { lastName: last_name }),
  ...(phone_number && { phone: phone_number }),
});

const addressOf = (address: UcpAddress): Address => ({
  ...(address.first_name && { firstName: address.first_name }),
  ...(address.last_name && { lastName: address.last_name }),
  ...(address.street_address && { line1: address.street_address }),
  ...(address.extended_address && { line2: address.extended_address }),
  ...(address.address_locality && { city: address.address_locality }),
  ...(address.address_region && { region: address.address_region }),
  ...(address.address_country && { country: address.address_country }),
  ...(address.postal_code && { postalCode: address.postal_code }),
  ...(address.phone_number && { phone: address.phone_number }),
});

/** The selected destination, or the only one. A method without destinations keeps the address. */
function deliveryOf(method: UcpMethod | undefined): SessionChange {
  if (method === undefined) return {};
  if (method.type === 'pickup') {
    throw invalidField('fulfillment.methods[0].type', 'Programs can only have goods shipped.');
  }
  const { destinations = [], selected_destination_id: selected, groups } = method;
  const chosen =
    destinations.find(({ id }) => id !== undefined && id === selected) ?? destinations[0];
  const optionId = groups?.[0]?.selected_option_id;
  return {
    ...(chosen && { address: addressOf(chosen) }),
    ...(optionId !== undefined && { optionId }),
  };
}

/** The delivery counts only if both sides know the extension for it. */
export const changeOf = (
  { line_items, buyer, fulfillment }: CheckoutInput,
  capabilities: ReadonlySet<string>,
): SessionChange => ({
  items: line_items.map(({ item, quantity }) => ({ sku: item.id, quantity })),
  ...(buyer && { buyer: buyerOf(buyer) }),
  ...(capabilities.has(FULFILLMENT) && deliveryOf(fulfillment?.methods?.[0])),
});

/** The instrument that is selected, or the only one. */
export function paymentOf({ payment }: CompleteInput, clientAddress: string): AgentPayment {
  const { instruments } = payment;
  const chosen = instruments.find(({ selected }) => selected) ?? instruments[0];
  if (chosen === undefined) throw invalidField('payment.instruments', 'This field is required.');
  return {
    methodId: chosen.handler_id,
    token: chosen.credential.token,
    clientAddress,
    ...(chosen.billing_address && { billing: addressOf(chosen.billing_address) }),
  };
}
