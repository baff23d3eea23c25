import { atomically } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { lockUser, phoneNumber, saveUser, type User } from '../people/index.js';
import { findStore } from '../stores/index.js';

type OwnDetails = { first_name?: string; last_name?: string; phone?: string };

/** What customers change of their own record. A number without a country is of their store's. */
export const changeOwnDetails = (
  platform: Platform,
  customerId: string,
  { phone, ...typed }: OwnDetails,
): Promise<User> =>
  atomically(platform.db, async tx => {
    const customer = await lockUser(tx, customerId);
    if (customer?.role !== 'customer') throw notFound('Customer');
    const names = Object.fromEntries(
      Object.entries(typed).map(([field, text]) => [field, nameOf(field, text)]),
    );
    const home = customer.home_store_id;
    const store = home === null ? undefined : await findStore(tx, home);
    const number = phone === undefined ? {} : { phone: numberOf(phone, store?.country ?? '') };
    return saveUser(tx, platform, customer, { ...names, ...number });
  });

function nameOf(field: string, text: string): string {
  const name = text.trim();
  if (name === '') throw invalidField(field, 'This field is required.');
  return name;
}

function numberOf(typed: string, country: string): string {
  if (typed.trim() === '') return '';
  const number = phoneNumber(typed, country);
  if (number !== undefined) return number;
  throw invalidField('phone', 'This is not a phone number; begin with + and the country code.');
}
