import type { Tx } from '../../../../platform/database/tx.js';
import { conflict } from '../../../../platform/http/failure.js';
import { isLoopback } from '../../../../platform/http/limits.js';
import type { Platform } from '../../../../platform/platform.js';
import { clientHash, refuseTooManyMails } from '../../../people/index.js';
import type { Payer } from '../payer.js';
import { type Checkout, countOpenOrders, lockOrderCounts, storeClientMark } from '../repository.js';

/** Unpaid pay-at-store orders; each reserves stock for 72 hours. */
const PER_VISIT = 3;
const PER_EMAIL = 3;
/** Higher, because a household or an office shares one address. */
const PER_CLIENT = 10;

/** Each sends a mail to the typed address, also if it is cancelled at once, which costs nothing. */
const UNPAID_ORDERS = { name: 'unpaid order', plural: 'unpaid orders' };

/**
 * Keeps one visitor from reserving all stock with unpaid orders. Counts under a lock, so that
 * parallel orders see each other. A cancelled order still counts as a mail, for its address and its
 * client. A loopback address may be a proxy of all shoppers, so there only the visit is limited.
 */
export async function limitOpenOrders(
  tx: Tx,
  platform: Platform,
  { session, address }: Payer,
  checkout: Checkout,
  email: string,
): Promise<void> {
  const isExempt = !platform.config.blockLoopback && isLoopback(address);
  const owner = {
    sessionId: session.id,
    email: isExempt ? null : email.toLowerCase(),
    client: isExempt ? null : clientHash(platform, address),
  };
  await lockOrderCounts(tx, owner);
  const open = await countOpenOrders(tx, owner, platform.clock.now());
  if (open.of_session >= PER_VISIT || open.of_email >= PER_EMAIL || open.of_client >= PER_CLIENT) {
    throw conflict(
      'TOO_MANY_OPEN_ORDERS',
      'Too many orders wait to be paid at the store; pay for one of them first, or pay for this one now.',
    );
  }
  if (owner.client === null) return;
  await refuseTooManyMails(platform, UNPAID_ORDERS, email, address);
  await storeClientMark(tx, checkout.id, owner.client);
}
