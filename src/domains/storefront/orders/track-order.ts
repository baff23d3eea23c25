import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.js';
import { tooMany } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { failureBlockOf } from '../../people/index.js';
import { parseSaleRef } from '../../transactions/index.js';
import {
  orderNotFound,
  showGuestOrder,
  throttleGuestOrders,
} from '../checkout/order/read-guest-order.js';
import { orderOfGuest } from './repository.js';

/** Guesses of the address of one order, from all clients together. */
const TRIES_PER_ORDER = 20;
const TEN_MINUTES_MS = 10 * MINUTE_MS;

export type Tracking = { number: string; email: string; address: string };

/**
 * The order of a guest by its number and mail address. A wrong number and a wrong address get one
 * answer and count as failed logins of the client do.
 */
export async function trackOrder(platform: Platform, { number, email, address }: Tracking) {
  const block = failureBlockOf(platform, address);
  await block.refuseBlocked();
  await throttleGuestOrders(platform, address);
  const wanted = number.trim().toUpperCase();
  await limitGuesses(platform, wanted);
  const ref = parseSaleRef(wanted);
  const order = ref && 'number' in ref ? ref : NO_ORDER;
  const saleId = await orderOfGuest(platform.db, order, email.trim().toLowerCase());
  const shown = saleId === undefined ? undefined : await showGuestOrder(platform, saleId);
  if (shown === undefined) {
    await block.failed();
    throw orderNotFound();
  }
  return shown;
}

/** Looked up for a number of another form, so that response times reveal nothing. */
const NIL = '00000000-0000-0000-0000-000000000000';
const NO_ORDER = { number: '', from: NIL, before: NIL };

async function limitGuesses({ limits }: Platform, number: string): Promise<void> {
  const verdicts = await Promise.all([
    limits.throttle('order-tracking', number, TRIES_PER_ORDER, TEN_MINUTES_MS),
    limits.throttle('order-tracking-hour', number, 3 * TRIES_PER_ORDER, HOUR_MS),
  ]);
  const waits = verdicts.map(verdict => (verdict.blocked ? verdict.retryAfterSeconds : 0));
  if (Math.max(...waits) > 0) {
    throw tooMany('Too many attempts for this order; try again later.', Math.max(...waits));
  }
}
