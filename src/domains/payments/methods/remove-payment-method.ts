import { sqlState, type Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { record } from '../../../platform/work/events/outbox.js';
import { paymentMethodDeleted } from '../events.js';
import { deletePaymentMethod, findPaymentMethod } from './repository.js';

/** SQLSTATEs of a delete that a foreign key refuses; PostgreSQL 18 also reports `restrict`. */
const STILL_REFERRED_TO = new Set(['23503', '23001']);

/** A method with payments cannot be deleted. */
export async function removePaymentMethod(tx: Tx, ref: string): Promise<void> {
  const found = await findPaymentMethod(tx, ref);
  if (found === undefined) throw notFound('Payment method');
  try {
    await deletePaymentMethod(tx, found.id);
  } catch (error) {
    if (!STILL_REFERRED_TO.has(sqlState(error) ?? '')) throw error;
    throw conflict(
      'IN_USE',
      'Payment method is in use and cannot be deleted; set is_active to false instead.',
    );
  }
  await record(tx, paymentMethodDeleted(found));
}
