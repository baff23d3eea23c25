import { atomically } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import type { Platform } from '../../../platform/platform.js';
import { finishRefunds } from './finish-refunds.js';
import { type Refund, refundById, reviveRefund } from './refund-repository.js';

/** Retries a refund now, even after the queue has given it up, and waits for the result. */
export async function retryRefund(platform: Platform, id: string): Promise<Refund> {
  const refund = await refundById(platform.db, id);
  if (refund?.status === 'succeeded') {
    throw conflict('INVALID_STATE', 'This refund has already been paid out.', {
      status: refund.status,
    });
  }
  if (refund !== undefined && refund.action_required !== null) {
    throw conflict('ACTION_REQUIRED', 'This refund needs a person, not the processor.', {
      action_required: refund.action_required,
    });
  }
  await atomically(platform.db, tx => reviveRefund(tx, id));
  const [done] = await finishRefunds(platform, [id]);
  if (done === undefined) throw notFound('Refund');
  return done;
}
