import { invalidField } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { storeForSelling } from '../../stores/index.js';
import type { AgentPayment } from '../checkout/pay-session.js';
import type { Address, Buyer, SessionChange } from '../checkout/session.js';
import { splitName } from '../names.js';
import type { Agent } from '../repository.js';
import {
  type AcpAddress,
  type AcpBuyer,
  type AcpDetails,
  type CompleteInput,
  type CreateInput,
  INTERVENTIONS,
  type UpdateInput,
} from './schemas.js';

const buyerOf = ({ email, first_name, last_name, full_name, phone_number }: AcpBuyer): Buyer => ({
  email,
  ...splitName(full_name ?? ''),
  ...(first_name && { firstName: first_name }),
  ...(last_name && { lastName: last_name }),
  ...(phone_number && { phone: phone_number }),
});

const addressOf = (address: AcpAddress, phone?: string): Address => ({
  ...splitName(address.name),
  line1: address.line_one,
  city: address.city,
  region: address.state,
  country: address.country,
  postalCode: address.postal_code,
  ...(address.line_two && { line2: address.line_two }),
  ...(address.company && { company: address.company }),
  ...(phone && { phone }),
});

/** Without a buyer, the mail address of the delivery is that of the order. */
function detailsOf(details: AcpDetails | undefined, hasBuyer: boolean): SessionChange {
  if (details === undefined) return {};
  const { email, name = '', phone_number: phone, address } = details;
  return {
    ...(!hasBuyer && email && { buyer: { email, ...splitName(name), ...(phone && { phone }) } }),
    ...(address && { address: addressOf(address, phone) }),
  };
}

export function changeOf(body: CreateInput | UpdateInput): SessionChange {
  const { buyer, line_items: items, fulfillment_details: details } = body;
  const selected = 'selected_fulfillment_options' in body && body.selected_fulfillment_options;
  return {
    ...(items && { items: items.map(({ id, quantity = 1 }) => ({ sku: id, quantity })) }),
    ...(buyer && { buyer: buyerOf(buyer) }),
    ...detailsOf(details, buyer !== undefined),
    ...(selected && { optionId: selected[0]?.option_id ?? null }),
  };
}

/** The interventions that program and service both support; null if the program named none. */
export const interventionsOf = ({ capabilities }: CreateInput): string[] | null =>
  capabilities.interventions
    ? INTERVENTIONS.filter(one => capabilities.interventions?.supported?.includes(one))
    : null;

export const paymentOf = (
  { buyer, payment_data: data }: CompleteInput,
  clientAddress: string,
): AgentPayment => ({
  methodId: data.handler_id,
  token: data.instrument.credential.token,
  clientAddress,
  ...(data.billing_address && { billing: addressOf(data.billing_address) }),
  ...(buyer && { buyer: buyerOf(buyer) }),
});

/** The store sells in its own currency only. */
export async function refuseCurrency(
  platform: Platform,
  agent: Agent,
  currency: string,
): Promise<void> {
  const store = await storeForSelling(platform, agent.store_id);
  if (store?.currency === currency.toUpperCase()) return;
  throw invalidField('currency', `The store sells in ${store?.currency.toLowerCase()} only.`);
}
