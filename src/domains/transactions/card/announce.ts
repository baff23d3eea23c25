import type { Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import { cardPaymentUpdated } from '../events.js';
import { type CardPayment, cardPaymentById } from './attempt-repository.js';

/** Reads the attempt as it is now and records it for the screens of its store. */
export async function announce(tx: Tx, paymentId: string): Promise<CardPayment> {
  const payment = await cardPaymentById(tx, paymentId);
  if (payment === undefined) throw new Error('a card attempt is missing');
  await record(tx, cardPaymentUpdated(payment));
  return payment;
}
