import { type Selectable, sql } from 'kysely';
import type { CardAttempts } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { ProcessorType } from '../../payments/index.js';
import type { SaleStatus } from '../rules.js';
import { type CardStatus, OPEN_STATUSES } from './rules.js';

export type CardAttempt = Omit<Selectable<CardAttempts>, 'status' | 'processor_type'> & {
  status: CardStatus;
  processor_type: ProcessorType;
};

/** An attempt with its payment and its sale, as shown to tills. */
export type CardPayment = CardAttempt & {
  /** What it settles of the sale; the card is charged this and the tip. */
  amount: string;
  tip: string;
  currency: string;
  processor_transaction_id: string | null;
  card_last_four: string | null;
  card_brand: string | null;
  transaction_number: string;
  sale_status: SaleStatus;
  total_amount: string;
  total_paid: string;
};

const cardPayments = (reader: Reader) =>
  reader
    .selectFrom('card_attempts as a')
    .innerJoin('payments as p', 'p.id', 'a.payment_id')
    .innerJoin('transactions as t', 't.id', 'a.transaction_id')
    .selectAll('a')
    .select([
      'p.amount',
      'p.tip',
      'p.currency',
      'p.processor_transaction_id',
      'p.card_last_four',
      'p.card_brand',
      't.transaction_number',
      't.status as sale_status',
      't.total_amount',
      't.total_paid',
    ]);

export const cardPaymentById = async (
  reader: Reader,
  paymentId: string,
): Promise<CardPayment | undefined> =>
  (await cardPayments(reader).where('a.payment_id', '=', paymentId).executeTakeFirst()) as
    | CardPayment
    | undefined;

export const cardPaymentByKey = async (
  reader: Reader,
  startKey: string,
): Promise<CardPayment | undefined> =>
  (await cardPayments(reader).where('a.start_key', '=', startKey).executeTakeFirst()) as
    | CardPayment
    | undefined;

/** The newest attempt of a sale. */
export const lastCardPayment = async (
  reader: Reader,
  saleId: string,
): Promise<CardPayment | undefined> =>
  (await cardPayments(reader)
    .where('a.transaction_id', '=', saleId)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.payment_id', 'desc')
    .limit(1)
    .executeTakeFirst()) as CardPayment | undefined;

export type Place = {
  saleId: string;
  terminalId: string;
  processorType: ProcessorType;
  readerId: string | null;
};

/** The attempt that keeps another one from starting: of this sale, this till or this reader. */
export const runningCardPayment = async (
  reader: Reader,
  place: Place,
): Promise<CardPayment | undefined> =>
  (await cardPayments(reader)
    .where('a.status', 'in', [...OPEN_STATUSES])
    .where(
      sql<boolean>`(a.transaction_id = ${place.saleId}
        or (a.status = 'in_progress' or a.cancel_requested_at is null) and
          (a.terminal_id = ${place.terminalId} or
            a.reader_id = ${place.readerId} and a.processor_type = ${place.processorType}))`,
    )
    .orderBy(sql`a.transaction_id = ${place.saleId}`, 'desc')
    .limit(1)
    .executeTakeFirst()) as CardPayment | undefined;

export type NewAttempt = Place & {
  paymentId: string;
  storeId: string;
  startKey: string | null;
  ageCheck: object | null;
  expiresAt: Date;
  leaseUntil: Date;
  now: Date;
};

/** Leased from the start: the request that opens an attempt also starts it. */
export const insertAttempt = (tx: Tx, attempt: NewAttempt): Promise<unknown> =>
  tx
    .insertInto('card_attempts')
    .values({
      payment_id: attempt.paymentId,
      transaction_id: attempt.saleId,
      store_id: attempt.storeId,
      terminal_id: attempt.terminalId,
      processor_type: attempt.processorType,
      reader_id: attempt.readerId,
      start_key: attempt.startKey,
      age_check: attempt.ageCheck === null ? null : JSON.stringify(attempt.ageCheck),
      expires_at: attempt.expiresAt,
      lease_until: attempt.leaseUntil,
      next_attempt_at: attempt.leaseUntil,
      created_at: attempt.now,
      updated_at: attempt.now,
    })
    .execute();

export const lockAttempt = async (tx: Tx, paymentId: string): Promise<CardAttempt | undefined> =>
  (await tx
    .selectFrom('card_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst()) as CardAttempt | undefined;

export type AttemptChange = {
  status: CardStatus;
  failureCode?: string | null;
  message?: string | null;
  isStarted?: boolean;
  lastError?: string | null;
  /** Polls without an answer in a row. */
  attempts: number;
  nextAttemptAt: Date;
  isGivenUp?: boolean;
  now: Date;
};

/** Stores the result of a step and ends its lease. */
export const updateAttempt = (tx: Tx, paymentId: string, change: AttemptChange): Promise<unknown> =>
  tx
    .updateTable('card_attempts')
    .set({
      status: change.status,
      failure_code: change.failureCode ?? null,
      message: change.message ?? null,
      ...(change.isStarted && { started_at: sql`coalesce(started_at, ${change.now})` }),
      last_error: change.lastError ?? null,
      attempts: change.attempts,
      next_attempt_at: change.nextAttemptAt,
      given_up_at: change.isGivenUp ? change.now : null,
      lease_until: null,
      updated_at: change.now,
    })
    .where('payment_id', '=', paymentId)
    .execute();

/** Makes the open attempt of a sale due for a cancel. Returns its payment's id. */
export async function requestCancel(
  tx: Tx,
  saleId: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await statement<{ payment_id: string }>(
    tx,
    `update card_attempts
     set cancel_requested_at = coalesce(cancel_requested_at, $2), next_attempt_at = $2,
       given_up_at = null, updated_at = $2
     where transaction_id = $1 and status in ('in_progress', 'uncertain')
     returning payment_id`,
    [saleId, now],
  );
  return row?.payment_id;
}

/** The part of the amount due that a card attempt may still pay. */
export const setCardHold = (tx: Tx, saleId: string, amount: string): Promise<unknown> =>
  tx.updateTable('transactions').set({ card_hold: amount }).where('id', '=', saleId).execute();
