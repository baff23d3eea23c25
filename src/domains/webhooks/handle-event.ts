import type { Reader, Tx } from '../../platform/database/tx.js';
import { formatMoney } from '../../platform/money.js';
import type { Platform } from '../../platform/platform.js';
import { record } from '../../platform/work/events/outbox.js';
import {
  findPaymentByProcessorId,
  movePayment,
  PAYMENT_STATUSES,
  type Payment,
  type ProcessorType,
  paymentSaved,
  processorFor,
  webhookOf,
} from '../payments/index.js';
import { confirmReportedPayment } from '../transactions/index.js';
import { EventRefused, notYetConfirmed } from './errors.js';
import type { Handled, LedgerEvent } from './repository.js';
import { compareReport, type Report } from './rules.js';
import { settleChallenge } from './settle-challenge.js';

/** The part of handling that runs inside the database transaction. */
export type Apply = (tx: Tx) => Promise<Handled>;

/**
 * Calls the processor if necessary and returns the part that writes to the database. Both parts are
 * idempotent.
 */
export async function handleEvent(platform: Platform, event: LedgerEvent): Promise<Apply> {
  const reading = webhookOf(event.processor).read(event.event_type, event.raw_payload);
  if (!reading.handled) {
    const result = { handled: false, reason: reading.reason };
    return async () => ({ result, paymentId: null, processorPaymentIds: [] });
  }
  const { report } = reading;
  if (report === undefined) {
    throw new EventRefused('The event does not name the payment it is about.', false);
  }
  const payment = await findReported(platform.db, event.processor, report);
  const checked =
    payment === undefined
      ? report
      : await checkedReport(platform, event.processor, payment, report);
  return tx => applyReport(tx, event.processor, checked);
}

async function checkedReport(
  platform: Platform,
  processor: ProcessorType,
  payment: Payment,
  report: Report,
): Promise<Report> {
  if (!(await isConfirmed(platform, processor, payment))) return denied(report);
  return webhookOf(processor).needsLookup
    ? lookedUpReport(platform, processor, payment, report)
    : report;
}

/** Books the payment first, if it waits for this report. */
async function isConfirmed(
  platform: Platform,
  processor: ProcessorType,
  payment: Payment,
): Promise<boolean> {
  const onReader = await confirmReportedPayment(platform, payment);
  if (onReader === undefined) return settleChallenge(platform, processor, payment);
  if (onReader === 'unknown') throw notYetConfirmed();
  return onReader === 'confirmed';
}

const denied = (report: Report): Report => ({
  ...report,
  contradiction: 'The processor does not confirm this payment.',
});

async function applyReport(tx: Tx, processor: ProcessorType, report: Report): Promise<Handled> {
  const processorPaymentIds = report.processorPaymentIds;
  const payment = await findReported(tx, processor, report);
  if (payment === undefined) {
    const result = { success: true, reason: 'payment_pending_creation', webhook_stored: true };
    return { result, paymentId: null, processorPaymentIds };
  }
  const { amountMatch, reviewReason } = compareReport(report, payment);
  await movePayment(tx, payment.id, PAYMENT_STATUSES, {
    verification: amountMatch ? 'confirmed' : 'mismatch',
    reviewReason,
  });
  await record(tx, paymentSaved(payment));
  const result = {
    success: true,
    payment_id: payment.id,
    validation: 'confirmed',
    amount_match: amountMatch,
  };
  return { result, paymentId: payment.id, processorPaymentIds };
}

async function findReported(
  reader: Reader,
  processor: ProcessorType,
  report: Report,
): Promise<Payment | undefined> {
  for (const id of report.processorPaymentIds) {
    const payment = await findPaymentByProcessorId(reader, processor, id);
    if (payment !== undefined) return payment;
  }
  return undefined;
}

/** Takes the amount from the processor instead of the event; the sandbox has no such records. */
async function lookedUpReport(
  platform: Platform,
  type: ProcessorType,
  payment: Payment,
  report: Report,
): Promise<Report> {
  const processor = processorFor(platform, type);
  if (processor.isSandbox) return report;
  const paymentId = payment.processor_transaction_id ?? report.processorPaymentIds[0];
  const found = await processor.find({ paymentId });
  switch (found?.outcome) {
    case 'succeeded':
      return {
        ...report,
        amount: { unit: 'decimal', value: formatMoney(found.amountMinor, found.currency) },
        currency: found.currency,
      };
    case undefined:
    case 'declined':
      return denied(report);
    default:
      throw notYetConfirmed();
  }
}
