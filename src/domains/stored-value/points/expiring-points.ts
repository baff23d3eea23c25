import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Reader } from '../../../platform/database/tx.js';
import { expiringAccount, pointsEntries } from '../expiry-repository.js';
import { lotsOf } from './lots.js';

/** Long enough before to come and spend them. */
const SOON_DAYS = 30;

/** Points of a customer that expire within 30 days, and when the first of them do. */
export async function expiringPoints(
  reader: Reader,
  customerId: string,
  now: Date,
): Promise<{ points: number; expires_at: string } | null> {
  const until = addMs(now, SOON_DAYS * DAY_MS);
  const account = await expiringAccount(reader, customerId, until);
  if (account === undefined) return null;
  const soon = lotsOf(await pointsEntries(reader, account)).flatMap(({ points, expiresAt }) =>
    expiresAt !== null && expiresAt <= until ? { points, at: expiresAt.getTime() } : [],
  );
  if (soon.length === 0) return null;
  return {
    points: soon.reduce((sum, lot) => sum + lot.points, 0),
    expires_at: new Date(Math.min(...soon.map(lot => lot.at))).toISOString(),
  };
}
