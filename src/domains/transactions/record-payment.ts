import type { Tx } from '../../platform/database/tx.js';
import { Failure, invalidField } from '../../platform/http/failure.js';
import type { Static } from '../../platform/http/schemas.js';
import { minor } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { maySee, type Staff } from '../access/index.js';
import {
  findPaymentMethod,
  insertPayment,
  type PaymentView,
  paymentView,
} from '../payments/index.js';
import { parseSaleRef } from './references.js';
import { findSale } from './repository.js';
import type { RecordPaymentBody } from './schemas.js';
import { takePayment } from './take-payment.js';

/**
 * Books what a terminal or another system says was paid. A payment that succeeded moves the sale
 * like one at the till and stays unverified until its processor confirms it; one that has not
 * (yet) succeeded is written down and moves nothing.
 */
export async function recordPayment(
  platform: Platform,
  tx: Tx,
  caller: Staff,
  body: Static<typeof RecordPaymentBody>,
): Promise<PaymentView> {
  const id =
    body.status === undefined || body.status === 'succeeded'
      ? await bookSucceeded(platform, tx, caller, body)
      : await noteUnsettled(tx, caller, body, body.status);
  const view = await paymentView(tx, id);
  if (view === undefined) throw new Error('a payment just recorded is gone');
  return view;
}

async function bookSucceeded(
  platform: Platform,
  tx: Tx,
  caller: Staff,
  body: Static<typeof RecordPaymentBody>,
): Promise<string> {
  try {
    const paid = await takePayment(platform, tx, {
      sale: body.transaction,
      method: body.payment_method,
      tenderedMinor: minor(body.amount),
      operatorId: caller.userId,
      registerId: caller.till?.terminalId ?? null,
      maySee: storeId => maySee(caller, storeId),
      ageCheck: body.age_check,
      storeCreditCode: body.store_credit_code,
      processorTransactionId: body.processor_transaction_id ?? undefined,
      processedAt: body.processed_at === undefined ? undefined : new Date(body.processed_at),
      givesNoChange: true,
    });
    return paid.paymentId;
  } catch (error) {
    throw renamed(error);
  }
}

/** Here the sale and the method are fields of the body, so what is wrong with them is told there. */
function renamed(error: unknown): unknown {
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

async function noteUnsettled(
  tx: Tx,
  caller: Staff,
  body: Static<typeof RecordPaymentBody>,
  status: 'pending' | 'requires_action' | 'failed',
): Promise<string> {
  const ref = parseSaleRef(body.transaction);
  const sale = ref && (await findSale(tx, ref));
  if (sale === undefined || !maySee(caller, sale.store_id))
    throw invalidField('transaction', 'There is no such sale.');
  const method = await findPaymentMethod(tx, body.payment_method);
  if (method === undefined || !method.is_active) {
    throw invalidField(
      'payment_method',
      'There is no such payment method in use.',
      'UNKNOWN_PAYMENT_METHOD',
    );
  }
  const payment = await insertPayment(tx, {
    transactionId: sale.id,
    storeId: sale.store_id,
    paymentMethodId: method.id,
    amountMinor: minor(body.amount),
    currency: sale.currency,
    status,
    processorType: method.processor_type as Parameters<typeof insertPayment>[1]['processorType'],
    processorTransactionId: body.processor_transaction_id ?? null,
    verification: method.processor_type === null ? 'not_needed' : 'unverified',
    operatorId: caller.userId,
    registerId: caller.till?.terminalId ?? null,
  });
  return payment.id;
}
