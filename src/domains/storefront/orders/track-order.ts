import type { Platform } from '../../../platform/platform.js';
import { checkWithinLimits, failureBlockOf, subjectName } from '../../people/index.js';
import { parseSaleRef } from '../../transactions/index.js';
import {
  orderNotFound,
  showGuestOrder,
  throttleGuestOrders,
} from '../checkout/order/read-guest-order.js';
import { orderOfGuest } from './repository.js';

/** In ten minutes. */
const MAX_FAILURES = 20;

export type Tracking = { number: string; email: string; address: string };

/**
 * The order of a guest by its number and mail address. A wrong number and a wrong address get one
 * answer and count as failed logins of the client do.
 */
export async function trackOrder(platform: Platform, { number, email, address }: Tracking) {
  const block = failureBlockOf(platform, address);
  await block.refuseBlocked();
  await throttleGuestOrders(platform, address);
  const wanted = { number: number.trim().toUpperCase(), email: email.trim().toLowerCase() };
  const found: { order?: Shown } = {};
  await checkWithinLimits(platform, subjectsOf(wanted), async () => {
    found.order = await findOrder(platform, wanted);
    return found.order !== undefined;
  });
  if (found.order === undefined) {
    await block.failed();
    throw orderNotFound();
  }
  return found.order;
}

type Shown = Awaited<ReturnType<typeof showGuestOrder>>;
type Wanted = { number: string; email: string };

/** Guesses of the address of one order, and of the orders of one address, from all clients. */
const subjectsOf = ({ number, email }: Wanted) => [
  { name: subjectName('order', number), maxFailures: MAX_FAILURES },
  { name: subjectName('orders of', email), maxFailures: MAX_FAILURES },
];

async function findOrder(platform: Platform, { number, email }: Wanted): Promise<Shown> {
  const ref = parseSaleRef(number);
  const order = ref && 'number' in ref ? ref : NO_ORDER;
  const saleId = await orderOfGuest(platform.db, order, email);
  return saleId === undefined ? undefined : showGuestOrder(platform, saleId);
}

/** Looked up for a number of another form, so that response times reveal nothing. */
const NIL = '00000000-0000-0000-0000-000000000000';
const NO_ORDER = { number: '', from: NIL, before: NIL };
