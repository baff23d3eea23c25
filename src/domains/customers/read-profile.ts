import { newId } from '../../platform/ids.js';
import type { Platform } from '../../platform/platform.js';
import { type Staff, storeScope } from '../access/index.js';
import { tierOf } from '../loyalty/index.js';
import { balancesOfCustomer, expiringPoints } from '../stored-value/index.js';
import { ownStoreOf } from './country-of.js';
import { findCustomer } from './find-customer.js';
import { presentCustomer } from './present.js';
import { insertView, type Purchase, purchasesOf, spendingOf, type View } from './repository.js';

const PURCHASES_SHOWN = 20;

/**
 * The profile of a customer. The view is recorded first, so nobody sees a profile without a record.
 * Only the service itself reads a profile unrecorded, to compare it before and after a change.
 */
export async function readProfile(
  platform: Platform,
  caller: Staff,
  id: string,
  isComparison = false,
) {
  const { db } = platform;
  const customer = await findCustomer(db, id);
  if (!isComparison) await insertView(db, viewBy(platform, caller, customer.id, 'profile'));
  const scope = storeScope(caller);
  const now = platform.clock.now();
  const [purchases, spending, balances, expiring, { tier, spend }] = await Promise.all([
    purchasesOf(db, customer.id, scope, PURCHASES_SHOWN),
    spendingOf(db, customer.id, scope),
    balancesOfCustomer(db, customer.id, now),
    expiringPoints(db, customer.id, now),
    tierOf(db, customer.id, now),
  ]);
  return {
    ...presentCustomer(customer),
    balances: balances.map(({ kind, currency, balance }) => ({ kind, currency, balance })),
    expiring,
    tier,
    spend,
    spending,
    purchases: purchases.map(presentPurchase),
  };
}

export function viewBy(
  { clock }: Platform,
  caller: Staff,
  customerId: string,
  kind: View['kind'],
): View {
  const at = clock.now();
  return {
    id: newId(at),
    customerId,
    viewerId: caller.userId,
    storeId: ownStoreOf(caller) ?? null,
    terminalId: caller.till?.terminalId ?? null,
    kind,
    at,
  };
}

const presentPurchase = (sale: Purchase) => ({
  transaction_id: sale.transaction_number,
  store: sale.store_id,
  store_name: sale.store_name,
  channel: sale.source_system,
  status: sale.status,
  total_amount: sale.total_amount,
  currency: sale.currency,
  created_at: sale.created_at.toISOString(),
});
