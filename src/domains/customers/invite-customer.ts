import { atomically, type Tx } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import {
  invitedAddress,
  limitInvitations,
  lockUser,
  sendInvitation,
  type User,
} from '../people/index.js';
import { erased } from './change-customer.js';
import { ownStoreOf } from './country-of.js';
import { findCustomer } from './find-customer.js';

/** Mails a customer whom a store recorded a link that opens the account in the web shop. */
export async function inviteCustomer<T>(
  platform: Platform,
  caller: Staff,
  id: string,
  finish: (tx: Tx, customer: User) => Promise<T>,
): Promise<T> {
  const seen = await findCustomer(platform.db, id);
  await limitInvitations(platform, caller, addressOf(seen));
  return atomically(platform.db, async tx => {
    const { id: current } = await findCustomer(tx, id);
    const customer = await lockUser(tx, current);
    if (customer === undefined) throw notFound('Customer');
    addressOf(customer);
    const storeId = customer.home_store_id ?? ownStoreOf(caller);
    return finish(tx, await sendInvitation(tx, platform, customer, storeId));
  });
}

function addressOf(customer: User): string {
  if (customer.erased_at !== null) throw erased();
  return invitedAddress(customer);
}
