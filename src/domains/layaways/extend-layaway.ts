import { atomically } from '../../platform/database/tx.js';
import { conflict, notFound } from '../../platform/http/failure.js';
import type { Platform } from '../../platform/platform.js';
import type { Staff } from '../access/index.js';
import { lockSale, updateExpiry } from '../transactions/index.js';
import { findLayaway } from './find-layaway.js';
import { forgetReminder, type Layaway, layawayById } from './repository.js';
import { statusOf, wantedExpiry } from './rules.js';

/**
 * Keeps the goods of an open layaway until another moment; the customer is reminded again before
 * it. The goods of an expired one are on sale already.
 */
export async function extendLayaway(
  { db, clock }: Platform,
  caller: Staff,
  ref: string,
  wanted: string,
): Promise<Layaway> {
  const { id } = await findLayaway(db, caller, ref);
  const now = clock.now();
  const expiresAt = wantedExpiry(wanted, now);
  return atomically(db, async tx => {
    await lockSale(tx, id);
    const layaway = await layawayById(tx, id);
    if (layaway === undefined) throw notFound('Layaway', 'LAYAWAY_NOT_FOUND');
    const status = statusOf(layaway);
    if (status !== 'open') {
      throw conflict('INVALID_STATE', `A layaway that is ${status} cannot be extended.`, {
        status,
      });
    }
    await updateExpiry(tx, id, expiresAt, now);
    await forgetReminder(tx, id);
    return { ...layaway, expires_at: expiresAt, reminded_at: null };
  });
}
