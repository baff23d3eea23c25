import { atomically, type Tx } from '../../platform/database/tx.js';
import { invalidField, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import type { Staff } from '../access/index.js';
import { moveChecks } from '../compliance/index.js';
import {
  endSessionsWhere,
  lockCustomers,
  mergeRows,
  moveBelongings,
  setPoints,
  type User,
  userSaved,
  usersById,
} from '../people/index.js';
import { moveHeldSales, moveJournal } from '../pos/index.js';
import { moveUses } from '../promotions/index.js';
import { moveQuotes } from '../quotes/index.js';
import { moveReviews } from '../reviews/index.js';
import { moveCredits, movePoints, moveSavedCards } from '../stored-value/index.js';
import { lockSalesOf, moveSales } from '../transactions/index.js';
import { erased } from './change-customer.js';
import { customerMerged } from './events.js';
import { findCustomer } from './find-customer.js';
import { refuseSharedCustomer } from './refuse-shared-customer.js';
import { moveViews } from './repository.js';

/**
 * Merges the record `mergedId` into `id`: sales, points, balances, addresses and carts go to the
 * record that stays, and the logins of the other one end. A repeated request changes nothing.
 */
export function mergeCustomers(
  platform: Platform,
  caller: Staff,
  id: string,
  mergedId: string,
): Promise<User> {
  return atomically(platform.db, async tx => {
    const { id: into } = await findCustomer(tx, id);
    const from = mergedId.toLowerCase();
    // Points are settled with the sale locked before its customer, so the sales come first here, too.
    await lockSalesOf(tx, from);
    const rows = await lockCustomers(tx, [into, from]);
    const merged = rows.find(row => row.id === from);
    const stays = rows.find(row => row.id === into);
    if (stays?.role !== 'customer') throw notFound('Customer');
    if (merged?.role !== 'customer') {
      throw invalidField('customer_id', 'There is no such customer.');
    }
    if (merged.merged_into === into) return findCustomer(tx, into);
    refuse(into, from, merged, stays);
    await refuseSharedCustomer(tx, caller, [into, from]);
    await move(tx, platform, from, into);
    for (const user of await usersById(tx, [into, from])) await record(tx, userSaved(user));
    await record(tx, customerMerged(into, from, caller.userId));
    return findCustomer(tx, into);
  });
}

type Locked = Awaited<ReturnType<typeof lockCustomers>>[number];

function refuse(into: string, from: string, merged: Locked, stays: Locked): void {
  if (from === into) throw invalidField('customer_id', 'This is the same customer.');
  if (merged.merged_into !== null || stays.merged_into !== null) {
    throw invalidField('customer_id', 'This customer was merged into another one.');
  }
  if (merged.erased_at !== null || stays.erased_at !== null) throw erased();
}

async function move(tx: Tx, platform: Platform, from: string, into: string): Promise<void> {
  await endSessionsWhere(tx, platform, { userId: from });
  await mergeRows(tx, from, into, platform.clock.now());
  await moveBelongings(tx, from, into);
  await moveSales(tx, from, into);
  await moveQuotes(tx, from, into);
  await moveCredits(tx, from, into);
  await moveSavedCards(tx, from, into);
  await setPoints(tx, into, await movePoints(tx, from, into));
  await moveChecks(tx, from, into);
  await moveUses(tx, from, into);
  await moveHeldSales(tx, from, into);
  await moveJournal(tx, from, into);
  await moveReviews(tx, from, into);
  await moveViews(tx, from, into);
}
