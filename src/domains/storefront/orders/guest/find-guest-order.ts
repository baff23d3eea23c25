import { addMs, HOUR_MS, MINUTE_MS } from '../../../../platform/clock.js';
import { Failure, invalidField, tooMany } from '../../../../platform/http/failure.js';
import { clientKey } from '../../../../platform/http/limits.js';
import type { Platform } from '../../../../platform/platform.js';
import { addressesOfOrders } from '../../../fulfillments/index.js';
import {
  checkWithinLimits,
  failureBlockOf,
  hashToken,
  NOBODY,
  subjectName,
} from '../../../people/index.js';
import { findSale, parseSaleRef, type Sale } from '../../../transactions/index.js';
import { looksLikeToken, saleOfReceipt } from '../../checkout/order/receipt-token.js';
import { saleOfToken } from '../../checkout/order/token-repository.js';
import { RECEIPT_TOKEN_MS } from '../../checkout/rules.js';
import { orderOfGuest } from '../repository.js';

const PER_MINUTE = 10;
const PER_HOUR = 60;
/** In ten minutes. */
const MAX_FAILURES = 20;

/** What a guest knows about an order: the token of its link, or its number and mail address. */
export type Proof = { access_token?: string; number?: string; email?: string };

/** Finds an order by its link, or by its number and mail address. */
export function findGuestOrder(platform: Platform, proof: Proof, address: string): Promise<Sale> {
  const { access_token: token, number, email } = proof;
  if (token !== undefined) return findByLink(platform, token, address);
  if (number === undefined || email === undefined) {
    throw invalidField('access_token', 'Send the token of the link, or number and email.');
  }
  return findByNumber(platform, { number, email }, address);
}

async function findByLink(platform: Platform, token: string, address: string): Promise<Sale> {
  await throttle(platform, address);
  const signedId = saleOfReceipt(platform, token);
  // A malformed token is looked up as well, so that response times reveal nothing.
  const saleId =
    signedId ?? (await saleOfToken(platform.db, hashToken(token), platform.clock.now()));
  if (saleId === undefined || !looksLikeToken(token)) throw guestOrderNotFound();
  // A stored token has its own expiry.
  const sale = await unexpiredSale(platform, saleId, { endsWithLink: signedId !== undefined });
  if (sale === undefined) throw guestOrderNotFound();
  return sale;
}

type Known = { number: string; email: string };

/** A wrong number and a wrong address get one answer and count as failed logins of the client do. */
async function findByNumber(platform: Platform, known: Known, address: string): Promise<Sale> {
  const block = failureBlockOf(platform, address);
  await block.refuseBlocked();
  await throttle(platform, address);
  const wanted = {
    number: known.number.trim().toUpperCase(),
    email: known.email.trim().toLowerCase(),
  };
  const found: { sale?: Sale } = {};
  await checkWithinLimits(platform, subjectsOf(wanted), async () => {
    found.sale = await lookUp(platform, wanted);
    return found.sale !== undefined;
  });
  if (found.sale === undefined) {
    await block.failed(NOBODY);
    throw guestOrderNotFound();
  }
  return found.sale;
}

/** Guesses of the address of one order, and of the orders of one address, from all clients. */
const subjectsOf = ({ number, email }: Known) => [
  { name: subjectName('order', number), maxFailures: MAX_FAILURES },
  { name: subjectName('orders of', email), maxFailures: MAX_FAILURES },
];

async function lookUp(platform: Platform, { number, email }: Known): Promise<Sale | undefined> {
  const ref = parseSaleRef(number);
  const order = ref && 'number' in ref ? ref : NO_ORDER;
  const saleId = await orderOfGuest(platform.db, order, email);
  return saleId === undefined ? undefined : unexpiredSale(platform, saleId, { endsWithLink: true });
}

/** Looked up for a number of another form, so that response times reveal nothing. */
const NIL = '00000000-0000-0000-0000-000000000000';
const NO_ORDER = { number: '', from: NIL, before: NIL };

/** Undefined if the link has expired, or if the data of the customer was erased. */
async function unexpiredSale(
  { db, clock }: Platform,
  saleId: string,
  { endsWithLink }: { endsWithLink: boolean },
): Promise<Sale | undefined> {
  const [sale, addresses] = await Promise.all([
    findSale(db, { id: saleId }),
    addressesOfOrders(db, [saleId]),
  ]);
  if (sale === undefined) return undefined;
  if (endsWithLink && addMs(sale.created_at, RECEIPT_TOKEN_MS) <= clock.now()) return undefined;
  // Every order of the shop has an address until it is erased.
  const isErased = sale.customer_email === null && addresses.length === 0;
  return isErased ? undefined : sale;
}

async function throttle({ limits }: Platform, address: string): Promise<void> {
  const client = clientKey(address);
  const limitsReached = await Promise.all([
    limits.throttle('guest-order-minute', client, PER_MINUTE, MINUTE_MS),
    limits.throttle('guest-order-hour', client, PER_HOUR, HOUR_MS),
  ]);
  const waits = limitsReached.map(limit => (limit.blocked ? limit.retryAfterSeconds : 0));
  if (Math.max(...waits) > 0) {
    throw tooMany('Too many requests for orders from this address.', Math.max(...waits));
  }
}

const guestOrderNotFound = (): Failure =>
  new Failure('not_found', 'ORDER_NOT_FOUND', 'Order not found or link expired');
