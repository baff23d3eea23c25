import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { tierOf } from '../../loyalty/index.js';
import { userById } from '../../people/index.js';
import { pointsWorth } from '../../pricing/index.js';
import { balancesOfCustomer, expiringPoints } from '../../stored-value/index.js';
import { storeForSelling } from '../../stores/index.js';

/** What a customer can pay with at a store, and the customer's tier. */
export async function readBalances(
  platform: Platform,
  customerId: string,
  storeId: string | undefined,
) {
  const { db, clock } = platform;
  const now = clock.now();
  const [user, store, credits, expiring, { tier }] = await Promise.all([
    userById(db, customerId),
    storeId === undefined ? undefined : storeForSelling(platform, storeId),
    balancesOfCustomer(db, customerId, now),
    expiringPoints(db, customerId, now),
    tierOf(db, customerId, now),
  ]);
  const points = user?.loyalty_points ?? 0;
  const worthMinor = store
    ? pointsWorth(Math.max(points, 0), store.pointsValue, store.currency)
    : 0;
  return {
    points,
    points_value: store?.pointsValue ?? null,
    points_worth: store ? formatMoney(worthMinor, store.currency) : null,
    currency: store?.currency ?? null,
    expiring,
    tier: tier && { name: tier.name, earning_factor: tier.earning_factor },
    // Anyone with the code of a gift card can spend it, so cards are listed one by one.
    credits: credits
      .filter(({ kind }) => kind === 'store_credit')
      .map(({ kind, currency, balance }) => ({ kind, currency, balance })),
  };
}
