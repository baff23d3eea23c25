import {
  ApiError,
  answer,
  newKey,
  once,
  type paths,
  type Tillhouse,
  Unreachable,
} from '@tillhouse/client';
import type { CheckoutState } from '../types.js';
import { type Attempt, keptAttempt } from './kept-checkout.js';

type Complete = paths['/web-commerce/checkout/complete/']['post'];
export type PayBody = Complete['requestBody']['content']['application/json'];
type Reply = Complete['responses'][200]['content']['application/json'];
export type PlacedReply = Extract<Reply, { receipt_token: string | null }>;

/** How a try to pay ended; a refusal is thrown. */
export type Outcome =
  | { kind: 'placed'; order: PlacedReply }
  | { kind: 'challenge' }
  /** The service knows of no payment: it can be sent again. */
  | { kind: 'nothing' };

const LOOK_EVERY_MS = 1_500;
const LOOKS = 40;
const LOOKS_FOR_BEGIN = 10;

const outcomeOf = (reply: Reply): Outcome =>
  'requires_action' in reply ? { kind: 'challenge' } : { kind: 'placed', order: reply };

/** No answer, or one that says nothing about the end: it has to be asked for. */
const isOpen = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof ApiError &&
    (error.status >= 500 ||
      error.code === 'CHECKOUT_BUSY' ||
      error.code === 'IDEMPOTENCY_KEY_BUSY'));

/** Another request with this payment was there first, and may not have begun yet. */
const isUnderWay = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/**
 * Sends a payment. The key is kept before the first byte leaves, and the same payment sent again
 * keeps it, so that a double press or a reload pays once.
 */
export async function pay(
  api: Tillhouse,
  body: PayBody,
  shown: Pick<Attempt, 'cents' | 'lastFour'>,
): Promise<Outcome> {
  const text = JSON.stringify(body);
  const before = keptAttempt.get();
  const key = before?.body === text ? before.key : newKey();
  keptAttempt.set({ ...shown, checkoutId: body.checkout_session_id, key, body: text });
  try {
    const reply = await answer(
      api.POST('/web-commerce/checkout/complete/', { body, ...once(key) }),
    );
    return outcomeOf(reply);
  } catch (error) {
    if (isOpen(error)) return followUp(api, body.checkout_session_id, isUnderWay(error));
    keptAttempt.set(undefined);
    throw error;
  }
}

/** What became of a payment whose answer was lost. */
export async function followUp(
  api: Tillhouse,
  checkoutId: string,
  isBegun = false,
): Promise<Outcome> {
  for (let look = 0; look < LOOKS; look += 1) {
    const status = (await lookAt(api, checkoutId))?.status;
    const mayBegin = isBegun && status === 'checkout_initiated' && look < LOOKS_FOR_BEGIN;
    if (status !== undefined && status !== 'payment_processing' && !mayBegin) {
      return endOf(api, checkoutId, status);
    }
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Unreachable('The end of the payment is not known.');
}

async function lookAt(api: Tillhouse, id: string): Promise<CheckoutState | undefined> {
  const params = { path: { checkout_session_id: id } };
  try {
    const path = '/web-commerce/checkout/{checkout_session_id}/status/';
    return (await answer(api.GET(path, { params }))).checkout_session;
  } catch (error) {
    if (isOpen(error)) return undefined;
    throw error;
  }
}

async function endOf(
  api: Tillhouse,
  checkoutId: string,
  status: CheckoutState['status'],
): Promise<Outcome> {
  if (status === 'payment_requires_action') return { kind: 'challenge' };
  if (status === 'checkout_initiated') return { kind: 'nothing' };
  return confirm(api, checkoutId);
}

/** Also tells the end of a payment that is over: the order, or why there is none. */
export async function confirm(api: Tillhouse, checkoutId: string): Promise<Outcome> {
  const body = { checkout_session_id: checkoutId };
  try {
    return outcomeOf(await answer(api.POST('/payments/confirm/', { body })));
  } catch (error) {
    if (!isOpen(error)) keptAttempt.set(undefined);
    throw error;
  }
}
