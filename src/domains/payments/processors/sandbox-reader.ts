import type { Db } from '../../../platform/database/tx.js';
import { asLookup, asReaderOutcome, keyReused, paymentMissing, uncertain } from './errors.js';
import type { CardReader, OnReader, ReaderOutcome, ReaderRequest } from './reader.js';
import type { ProcessorType } from './registry.js';
import { type ReaderStep, sandboxFaults } from './sandbox-faults.js';
import {
  insertIntent,
  intentById,
  moveIntent,
  type SandboxIntent,
  showIntent,
} from './sandbox-repository.js';
import { newSandboxId, serve } from './sandbox-serve.js';

/** The records of the processor that the sandbox stands in for. */
export type Records = { db: Db; type: ProcessorType; idPrefix: string };

/** The tokens of an intent for the reader of a till: prepared, then shown. */
const PREPARED = 'till_reader';
const SHOWN = 'till_reader_shown';

/** Long enough to see the payment in progress and to cancel it. */
const CARD_AFTER_MS = 1_000;
const CARD = { lastFour: '4242', brand: 'visa' };

/** The result by the cents of the amount; every other amount is approved. */
const FAILURES = new Map([
  [51, 'card_declined'],
  [52, 'insufficient_funds'],
  [53, 'timed_out'],
]);
/** Approved, but the answer to the first poll is lost. */
const UNCERTAIN_CENTS = 54;

const MESSAGES = new Map([
  ['card_declined', 'The card was declined.'],
  ['insufficient_funds', 'The card has insufficient funds.'],
]);

export const isOnTillReader = ({ token }: SandboxIntent): boolean =>
  token === PREPARED || token === SHOWN;

/** A reader beside every till: the customer presents a card one second after the start. */
export function createSandboxReader(records: Records, timeoutMs: () => number): CardReader {
  const at = <T>(step: ReaderStep, amountMinor: number, work: () => Promise<T>): Promise<T> =>
    serve(sandboxFaults().reader?.(step, amountMinor), timeoutMs(), work);
  const about = async (step: ReaderStep, { intentId }: OnReader, work: Work) => {
    const intent = await intentById(records.db, records.type, intentId);
    if (intent === undefined) throw paymentMissing();
    return at(step, intent.amount_minor, () => work(intent));
  };
  return {
    needsReaderId: false,
    state: async () => 'ready',
    prepare: request => at('prepare', request.amountMinor, () => prepare(records, request)),
    start: payment =>
      asReaderOutcome(() =>
        about('start', payment, async intent => {
          await showIntent(records.db, intent.id, { from: PREPARED, to: SHOWN });
          return { outcome: 'in_progress' };
        }),
      ),
    poll: payment => asLookup(() => about('poll', payment, intent => presentCard(records, intent))),
    cancel: payment =>
      asLookup(() =>
        about('cancel', payment, async intent => {
          await moveIntent(records.db, intent.id, 'canceled', 'canceled');
          return current(records, intent);
        }),
      ),
  };
}

type Work = (intent: SandboxIntent) => Promise<ReaderOutcome>;

async function prepare(
  { db, type, idPrefix }: Records,
  request: ReaderRequest,
): Promise<{ intentId: string }> {
  const currency = request.currency.toUpperCase();
  const intent = await insertIntent(db, {
    id: newSandboxId(idPrefix),
    processor_type: type,
    idempotency_key: `reader:${request.idempotencyKey}`,
    amount_minor: request.amountMinor,
    currency,
    token: PREPARED,
    client_secret: newSandboxId('secret'),
    metadata: request.metadata ?? {},
    status: 'requires_action',
    failure_code: null,
  });
  if (intent.amount_minor !== request.amountMinor || intent.currency !== currency) {
    throw keyReused();
  }
  return { intentId: intent.id };
}

async function presentCard(records: Records, intent: SandboxIntent): Promise<ReaderOutcome> {
  const waitedMs = Date.now() - intent.updated_at.getTime();
  const isCardThere = waitedMs >= (sandboxFaults().readerMs ?? CARD_AFTER_MS);
  if (intent.status !== 'requires_action' || intent.token !== SHOWN || !isCardThere) {
    return outcomeOf(intent);
  }
  const cents = intent.amount_minor % 100;
  const failure = FAILURES.get(cents) ?? null;
  await moveIntent(records.db, intent.id, failure === null ? 'succeeded' : 'failed', failure);
  if (cents === UNCERTAIN_CENTS) throw uncertain('connection_lost');
  return current(records, intent);
}

/** Another poll or a cancel may have come first. */
const current = async ({ db, type }: Records, intent: SandboxIntent): Promise<ReaderOutcome> =>
  outcomeOf((await intentById(db, type, intent.id)) ?? intent);

function outcomeOf(intent: SandboxIntent): ReaderOutcome {
  const { id: paymentId, amount_minor: amountMinor, currency } = intent;
  if (intent.status === 'requires_action') return { outcome: 'in_progress' };
  if (intent.status === 'succeeded') {
    return { outcome: 'succeeded', paymentId, amountMinor, currency, card: CARD };
  }
  const code = intent.failure_code ?? 'card_declined';
  if (code === 'timed_out' || code === 'canceled') return { outcome: code };
  return { outcome: 'declined', code, message: MESSAGES.get(code) ?? code };
}
