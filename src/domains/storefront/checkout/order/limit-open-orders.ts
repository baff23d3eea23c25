import type { Tx } from '../../../../platform/database/tx.js';
import { conflict } from '../../../../platform/http/failure.js';
import { isLoopback } from '../../../../platform/http/limits.js';
import type { Platform } from '../../../../platform/platform.js';
import { clientMark } from '../../../people/index.js';
import type { Payer } from '../payer.js';
import { type Checkout, lockOrdersOf, markClient, openOrdersOf } from '../repository.js';

/** Orders that wait to be paid at a store, each with its goods held for 72 hours. */
const PER_VISIT = 3;
const PER_EMAIL = 3;
/** A household or an office may stand behind one address. */
const PER_CLIENT = 10;

/**
 * Keeps one visitor from emptying the shelf with orders nobody comes for. Counted under a lock, so
 * that orders sent at once see each other. Loopback may be the whole shop: there only the visit counts.
 */
export async function limitOpenOrders(
  tx: Tx,
  platform: Platform,
  { session, address }: Payer,
  checkout: Checkout,
  email: string,
): Promise<void> {
  const isSpared = !platform.config.blockLoopback && isLoopback(address);
  const whose = {
    sessionId: session.id,
    email: isSpared ? null : email.toLowerCase(),
    client: isSpared ? null : clientMark(platform, address),
  };
  await lockOrdersOf(tx, whose);
  const open = await openOrdersOf(tx, whose, platform.clock.now());
  if (open.of_session >= PER_VISIT || open.of_email >= PER_EMAIL || open.of_client >= PER_CLIENT) {
    throw conflict(
      'TOO_MANY_OPEN_ORDERS',
      'Too many orders wait to be paid at the store; pay for one of them first, or pay for this one now.',
    );
  }
  if (whose.client !== null) await markClient(tx, checkout.id, whose.client);
}
