import type { Reader } from '../../platform/database/tx.js';
import { notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { can, type Principal } from '../access/index.js';
import { userById } from '../people/index.js';
import { expiringPoints } from '../stored-value/index.js';
import { accountTotals } from './repository.js';
import { tierOf } from './tiers/tier-of.js';

/** Customers can access only themselves; staff with `sale.read` can access all customers. */
export async function visibleCustomer(reader: Reader, caller: Principal, id: string) {
  const isAllowed = caller.userId === id.toLowerCase() || can(caller, 'sale.read');
  const customer = isAllowed ? await userById(reader, id) : undefined;
  if (customer?.role !== 'customer') throw notFound('Customer');
  return customer;
}

export async function readAccount(platform: Platform, caller: Principal, id: string) {
  const { db, clock } = platform;
  const customer = await visibleCustomer(db, caller, id);
  const now = clock.now();
  const [totals, expiring, standing] = await Promise.all([
    accountTotals(db, customer.id),
    expiringPoints(db, customer.id, now),
    tierOf(db, customer.id, now),
  ]);
  return {
    customer_id: customer.id,
    points: customer.loyalty_points,
    earned: totals.earned,
    taken_back: totals.taken_back,
    last_entry_at: totals.last_entry_at?.toISOString() ?? null,
    expiring,
    ...standing,
  };
}
