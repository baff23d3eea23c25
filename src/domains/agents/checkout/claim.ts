import { addMs, MINUTE_MS, SECOND_MS } from '../../../platform/clock.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { isUuid } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { receiptToken } from '../../storefront/index.js';
import type { Agent } from '../repository.js';
import { claimSession, releaseSession, saveSession, sessionOf } from './repository.js';
import type { SessionRow, SessionView, Shown } from './session.js';
import { checkoutOf } from './visit.js';

/** Longer than a payment takes; a session whose node died is free again after it. */
export const BUSY_MS = 45 * SECOND_MS;
/** A session without a change expires after this time, like a checkout of the web shop. */
export const SESSION_MS = 30 * MINUTE_MS;

const unknownSession = () => notFound('Checkout session');

/** Runs a change while no other request changes the session. */
export async function withSession(
  platform: Platform,
  agent: Agent,
  id: string,
  work: (row: SessionRow) => Promise<SessionView>,
): Promise<SessionView> {
  const { db, clock } = platform;
  if (!isUuid(id)) throw unknownSession();
  const now = clock.now();
  const row = await claimSession(db, agent.id, id, { now, until: addMs(now, BUSY_MS) });
  if (row === undefined) {
    if ((await sessionOf(db, agent.id, id)) === undefined) throw unknownSession();
    throw conflict('SESSION_BUSY', 'Another request is changing this checkout session.');
  }
  try {
    return await work(await settled(platform, row));
  } finally {
    await releaseSession(db, id);
  }
}

export async function readSession(
  platform: Platform,
  agent: Agent,
  id: string,
): Promise<SessionView> {
  const row = isUuid(id) ? await sessionOf(platform.db, agent.id, id) : undefined;
  if (row === undefined) throw unknownSession();
  return viewOf(platform, await settled(platform, row));
}

/** A node may have died between the order and the session, so the checkout decides. */
async function settled(platform: Platform, row: SessionRow): Promise<SessionRow> {
  if (row.status !== 'open' || row.checkout_id === null) return row;
  const owned = await checkoutOf(platform, row, true);
  if (owned?.checkout.status !== 'completed' || owned.checkout.transaction_id === null) return row;
  return finished(platform, row, {
    number: owned.saleNumber ?? '',
    saleId: owned.checkout.transaction_id,
  });
}

/** The session of a placed order. Buyer and address are those of the order from now on. */
export async function finished(
  platform: Platform,
  row: SessionRow,
  sale: { number: string; saleId: string },
): Promise<SessionRow> {
  const token = receiptToken(platform, sale.saleId);
  const order = {
    number: sale.number,
    url: `${platform.config.publicUrl}/app/shop/order#${token}`,
  };
  const done: SessionRow = {
    ...row,
    status: 'completed',
    buyer: null,
    address: null,
    problems: [],
    shown: { ...(row.shown as Shown), order },
    updated_at: platform.clock.now(),
  };
  await saveSession(platform.db, done);
  return done;
}

/** A problem with a payment does not block the session: the next card may work. */
export function viewOf({ clock }: Platform, row: SessionRow): SessionView {
  const isExpired = row.status === 'open' && row.expires_at <= clock.now();
  const blocking = row.problems.filter(({ about }) => about !== 'payment');
  return {
    id: row.id,
    status: isExpired ? 'expired' : row.status,
    isReady: row.status === 'open' && !isExpired && blocking.length === 0,
    shown: row.shown as Shown,
    problems: row.problems,
    buyer: row.buyer,
    address: row.address,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
  };
}
