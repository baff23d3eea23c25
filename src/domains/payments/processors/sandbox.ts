import { atomically, type Db } from '../../../platform/database/tx.js';
import {
  asOutcome,
  asRefundOutcome,
  declined,
  keyReused,
  paymentNotFound,
  refused,
} from './errors.js';
import type {
  ChargeRequest,
  IntentRequest,
  Outcome,
  Processor,
  RefundOutcome,
  RefundRequest,
} from './processor.js';
import type { ProcessorType } from './registry.js';
import { sandboxFaults } from './sandbox-faults.js';
import { createSandboxReader, isOnTillReader, type Records } from './sandbox-reader.js';
import {
  insertIntent,
  insertSandboxRefund,
  intentById,
  intentByKey,
  lockIntent,
  moveIntent,
  refundByKey,
  refundedOf,
  type SandboxIntent,
} from './sandbox-repository.js';
import { hang, newSandboxId, serve } from './sandbox-serve.js';

/** Shorter than for a real processor, so that a trial with `tok_timeout` ends soon. */
const SANDBOX_TIMEOUT_MS = 3_000;
/** The token of intents that a till's own app completes; its simulated reader always has a card. */
const READER = 'reader';
type Script = Pick<SandboxIntent, 'status' | 'failure_code'>;

/** The result of a charge by token. `tok_timeout` is charged, but its answer is lost. */
const SCRIPTS = new Map<string, Script>([
  ['tok_ok', { status: 'succeeded', failure_code: null }],
  ['tok_timeout', { status: 'succeeded', failure_code: null }],
  ['tok_error', { status: 'failed', failure_code: 'processor_error' }],
  ['tok_declined', { status: 'failed', failure_code: 'card_declined' }],
  ['tok_insufficient_funds', { status: 'failed', failure_code: 'insufficient_funds' }],
  ['tok_challenge', { status: 'requires_action', failure_code: null }],
  ['tok_challenge_fail', { status: 'requires_action', failure_code: null }],
]);

const MESSAGES = new Map([
  ['card_declined', 'The card was declined.'],
  ['insufficient_funds', 'The card has insufficient funds.'],
  ['authentication_failed', 'The card holder could not be authenticated.'],
  ['canceled', 'The payment was canceled.'],
]);

/** Stands in for any processor: stores its charges and refunds, but moves no money. */
export function createSandbox(
  db: Db,
  type: ProcessorType,
  idPrefix: string,
  options: { timeoutMs?: number } = {},
): Processor {
  const records = { db, type, idPrefix };
  const timeoutMs = () => sandboxFaults().timeoutMs ?? options.timeoutMs ?? SANDBOX_TIMEOUT_MS;
  return {
    type,
    isSandbox: true,
    reader: createSandboxReader(records, timeoutMs),
    connectionToken: async () => ({ secret: newSandboxId('pst') }),
    createIntent: async request => {
      const key = `intent:${request.idempotencyKey}`;
      const waiting = { status: 'requires_action', failure_code: null };
      const intent = await store(records, request, key, READER, waiting);
      return {
        paymentIntentId: intent.id,
        clientSecret: secretOf(intent),
        amountMinor: intent.amount_minor,
        currency: intent.currency,
      };
    },
    charge: request => asOutcome(() => charge(records, request, timeoutMs())),
    find: async query => {
      const intent =
        'paymentId' in query
          ? await intentById(db, type, query.paymentId)
          : await intentByKey(db, type, query.idempotencyKey);
      if (intent === undefined) return null;
      return intent.token === READER ? finish(records, intent) : outcomeOf(intent);
    },
    confirm: async paymentId => {
      const intent = await intentById(db, type, paymentId);
      return intent ? finish(records, intent) : paymentNotFound(paymentId);
    },
    cancel: async paymentId => {
      await moveIntent(db, paymentId, 'canceled', 'canceled');
      const intent = await intentById(db, type, paymentId);
      return intent ? outcomeOf(intent) : paymentNotFound(paymentId);
    },
    refund: request =>
      asRefundOutcome(() => {
        const fault = sandboxFaults().refund?.(request);
        return serve(fault, timeoutMs(), () => storeRefund(records, request));
      }),
    findRefund: async ({ idempotencyKey }) => {
      const refund = await refundByKey(db, idempotencyKey);
      return refund ? { outcome: 'succeeded', refundId: refund.id } : null;
    },
  };
}

