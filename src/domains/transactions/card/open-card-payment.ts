import { addMs } from '../../../platform/clock.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import { conflict, Failure, invalidField, notFound } from '../../../platform/http/failure.js';
import { refuseFractions } from '../../../platform/http/refuse-fractions.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import {
  type CardReader,
  insertPayment,
  type ProcessorType,
  processorFor,
  readerMethod,
  refuseUncharged,
} from '../../payments/index.js';
import { terminalById } from '../../stores/index.js';
import { planPayment } from '../payments/plan-payment.js';
import { type SaleToPay, saleToPay } from '../payments/repository.js';
import { countsAgainstLimits, takeLimits } from '../payments/take-payment.js';
import { parseSaleRef } from '../references.js';
import { lockSale } from '../repository.js';
import {
  type CardPayment,
  insertAttempt,
  runningCardPayment,
  setCardHold,
} from './attempt-repository.js';
import { EXPIRES_AFTER_MS, LEASE_MS } from './rules.js';

export type CardRequest = {
  /** A sale by number or document id. */
  sale: string;
  /** The whole amount due unless given. */
  amount?: string | number;
  /** Charged on top. */
  tip?: string | number;
  /** A payment method by id or code; by default the first card method with a reader. */
  method?: string;
  ageCheck?: { method: string; confirmed: boolean };
  operatorId: string;
  terminalId: string;
  maySee(storeId: string): boolean;
  /** Digest of the caller's idempotency key. */
  startKey: string | null;
};

/**
 * First half of a card payment: stores the pending payment and its attempt before the processor is
 * called. Everything that could refuse the payment later is checked now, before a card is charged.
 */
export async function openCardPayment(
  platform: Platform,
  tx: Tx,
  request: CardRequest,
): Promise<string> {
  const { sale, method } = await saleAndMethod(platform, tx, request);
  const reader = readerOf(platform, method.processor_type);
  const readerId = (await terminalById(tx, request.terminalId))?.reader_id ?? null;
  if (reader.needsReaderId && readerId === null) {
    throw conflict('NO_READER', 'This till has no card reader; add it under Tills, Devices.');
  }
  const { terminalId, operatorId } = request;
  const processorType = method.processor_type;
  const place = { saleId: sale.id, terminalId, processorType, readerId };
  const running = await runningCardPayment(tx, place);
  if (running !== undefined) throw alreadyRunning(running);
  const dueMinor = minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency);
  const { currency } = sale;
  refuseFractions(currency, { amount: request.amount, tip: request.tip });
  const amountMinor = request.amount === undefined ? dueMinor : minor(request.amount, currency);
  const tipMinor = minor(request.tip ?? 0, currency);
  const tenderedMinor = amountMinor + tipMinor;
  const tendered = formatMoney(tenderedMinor, currency);
  const tender = { ...request, method: method.id, tendered, registerId: terminalId };
  await checked(() => planPayment(platform, tx, sale, tender));
  if (tenderedMinor === 0) throw nothingToCharge();
  const now = platform.clock.now();
  if (countsAgainstLimits(sale)) await takeLimits(tx, sale, now);
  const paymentId = newId(now);
  await insertPayment(tx, {
    id: paymentId,
    transactionId: sale.id,
    storeId: sale.store_id,
    paymentMethodId: method.id,
    amountMinor,
    tipMinor,
    tenderedMinor,
    currency,
    status: 'pending',
    processorType,
    operatorId,
    registerId: terminalId,
  });
  await insertAttempt(tx, {
    ...place,
    paymentId,
    storeId: sale.store_id,
    startKey: request.startKey,
    ageCheck: request.ageCheck ?? null,
    expiresAt: addMs(now, EXPIRES_AFTER_MS),
    leaseUntil: addMs(now, LEASE_MS),
    now,
  });
  await setCardHold(tx, sale.id, formatMoney(amountMinor, currency));
  return paymentId;
}

/** Locks the sale, so that no other payment is booked between the check and the hold. */
async function saleAndMethod(platform: Platform, tx: Tx, request: CardRequest) {
  const ref = parseSaleRef(request.sale);
  const method = request.method ?? (await defaultMethod(platform, tx));
  const found = ref && (await saleToPay(tx, ref, method, null, request.terminalId));
  if (ref === undefined || found === undefined || !request.maySee(found.store_id)) {
    throw notFound('Transaction', 'TRANSACTION_NOT_FOUND');
  }
  await lockSale(tx, found.id);
  const sale = (await saleToPay(tx, { id: found.id }, method, null, request.terminalId)) ?? found;
  return { sale, method: cardMethod(sale) };
}

function cardMethod({ method }: SaleToPay) {
  if (method === null || !method.is_active) {
    throw invalidField(
      'payment_method_id',
      'There is no such payment method in use.',
      'UNKNOWN_PAYMENT_METHOD',
    );
  }
  if (method.processor_type === null || method.requires_reference) throw withoutReader();
  return { ...method, processor_type: method.processor_type as ProcessorType };
}

function readerOf(platform: Platform, type: ProcessorType): CardReader {
  refuseUncharged(platform, type);
  const { reader } = processorFor(platform, type);
  if (reader === undefined) throw withoutReader();
  return reader;
}

/** A processor charges no 0.00; a sale that costs nothing ends with any other way to pay. */
const nothingToCharge = (): Failure =>
  invalidField('amount', 'Nothing is left to charge to a card.', 'NOTHING_TENDERED');

const withoutReader = (): Failure =>
  invalidField(
    'payment_method_id',
    'This payment method works without a card reader.',
    'METHOD_NOT_USABLE',
  );

async function defaultMethod(platform: Platform, reader: Reader): Promise<string> {
  const usable = await readerMethod(platform, reader);
  if (usable === undefined) {
    throw conflict('NO_READER', 'No payment method in use works with a card reader.');
  }
  return usable.id;
}

/** Renames the field of the payment body to that of this body. */
async function checked<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    const message = error instanceof Failure && error.extra.fields?.tendered_amount?.[0];
    if (!message) throw error;
    throw invalidField('amount', message, error.code);
  }
}

export const alreadyRunning = (running: CardPayment): Failure =>
  conflict('CARD_PAYMENT_IN_PROGRESS', 'A card payment is in progress.', {
    payment_id: running.payment_id,
    payment_intent_id: running.processor_transaction_id,
    status: running.status,
    amount: running.amount,
    transaction_id: running.transaction_number,
    terminal_id: running.terminal_id,
  });
