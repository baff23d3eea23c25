import { isDeepStrictEqual } from 'node:util';
import { countryCodeOf } from '../../../../platform/countries.js';
import type { Reader } from '../../../../platform/database/tx.js';
import { Failure, type FieldErrors, invalidField } from '../../../../platform/http/failure.js';
import type { ShippingAddress } from '../../../fulfillments/index.js';
import { addressById, type WebSession } from '../../../people/index.js';
import type { ShippingOffer, ShippingPlace } from '../../carts/shipping-rates.js';
import type { FulfillmentMethod } from '../rules.js';
import type { CheckoutForm } from '../schemas.js';

/** How the goods are shipped, as the shop names it. */
export type DeliveryChoice = Pick<ShippingOffer, 'title' | 'turnaround' | 'days_min' | 'days_max'>;

/** The stored part of the shopper's form; it holds no card data. */
export type OrderForm = {
  email: string;
  shipping_address: ShippingAddress | null;
  /** Null: the bill goes to the shipping address. */
  billing_address: ShippingAddress | null;
  /** Who collects or receives the order; forms stored by an earlier release lack it. */
  contact?: { name: string; phone: string };
  delivery_method: string | number | null;
  /** The rate that this picked; null if nothing is shipped. */
  delivery?: DeliveryChoice | null;
  save_to_profile: boolean;
  create_account: boolean;
};

type AddressFields = { [Key in keyof ShippingAddress]?: string | null };

/** Required to ship an order. */
const REQUIRED = ['address', 'city', 'country'] as const;

/** Validates the form; a saved address replaces the typed one. */
export async function readOrderForm(
  reader: Reader,
  session: WebSession,
  method: FulfillmentMethod,
  form: CheckoutForm,
): Promise<OrderForm> {
  const saved = form.saved_address_id;
  const shipping = saved
    ? await savedAddress(reader, session, saved)
    : filledIn(form.shipping_address ?? {});
  if (method === 'ship') refuseIncomplete(shipping);
  const billing = form.billing_same_as_shipping ? {} : filledIn(form.billing_address ?? {});
  return {
    email: form.email,
    shipping_address: method === 'ship' ? shipping : null,
    billing_address: isOther(billing, shipping) ? billing : null,
    contact: contactIn(shipping, billing),
    delivery_method: form.delivery_method?.id ?? null,
    // An address chosen from the profile is saved already.
    save_to_profile: form.save_to_profile === true && !saved,
    create_account: form.create_account === true && session.userId === null,
  };
}

/**
 * Where the customer lives, for the tax of goods that are not shipped: the billing address, else the
 * other one of the form. Throws if it names no country.
 */
export async function readBillingPlace(
  reader: Reader,
  session: WebSession,
  form: CheckoutForm,
): Promise<ShippingPlace> {
  const billing: ShippingAddress = form.billing_same_as_shipping
    ? {}
    : filledIn(form.billing_address ?? {});
  const other = async (): Promise<ShippingAddress> =>
    form.saved_address_id
      ? savedAddress(reader, session, form.saved_address_id)
      : filledIn(form.shipping_address ?? {});
  const isBilling = billing.country !== undefined;
  const { country = '', region = '' } = isBilling ? billing : await other();
  if (countryCodeOf(country) === undefined) throw countryRequired();
  const path = `checkout_form_data.${isBilling ? 'billing' : 'shipping'}_address.`;
  return { country, region, path };
}

const countryRequired = (): Failure =>
  new Failure('invalid', 'ADDRESS_INCOMPLETE', 'The tax depends on the country of the customer.', {
    fields: { 'checkout_form_data.billing_address.country': ['Must be a country of ISO 3166-1.'] },
  });

/** A pickup has no address, but the form may name the person who comes. */
const contactIn = (shipping: ShippingAddress, billing: ShippingAddress) => ({
  name: nameIn(shipping) || nameIn(billing),
  phone: shipping.phone ?? billing.phone ?? '',
});

/** Without a street it only names a person. */
const isOther = (billing: ShippingAddress, shipping: ShippingAddress): boolean =>
  billing.address !== undefined &&
  !isDeepStrictEqual({ ...billing, phone: '' }, { ...shipping, phone: '' });

const nameIn = ({ firstName, lastName }: ShippingAddress): string =>
  [firstName, lastName].filter(Boolean).join(' ');

function filledIn(fields: AddressFields): ShippingAddress {
  const address: ShippingAddress = {};
  for (const [name, value] of Object.entries(fields) as [keyof ShippingAddress, string | null][]) {
    const text = value?.trim();
    if (text) address[name] = text;
  }
  return address;
}

async function savedAddress(
  reader: Reader,
  session: WebSession,
  id: string,
): Promise<ShippingAddress> {
  const saved = session.userId === null ? undefined : await addressById(reader, session.userId, id);
  if (saved === undefined) {
    throw invalidField('checkout_form_data.saved_address_id', 'There is no such saved address.');
  }
  return filledIn({
    firstName: saved.first_name,
    lastName: saved.last_name,
    company: saved.company,
    address: saved.address,
    apartment: saved.apartment,
    city: saved.city,
    region: saved.region,
    postalCode: saved.postal_code,
    country: saved.country,
    phone: saved.phone,
  });
}

function refuseIncomplete(address: ShippingAddress): void {
  const missing = REQUIRED.filter(name => address[name] === undefined);
  if (missing.length === 0) return;
  const fields: FieldErrors = {};
  for (const name of missing) {
    fields[`checkout_form_data.shipping_address.${name}`] = ['This field is required.'];
  }
  throw new Failure('invalid', 'ADDRESS_INCOMPLETE', 'The shipping address is not complete.', {
    fields,
  });
}

/** The body parser masks card numbers except for the last four digits. */
export const lastFourOf = (form: CheckoutForm): string | null =>
  /(\d{4})$/.exec(form.payment_details?.cardNumber ?? '')?.[1] ?? null;
