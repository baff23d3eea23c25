import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { paymentById } from '../../payments/index.js';
import { isLeaseExpired } from './attempt/attempt-repository.js';
import { recoverOne } from './attempt/recover-attempts.js';
import { closeChallenge } from './challenge/close-challenge.js';
import { cannotCancelCompleted, checkoutBusy, nothingToCancel } from './errors.js';
import { type Checkout, checkoutById, closeIdle } from './repository.js';

const MAX_ROUNDS = 3;

/**
 * Cancels a checkout. A running charge cannot be stopped, so the caller gets `CHECKOUT_BUSY`.
 * Cancelling a closed checkout does nothing.
 */
export async function cancelCheckout(platform: Platform, found: Checkout): Promise<void> {
  let checkout: Checkout | undefined = found;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    switch (checkout?.status) {
      case undefined:
        throw nothingToCancel();
      case 'completed':
        throw cannotCancelCompleted();
      case 'cancelled':
      case 'expired':
        return;
      case 'payment_processing':
        if (!(await isLeaseExpired(platform.db, found))) throw checkoutBusy();
        await recoverOne(platform, found);
        break;
      case 'payment_requires_action':
        await cancelChallenge(platform, checkout as Checkout);
        break;
      default: {
        const now = platform.clock.now();
        await atomically(platform.db, tx => closeIdle(tx, found.id, 'cancelled', now));
      }
    }
    checkout = await checkoutById(platform.db, found.id);
  }
  if (checkout?.status === 'completed') throw cannotCancelCompleted();
  if (checkout?.status !== 'cancelled') throw checkoutBusy();
}

async function cancelChallenge(platform: Platform, checkout: Checkout): Promise<void> {
  const payment =
    checkout.payment_id === null ? undefined : await paymentById(platform.db, checkout.payment_id);
  if (payment === undefined) throw new Error('challenge without a payment');
  await closeChallenge(platform, checkout, payment, 'cancelled');
}
