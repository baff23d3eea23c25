import type { Square } from 'square';
import { chargedOf } from '../currency.js';
import { asLookup, asReaderState, required } from '../errors.js';
import { shortenedKey } from '../http.js';
import type { CardReader, OnReader, ReaderOutcome, ReaderRequest, ReaderState } from '../reader.js';
import type { Call } from './api.js';
import { KEY_LENGTH, moneyOf, REFERENCE_LENGTH } from './money.js';

/** After this time the terminal ends the checkout by itself. */
const DEADLINE = 'PT2M';

/**
 * Square Terminals. A checkout appears on the terminal when it is created, so `start` has nothing
 * to do. A declined card does not end a checkout: the terminal asks for another one.
 */
export const createSquareReader = (open: () => Promise<Call>): CardReader => ({
  needsReaderId: true,
  state: readerId => asReaderState(async () => stateOf(await open(), readerId)),
  prepare: async request => createCheckout(await open(), request),
  start: async () => ({ outcome: 'in_progress' }),
  poll: payment => asLookup(async () => poll(await open(), payment)),
  cancel: payment =>
    asLookup(async () => {
      const call = await open();
      const { intentId: checkoutId } = payment;
      // A checkout that has ended cannot be canceled; the poll shows how it ended.
      await call((square, options) =>
        square.terminal.checkouts.cancel({ checkoutId }, options),
      ).catch(() => undefined);
      return poll(call, payment);
    }),
});

const NOT_FOUND = 404;

/** Checkouts name a terminal by its serial number; the list of devices puts a prefix before it. */
async function stateOf(call: Call, readerId: string | null): Promise<ReaderState> {
  if (readerId === null) return 'not_found';
  const found = await call(
    (square, options) => square.devices.get({ deviceId: `device:${readerId}` }, options),
    ({ statusCode }) => (statusCode === NOT_FOUND ? null : undefined),
  );
  if (found === null) return 'not_found';
  switch (found.device?.status?.category) {
    case 'OFFLINE':
      return 'offline';
    case 'NEEDS_ATTENTION':
      return 'attention';
    default:
      return 'ready';
  }
}

async function createCheckout(call: Call, request: ReaderRequest): Promise<{ intentId: string }> {
  const { idempotencyKey, readerId } = request;
  const amountMoney = moneyOf(request);
  const { checkout } = await call((square, options) =>
    square.terminal.checkouts.create(
      {
        idempotencyKey: shortenedKey(idempotencyKey, KEY_LENGTH),
        checkout: {
          amountMoney,
          referenceId: shortenedKey(idempotencyKey, REFERENCE_LENGTH),
          deviceOptions: { deviceId: readerId ?? '', skipReceiptScreen: true },
          deadlineDuration: DEADLINE,
        },
      },
      options,
    ),
  );
  return { intentId: required(checkout?.id) };
}

async function poll(call: Call, { intentId: checkoutId }: OnReader): Promise<ReaderOutcome> {
  const { checkout } = await call((square, options) =>
    square.terminal.checkouts.get({ checkoutId }, options),
  );
  switch (checkout?.status) {
    case 'COMPLETED':
      return paidBy(call, required(checkout.paymentIds?.[0]));
    case 'CANCELED':
      return { outcome: checkout.cancelReason === 'TIMED_OUT' ? 'timed_out' : 'canceled' };
    default:
      return { outcome: 'in_progress' };
  }
}

/** The payment, not the checkout, is what a refund names. */
async function paidBy(call: Call, paymentId: string): Promise<ReaderOutcome> {
  const { payment } = await call((square, options) => square.payments.get({ paymentId }, options));
  const money = payment?.amountMoney;
  return {
    outcome: 'succeeded',
    paymentId: required(payment?.id),
    ...chargedOf(Number(money?.amount ?? 0), money?.currency),
    card: cardOf(payment?.cardDetails?.card),
  };
}

const cardOf = (card: Square.Card | undefined) =>
  card?.last4 === undefined
    ? null
    : { lastFour: card.last4, brand: (card.cardBrand ?? 'unknown').toLowerCase() };
