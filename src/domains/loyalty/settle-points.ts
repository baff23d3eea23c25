import type { Tx } from '../../platform/database/tx.js';
import { newId } from '../../platform/ids.js';
import { minor, sumOf } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { refundsOfTransaction } from '../payments/index.js';
import { userById } from '../people/index.js';
import {
  expiredPointsOfSale,
  pointsAccountOf,
  pointsExpiry,
  postEntry,
} from '../stored-value/index.js';
import { storeForSelling } from '../stores/index.js';
import { isGiftCard, linesOf, lockSale, type Sale } from '../transactions/index.js';
import { pointsOfSale } from './repository.js';
import { type EntryKind, pointsFor, pointsLeft, roomFor } from './rules.js';
import { factorE2 } from './tiers/rules.js';
import { tierOf } from './tiers/tier-of.js';

type SaleWithCustomer = Sale & { customer_id: string };

/**
 * Adjusts the points of a sale to its current state. Idempotent, so it may run after every event of
 * the sale; the lock on the sale serialises concurrent runs.
 */
export async function settlePoints(tx: Tx, platform: Platform, saleId: string): Promise<void> {
  const sale = await lockSale(tx, saleId);
  if (sale === undefined || !hasCustomer(sale) || sale.completed_at === null) return;
  const found = await pointsOfSale(tx, saleId);
  // Voided before the first run: no entries are needed.
  if (found.earned === null && sale.status === 'voided') return;
  const earned = found.earned ?? (await pointsEarned(tx, platform, sale));
  if (found.earned === null) await write(tx, platform, sale, 'earned', earned);
  const standing = found.earned === null ? earned : found.standing;
  const target = await targetPoints(tx, sale, earned);
  if (target >= standing) return;
  // Expired points are gone already; only the others are taken back.
  const left = standing - (await expiredPointsOfSale(tx, sale.customer_id, sale.id));
  if (target < left) await write(tx, platform, sale, 'taken_back', target - left);
}

const hasCustomer = (sale: Sale): sale is SaleWithCustomer => sale.customer_id !== null;

async function pointsEarned(tx: Tx, platform: Platform, sale: SaleWithCustomer): Promise<number> {
  const store = await storeForSelling(platform, sale.store_id, tx);
  // The goods that a gift card pays for earn points, not the card.
  const lines = (await linesOf(tx, sale.id)).filter(line => !isGiftCard(line));
  const netMinor = sumOf(
    lines.map(line => minor(line.subtotal, sale.currency) - minor(line.discount, sale.currency)),
  );
  const perUnit = store?.loyaltyPointsPerUnit ?? 0;
  if (perUnit === 0 || sale.completed_at === null) return 0;
  // The tier that the customer had when paying; this sale does not count for it.
  const { tier } = await tierOf(tx, sale.customer_id, sale.completed_at);
  const factor = tier === null ? undefined : factorE2(tier);
  const customer = await userById(tx, sale.customer_id);
  return Math.min(
    pointsFor(netMinor, perUnit, sale.currency, factor),
    roomFor(customer?.loyalty_points ?? 0),
  );
}

async function targetPoints(tx: Tx, sale: Sale, earned: number): Promise<number> {
  if (sale.status === 'voided') return 0;
  const refunds = await refundsOfTransaction(tx, sale.id);
  const refundedMinor = sumOf(
    refunds
      .filter(refund => refund.status === 'succeeded')
      .map(refund => minor(refund.amount, sale.currency)),
  );
  return pointsLeft(earned, minor(sale.total_paid, sale.currency), refundedMinor);
}

async function write(
  tx: Tx,
  { clock }: Platform,
  sale: SaleWithCustomer,
  kind: EntryKind,
  points: number,
): Promise<void> {
  const at = clock.now();
  await postEntry(tx, {
    id: newId(at),
    accountId: await pointsAccountOf(tx, sale.customer_id),
    kind,
    amount: String(points),
    sale: { id: sale.id, number: sale.transaction_number },
    storeId: sale.store_id,
    expiresAt: kind === 'earned' ? await pointsExpiry(tx, sale.store_id, at) : null,
    at,
  });
}
