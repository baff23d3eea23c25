import type { Tx } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import { addressesOf, saveAddress, type WebSession } from '../../../people/index.js';
import type { OrderForm } from './order-form.js';

/** Below the limit of the address book, so that saving never fails an order. */
const MAX_SAVED_ADDRESSES = 40;

/**
 * Saves the shipping address to the customer's profile if requested and new. Runs before the charge,
 * because nothing optional may fail once money is taken.
 */
export async function saveOrderAddress(
  tx: Tx,
  platform: Platform,
  { userId }: WebSession,
  { save_to_profile: isRequested, shipping_address: typed }: OrderForm,
): Promise<void> {
  if (!isRequested || userId === null || typed === null) return;
  const address = {
    first_name: typed.firstName ?? '',
    last_name: typed.lastName ?? '',
    company: typed.company ?? '',
    address: typed.address ?? '',
    apartment: typed.apartment ?? '',
    city: typed.city ?? '',
    region: typed.region ?? '',
    postal_code: typed.postalCode ?? '',
    country: typed.country ?? '',
    phone: typed.phone ?? '',
  };
  const known = await addressesOf(tx, userId);
  const fields = Object.entries(address) as [keyof typeof address, string][];
  const isKnown = known.some(entry => fields.every(([name, value]) => entry[name] === value));
  if (isKnown || known.length >= MAX_SAVED_ADDRESSES) return;
  await saveAddress(tx, platform, userId, undefined, address);
}
