import type { Tx } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import { addressesOf, saveAddress, type WebSession } from '../../../people/index.js';
import type { OrderForm } from './order-form.js';

/** Bounded so that a full address book never stands in the way of an order. */
const ROOM_FOR_ADDRESSES = 40;

/**
 * Puts the address of an order into the customer's profile, if that was wanted and it is not there.
 * Done before anybody is charged: once the money is taken, nothing of the kind may fail.
 */
export async function keepAddress(
  tx: Tx,
  platform: Platform,
  { userId }: WebSession,
  { save_to_profile: isWanted, shipping_address: typed }: OrderForm,
): Promise<void> {
  if (!isWanted || userId === null || typed === null) return;
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
  if (isKnown || known.length >= ROOM_FOR_ADDRESSES) return;
  await saveAddress(tx, platform, userId, undefined, address);
}
