import type { Tx } from '../../../platform/database/tx.js';
import { invalid, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { lockUser } from '../repository.js';
import {
  type Address,
  addressById,
  clearDefaultAddress,
  countAddresses,
  insertAddress,
  updateAddress,
} from './repository.js';

const MAX_ADDRESSES = 50;

export type AddressChange = Partial<Omit<Address, 'id' | 'user_id' | 'created_at'>>;

const EMPTY = {
  label: '',
  is_default: false,
  first_name: '',
  last_name: '',
  company: '',
  address: '',
  apartment: '',
  city: '',
  region: '',
  postal_code: '',
  country: '',
  phone: '',
};

/** Adds or changes an address. A customer's first address is the default. */
export async function saveAddress(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  userId: string,
  id: string | undefined,
  change: AddressChange,
): Promise<Address> {
  // Serializes changes of one customer, which keeps a single default and the limit.
  await lockUser(tx, userId);
  const saved =
    id === undefined
      ? await added(tx, clock.now(), userId, change)
      : await changed(tx, userId, id, change);
  if (saved === undefined) throw notFound('Address');
  return saved;
}

async function added(
  tx: Tx,
  now: Date,
  userId: string,
  change: AddressChange,
): Promise<Address | undefined> {
  const count = await countAddresses(tx, userId);
  if (count >= MAX_ADDRESSES) {
    throw invalid(`No more than ${MAX_ADDRESSES} addresses can be kept.`);
  }
  const isDefault = change.is_default === true || count === 0;
  if (isDefault) await clearDefaultAddress(tx, userId);
  const id = newId();
  await insertAddress(tx, {
    ...EMPTY,
    ...change,
    is_default: isDefault,
    id,
    user_id: userId,
    created_at: now,
  });
  return addressById(tx, userId, id);
}

async function changed(
  tx: Tx,
  userId: string,
  id: string,
  change: AddressChange,
): Promise<Address | undefined> {
  if ((await addressById(tx, userId, id)) === undefined) return undefined;
  if (change.is_default === true) await clearDefaultAddress(tx, userId);
  if (Object.keys(change).length > 0) await updateAddress(tx, id, change);
  return addressById(tx, userId, id);
}
