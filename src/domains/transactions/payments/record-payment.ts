import { addMs, MINUTE_MS, momentOf } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/database/tx.js';
import { conflict, Failure, invalidField } from '../../../platform/http/failure.js';
import { refuseFractions } from '../../../platform/http/refuse-fractions.js';
import type { Static } from '../../../platform/http/schemas.js';
import { minor } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, type Staff } from '../../access/index.js';
import {
  findPaymentByProcessorId,
  findPaymentMethod,
  insertPayment,
  movePayment,
  type PaymentInput,
  UNSETTLED_STATUSES,
} from '../../payments/index.js';
import { type PaymentView, paymentView } from '../payment-list/repository.js';
import { parseSaleRef } from '../references.js';
import { refuseCardNumbers } from '../refuse-card-numbers.js';
import { findSale, lockSale, type Sale } from '../repository.js';
import { isPayable } from '../rules.js';
import type { RecordPaymentBody } from '../schemas.js';
import { takePayment } from './take-payment.js';

/**
 * Records a payment that a terminal or another system reports. A succeeded payment changes the sale
 * like one at the till and stays unverified until its processor confirms it. Any other payment is
 * stored without a change of the sale.
 */
export async function recordPayment(
  platform: Platform,
  tx: Tx,
  caller: Staff,
  body: Static<typeof RecordPaymentBody>,
): Promise<PaymentView> {
  refuseCardNumbers({
    processor_transaction_id: body.processor_transaction_id,
    reference: body.reference,
  });
  const processedAt = timeOf(platform, body.processed_at);
  const id =
    body.status === undefined || body.status === 'succeeded'
      ? await bookSucceeded(platform, tx, caller, body, processedAt)
      : await storeUnsettled(tx, caller, body, body.status);
  const view = await paymentView(tx, id);
  if (view === undefined) throw new Error('the recorded payment is missing');
  return view;
}

/** Rejects timestamps of a terminal whose clock was reset. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');
/** The clock of a terminal may be this far ahead. */
const MAX_CLOCK_SKEW_MS = 5 * MINUTE_MS;

function timeOf({ clock }: Platform, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = momentOf(text);
  if (at === undefined || at < EARLIEST || at > addMs(clock.now(), MAX_CLOCK_SKEW_MS)) {
    throw invalidField('processed_at', 'Must be between the year 2000 and now.');
  }
  return at;
}

async function bookSucceeded(
  platform: Platform,
  tx: Tx,
  caller: Staff,
  body: Static<typeof RecordPaymentBody>,
  processedAt: Date | undefined,
): Promise<string> {
  try {
    const paid = await takePayment(platform, tx, {
      sale: body.transaction,
      method: body.payment_method,
      tendered: body.amount,
      operatorId: caller.userId,
      registerId: caller.till?.terminalId ?? null,
      maySee: storeId => maySee(caller, storeId),
      ageCheck: body.age_check,
      storeCreditCode: body.store_credit_code,
      giftCardCode: body.gift_card_code,
      processorTransactionId: body.processor_transaction_id ?? undefined,
      reference: body.reference,
      processedAt,
      givesNoChange: true,
    });
    return paid.paymentId;
  } catch (error) {
    throw withBodyFields(error);
  }
}

/** Renames the fields of an error to those of this body. */
function withBodyFields(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  if (error.code === 'TRANSACTION_NOT_FOUND')
    return invalidField('transaction', 'There is no such sale.', error.code);
  const { fields } = error.extra;
  const names: Record<string, string> = {
    payment_method_id: 'payment_method',
    tendered_amount: 'amount',
  };
  const [field] = Object.keys(fields ?? {});
  const name = field === undefined ? undefined : names[field];
  return name === undefined
    ? error
    : invalidField(name, fields?.[field as string]?.[0] ?? '', error.code);
}

async function storeUnsettled(
  tx: Tx,
  caller: Staff,
  body: Static<typeof RecordPaymentBody>,
  status: (typeof UNSETTLED_STATUSES)[number],
): Promise<string> {
  const sale = await saleOf(tx, caller, body.transaction);
  const method = await findPaymentMethod(tx, body.payment_method);
  if (method === undefined || !method.is_active) {
    throw invalidField(
      'payment_method',
      'There is no such payment method in use.',
      'UNKNOWN_PAYMENT_METHOD',
    );
  }
  refuseFractions(sale.currency, { amount: body.amount });
  const processorType = method.processor_type as PaymentInput['processorType'];
  const processorTransactionId =
    processorType === null ? null : (body.processor_transaction_id ?? null);
  const known =
    processorType && processorTransactionId
      ? await findPaymentByProcessorId(tx, processorType, processorTransactionId)
      : undefined;
  if (known?.transaction_id === sale.id) {
    const moved = await movePayment(tx, known.id, UNSETTLED_STATUSES, { status });
    if (moved !== undefined) return moved.id;
  }
  const payment = await insertPayment(tx, {
    transactionId: sale.id,
    storeId: sale.store_id,
    paymentMethodId: method.id,
    amountMinor: minor(body.amount, sale.currency),
    currency: sale.currency,
    status,
    processorType,
    processorTransactionId,
    reference: body.reference,
    verification: processorType === null ? 'not_needed' : 'unverified',
    operatorId: caller.userId,
    registerId: caller.till?.terminalId ?? null,
  });
  return payment.id;
}

/** Locks the sale, so that a parallel void cannot close it before the attempt is stored. */
async function saleOf(tx: Tx, caller: Staff, text: string): Promise<Sale> {
  const ref = parseSaleRef(text);
  const found = ref && (await findSale(tx, ref));
  const sale = found && maySee(caller, found.store_id) ? await lockSale(tx, found.id) : undefined;
  if (sale === undefined) {
    throw invalidField('transaction', 'There is no such sale.', 'TRANSACTION_NOT_FOUND');
  }
  if (isPayable(sale.status)) return sale;
  throw conflict('INVALID_STATE', `A sale that is ${sale.status} takes no payment.`, {
    status: sale.status,
  });
}
