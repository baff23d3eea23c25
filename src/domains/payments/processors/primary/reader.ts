import type Stripe from 'stripe';
import { chargedOf } from '../currency.js';
import {
  asLookup,
  asReaderOutcome,
  asReaderState,
  declinedOnReader,
  isTransient,
} from '../errors.js';
import type { Intent, IntentRequest } from '../processor.js';
import type { CardReader, CardShown, OnReader, ReaderOutcome, ReaderState } from '../reader.js';
import { translated } from './translate.js';

type Verdict = Extract<ReaderOutcome, { outcome: 'declined' | 'timed_out' | 'canceled' }>;

/** All calls of one operation share its time-out. */
type Api = { stripe: Stripe; options(): Stripe.RequestOptions };

/** The reader does not show the payment, although some of these come with a transient status. */
const NOT_SHOWN = new Set([
  'terminal_reader_busy',
  'terminal_reader_offline',
  'terminal_reader_timeout',
  'terminal_reader_hardware_fault',
]);

/** Stripe Terminal, driven by the server: the reader needs no app of ours. */
export function createPrimaryReader(
  stripe: Stripe,
  createIntent: (request: IntentRequest) => Promise<Intent>,
  timeoutMs: number,
): CardReader {
  const open = (): Api => {
    const until = Date.now() + timeoutMs;
    return { stripe, options: () => ({ timeout: Math.max(until - Date.now(), 1) }) };
  };
  return {
    needsReaderId: true,
    state: readerId => asReaderState(() => stateOf(open(), readerId)),
    prepare: async request => ({ intentId: (await createIntent(request)).paymentIntentId }),
    start: payment => asReaderOutcome(() => show(open(), payment)),
    poll: payment => asLookup(() => poll(open(), payment)),
    cancel: payment => asLookup(() => cancel(open(), payment)),
  };
}

async function stateOf(api: Api, readerId: string | null): Promise<ReaderState> {
  if (readerId === null) return 'not_found';
  const reader = await translated(
    api.stripe.terminal.readers.retrieve(readerId, {}, api.options()),
    ({ code }) => (code === 'resource_missing' ? null : undefined),
  );
  if (reader === null || 'deleted' in reader) return 'not_found';
  if (reader.status === 'offline') return 'offline';
  return reader.action?.status === 'in_progress' ? 'busy' : 'ready';
}

/** A refusal is final, unless it may be temporary and the reader may show the payment. */
const isNotShown = ({ code, statusCode, type }: Stripe.errors.StripeError): boolean =>
  NOT_SHOWN.has(code ?? '') ||
  (statusCode !== undefined && !isTransient(statusCode) && type !== 'StripeIdempotencyError');

async function show(api: Api, payment: OnReader): Promise<ReaderOutcome> {
  const { intentId, readerId } = payment;
  const refusal = await translated(
    api.stripe.terminal.readers
      .processPaymentIntent(
        readerId ?? '',
        {
          payment_intent: intentId,
          process_config: { enable_customer_cancellation: true },
        },
        { ...api.options(), idempotencyKey: `show:${intentId}` },
      )
      .then(() => undefined),
    error => (isNotShown(error) ? error : undefined),
  );
  if (refusal === undefined) return { outcome: 'in_progress' };
  const { code = 'reader_error', message } = refusal;
  return ended(api, payment, declinedOnReader(code, message));
}

async function poll(api: Api, payment: OnReader): Promise<ReaderOutcome> {
  const intent = await retrieve(api, payment);
  const outcome = outcomeOf(intent);
  if (outcome.outcome !== 'in_progress') return outcome;
  const action = await actionOf(api, payment);
  return action?.status === 'failed' ? ended(api, payment, verdictOf(action, intent)) : outcome;
}

/** The reader may show another payment by now, so only an action of this one is canceled. */
async function cancel(api: Api, payment: OnReader): Promise<ReaderOutcome> {
  const { readerId } = payment;
  const action = await actionOf(api, payment).catch(() => undefined);
  if (action?.status === 'in_progress' && readerId !== null) {
    await api.stripe.terminal.readers
      .cancelAction(readerId, {}, api.options())
      .catch(() => undefined);
  }
  return ended(api, payment, { outcome: 'canceled' });
}

/** Ends the intent, so that it takes no money later. Stripe refuses that if it was charged. */
async function ended(api: Api, payment: OnReader, verdict: Verdict): Promise<ReaderOutcome> {
  const { stripe } = api;
  await stripe.paymentIntents.cancel(payment.intentId, {}, api.options()).catch(() => undefined);
  const outcome = outcomeOf(await retrieve(api, payment));
  return outcome.outcome === 'canceled' ? verdict : outcome;
}

const retrieve = (api: Api, { intentId }: OnReader): Promise<Stripe.PaymentIntent> =>
  translated(
    api.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }, api.options()),
  );

/** What the reader does or did last, if that is about this payment. */
async function actionOf(
  api: Api,
  { intentId, readerId }: OnReader,
): Promise<Stripe.Terminal.Reader.Action | undefined> {
  if (readerId === null) return undefined;
  const reader = await translated(
    api.stripe.terminal.readers.retrieve(readerId, {}, api.options()),
  );
  const action = 'action' in reader ? reader.action : null;
  const about = action?.process_payment_intent?.payment_intent;
  return (typeof about === 'string' ? about : about?.id) === intentId
    ? (action ?? undefined)
    : undefined;
}

function verdictOf(action: Stripe.Terminal.Reader.Action, intent: Stripe.PaymentIntent): Verdict {
  const error = intent.last_payment_error;
  const code = error?.decline_code ?? error?.code ?? action.failure_code ?? 'declined';
  if (/timeout|timed_out/.test(code)) return { outcome: 'timed_out' };
  if (/cancel/.test(code)) return { outcome: 'canceled' };
  return declinedOnReader(code, error?.message ?? action.failure_message ?? code);
}

function outcomeOf(intent: Stripe.PaymentIntent): ReaderOutcome {
  if (intent.status === 'canceled') return { outcome: 'canceled' };
  if (intent.status !== 'succeeded') return { outcome: 'in_progress' };
  return {
    outcome: 'succeeded',
    paymentId: intent.id,
    ...chargedOf(intent.amount_received ?? intent.amount, intent.currency),
    card: cardOf(intent.latest_charge),
  };
}

function cardOf(charge: Stripe.PaymentIntent['latest_charge']): CardShown | null {
  const details = typeof charge === 'object' ? charge?.payment_method_details : undefined;
  const card = details?.card_present ?? details?.interac_present;
  return card?.last4 ? { lastFour: card.last4, brand: card.brand ?? 'unknown' } : null;
}