async function charge(
  records: Records,
  request: ChargeRequest,
  timeoutMs: number,
): Promise<Outcome> {
  const token = request.token ?? '';
  const script = SCRIPTS.get(token);
  if (script === undefined) return declined('invalid_token', 'There is no such card.');
  const tokenFault = token === 'tok_error' ? 'error' : undefined;
  const fault = sandboxFaults().charge?.(request) ?? tokenFault;
  const intent = await serve(fault, timeoutMs, () =>
    store(records, request, request.idempotencyKey, token, script),
  );
  return token === 'tok_timeout' ? hang(timeoutMs) : outcomeOf(intent);
}

/** Completes an intent as if the card holder or the card reader had done their part. */
async function finish({ db, type }: Records, intent: SandboxIntent): Promise<Outcome> {
  if (isOnTillReader(intent)) return outcomeOf(intent);
  const failure = intent.token === 'tok_challenge_fail' ? 'authentication_failed' : null;
  await moveIntent(db, intent.id, failure === null ? 'succeeded' : 'failed', failure);
  return outcomeOf((await intentById(db, type, intent.id)) ?? intent);
}

async function store(
  { db, type, idPrefix }: Records,
  request: IntentRequest,
  key: string,
  token: string,
  script: Script,
): Promise<SandboxIntent> {
  const intent = await insertIntent(db, {
    id: newSandboxId(idPrefix),
    processor_type: type,
    idempotency_key: key,
    amount_minor: request.amountMinor,
    currency: request.currency.toUpperCase(),
    token,
    // Confirms a charge that waits for the card holder; others need none.
    client_secret: script.status === 'requires_action' ? newSandboxId('secret') : '',
    metadata: request.metadata ?? {},
    ...script,
  });
  return sameRequest(intent, request, token);
}

/** A key belongs to one request, as with a real processor. */
function sameRequest(intent: SandboxIntent, request: IntentRequest, token: string): SandboxIntent {
  const isSame =
    intent.amount_minor === request.amountMinor &&
    intent.currency === request.currency.toUpperCase() &&
    intent.token === token;
  if (!isSame) throw keyReused();
  return intent;
}

const storeRefund = ({ db, type }: Records, request: RefundRequest): Promise<RefundOutcome> =>
  atomically(db, async tx => {
    const intent = await lockIntent(tx, type, request.paymentId);
    const before = await refundByKey(tx, request.idempotencyKey);
    if (before !== undefined) {
      const isSame =
        before.intent_id === request.paymentId && before.amount_minor === request.amountMinor;
      if (!isSame) throw keyReused();
      return { outcome: 'succeeded', refundId: before.id };
    }
    if (intent === undefined) throw refused('payment_not_found', 'There is no such payment.');
    if (intent.token === READER) await moveIntent(tx, intent.id, 'succeeded', null);
    else if (intent.status !== 'succeeded') throw refused('not_charged', 'Nothing was charged.');
    const left = intent.amount_minor - (await refundedOf(tx, intent.id));
    if (request.amountMinor > left) {
      throw refused('amount_exceeds_charge', 'The refund is more than what is left of the charge.');
    }
    const id = newSandboxId('re');
    await insertSandboxRefund(tx, {
      id,
      idempotency_key: request.idempotencyKey,
      intent_id: intent.id,
      amount_minor: request.amountMinor,
    });
    return { outcome: 'succeeded', refundId: id };
  });

const secretOf = (intent: SandboxIntent): string => `${intent.id}_${intent.client_secret}`;

function outcomeOf(intent: SandboxIntent): Outcome {
  const { id: paymentId, amount_minor: amountMinor, currency } = intent;
  switch (intent.status) {
    case 'succeeded':
      return { outcome: 'succeeded', paymentId, amountMinor, currency };
    case 'requires_action': {
      const clientSecret = secretOf(intent);
      return { outcome: 'requires_action', paymentId, clientSecret, amountMinor, currency };
    }
    default: {
      const code = intent.failure_code ?? 'declined';
      return declined(code, MESSAGES.get(code) ?? code, paymentId);
    }
  }
}
