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
import { type Attempt, storedAttempt } from './checkout-storage.js';

type Complete = paths['/web-commerce/checkout/complete/']['post'];
export type PayBody = Complete['requestBody']['content']['application/json'];
type Reply = Complete['responses'][200]['content']['application/json'];
export type PlacedReply = Extract<Reply, { receipt_token: string | null }>;

/** Outcome of a payment attempt; a declined payment is thrown. */
export type Outcome =
  | { kind: 'placed'; order: PlacedReply }
  /** The secret is known from an answer about the payment itself, not from its status. */
  | { kind: 'challenge'; clientSecret: string | null }
  /** The service has no payment, so it can be sent again. */
  | { kind: 'nothing' };

const POLL_MS = 1_500;
const MAX_POLLS = 40;
const MAX_POLLS_TO_START = 10;

const outcomeOf = (reply: Reply): Outcome =>
  'requires_action' in reply
    ? { kind: 'challenge', clientSecret: reply.client_secret }
    : { kind: 'placed', order: reply };

/** No response, or an error that leaves the outcome unknown: the status must be polled. */
const isUncertain = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof ApiError &&
    (error.status >= 500 ||
      error.code === 'CHECKOUT_BUSY' ||
      error.code === 'IDEMPOTENCY_KEY_BUSY'));

/** A payment for the cart is running, of this checkout or of another tab's. */
const isCartBusy = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CHECKOUT_BUSY';

/** Another request with this payment is running, and may not have started yet. */
const isInProgress = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

/**
 * Sends a payment. The Idempotency-Key is stored before sending and reused for the same payment, so
 * that a double click or a reload pays once.
 */
export async function pay(
  api: Tillhouse,
  body: PayBody,
  shown: Pick<Attempt, 'cents' | 'lastFour' | 'paysAtStore' | 'publishableKey' | 'isRedirect'>,
): Promise<Outcome> {
  const text = JSON.stringify(body);
  const before = storedAttempt.get();
  const key = before?.body === text ? before.key : newKey();
  storedAttempt.set({ ...shown, checkoutId: body.checkout_session_id, key, body: text });
  try {
    const reply = await answer(
      api.POST('/web-commerce/checkout/complete/', { body, ...once(key) }),
    );
    return outcomeOf(reply);
  } catch (error) {
    if (isUncertain(error)) {
      const outcome = await pollOutcome(api, body.checkout_session_id, isInProgress(error));
      // Another tab pays for this cart; this payment has not begun.
      if (outcome.kind !== 'nothing' || !isCartBusy(error)) return outcome;
    }
    storedAttempt.set(undefined);
    throw error;
  }
}

/** Polls the outcome of a payment whose response was lost. */
export async function pollOutcome(
  api: Tillhouse,
  checkoutId: string,
  isStarted = false,
): Promise<Outcome> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const status = (await readStatus(api, checkoutId))?.status;
    const mayStart = isStarted && status === 'checkout_initiated' && poll < MAX_POLLS_TO_START;
    if (status !== undefined && status !== 'payment_processing' && !mayStart) {
      return outcomeFor(api, checkoutId, status);
    }
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
  }
  throw new Unreachable('The outcome of the payment is unknown.');
}

async function readStatus(api: Tillhouse, id: string): Promise<CheckoutState | undefined> {
  const params = { path: { checkout_session_id: id } };
  try {
    const path = '/web-commerce/checkout/{checkout_session_id}/status/';
    return (await answer(api.GET(path, { params }))).checkout_session;
  } catch (error) {
    if (isUncertain(error)) return undefined;
    throw error;
  }
}

async function outcomeFor(
  api: Tillhouse,
  checkoutId: string,
  status: CheckoutState['status'],
): Promise<Outcome> {
  if (status === 'payment_requires_action') return { kind: 'challenge', clientSecret: null };
  if (status === 'checkout_initiated') return { kind: 'nothing' };
  return confirm(api, checkoutId);
}

/** Confirms the payment; for a finished one, returns the order or throws the reason. */
export async function confirm(api: Tillhouse, checkoutId: string): Promise<Outcome> {
  const body = { checkout_session_id: checkoutId };
  try {
    return outcomeOf(await answer(api.POST('/payments/confirm/', { body })));
  } catch (error) {
    if (!isUncertain(error)) storedAttempt.set(undefined);
    throw error;
  }
}
