import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Autocommit } from '../../../platform/database/tx.js';
import { newId, newToken } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { hashToken } from '../hashing.js';
import { guestInsert, updateVisit } from './guest-repository.js';

/** The lifetime of an idle guest visit. */
export const GUEST_VISIT_MS = 30 * DAY_MS;

export type GuestSession = { id: string; cookie: string; cartToken: string; expiresAt: Date };

/**
 * A visit without a login, which the caller inserts together with its cart. Cookie and cart token
 * are returned once; only their hashes are stored.
 */
export function newGuest(
  { clock }: Pick<Platform, 'clock'>,
  visit: { storeId: string; email: string | null },
): { guest: GuestSession; insert: ReturnType<typeof guestInsert> } {
  const now = clock.now();
  const guest = {
    id: newId(),
    cookie: newToken(),
    cartToken: newToken(),
    expiresAt: addMs(now, GUEST_VISIT_MS),
  };
  const insert = guestInsert({
    ...visit,
    id: guest.id,
    cookieHash: hashToken(guest.cookie),
    cartTokenHash: hashToken(guest.cartToken),
    now,
    expiresAt: guest.expiresAt,
  });
  return { guest, insert };
}

export type RenewedVisit = { cartToken: string | null; expiresAt: Date };

/**
 * Extends a visit and locks it until the end of the transaction. A guest gets a new cart token,
 * which replaces the old one; a login has none. Undefined if the visit has ended meanwhile.
 */
export async function renewVisit(
  writer: Autocommit,
  { clock }: Pick<Platform, 'clock'>,
  id: string,
  change: { storeId?: string; email?: string | null } = {},
): Promise<RenewedVisit | undefined> {
  const now = clock.now();
  const cartToken = newToken();
  const row = await updateVisit(writer, id, {
    storeId: change.storeId ?? null,
    email: change.email ?? null,
    cartTokenHash: hashToken(cartToken),
    now,
    guestExpiresAt: addMs(now, GUEST_VISIT_MS),
  });
  if (row === undefined) return undefined;
  return { cartToken: row.user_id === null ? cartToken : null, expiresAt: row.expires_at };
}
