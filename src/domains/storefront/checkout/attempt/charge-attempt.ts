import { SECOND_MS } from '../../../../platform/clock.js';
import type { Platform } from '../../../../platform/platform.js';
import { type Outcome, processorFor } from '../../../payments/index.js';
import type { Payer } from '../payer.js';
import { type PlacedSale, presentPlaced } from '../present.js';
import { attemptOutcomeOf, CHARGE_TOO_LATE, LEASE_SECONDS } from '../rules.js';
import type { CompleteReply } from '../schemas.js';
import { answerAttempt } from './answer-attempt.js';
import { recordDecline } from './card-testing.js';
import { passCrashPoint } from './crash-points.js';
import type { AttemptDraft } from './draft.js';
import { placePaidOrder } from './place-paid-order.js';
import { settlePayment } from './settle-payment.js';
import type { Attempt } from './write-attempt.js';
import { paymentOfDraft } from './write-draft.js';

/** Charges an opened attempt, with no lock held, and settles its outcome. */
export async function chargeAttempt(
  platform: Platform,
  payer: Payer,
  attempt: Attempt,
): Promise<CompleteReply> {
  const { checkout, draft } = attempt;
  await passCrashPoint('attempt_opened', checkout.id);
  const outcome = attemptOutcomeOf(await charge(platform, attempt));
  await passCrashPoint('charged', checkout.id);
  if (outcome.kind === 'paid' && (await placePaidOrder(platform, attempt, outcome))) {
    await passCrashPoint('settled', checkout.id);
    return presentPlaced(platform, checkout, saleShown(draft));
  }
  await passCrashPoint('not_placed', checkout.id);
  await recordDecline(platform, payer, outcome);
  const settled = await settlePayment(
    platform,
    { ...paymentOfDraft(draft), checkoutId: checkout.id },
    outcome,
  );
  await passCrashPoint('settled', checkout.id);
  return answerAttempt(platform, settled, outcome, saleShown(draft));
}

const saleShown = ({ sale, number }: AttemptDraft): PlacedSale => ({
  id: sale.id,
  transaction_number: number,
  total_amount: sale.totalAmount,
});

/** Half of the lease; the other half is left for the charge itself. */
const CHARGE_WITHIN_MS = (LEASE_SECONDS * SECOND_MS) / 2;

async function charge(
  platform: Platform,
  { processorType, charge: request, draft, leasedAtMs }: Attempt,
): Promise<Outcome> {
  // A process that stalled must not charge after recovery released the stock.
  if (performance.now() - leasedAtMs > CHARGE_WITHIN_MS) {
    const message = 'The payment took too long to begin.';
    return { outcome: 'declined', paymentId: null, code: CHARGE_TOO_LATE, message };
  }
  try {
    const returnUrl = `${platform.config.publicUrl}/app/shop/checkout/bank`;
    return await processorFor(platform, processorType).charge({ ...request, returnUrl });
  } catch (error) {
    platform.log.error(
      { err: error, payment: draft.payment.id },
      'charge failed unexpectedly; treated as an uncertain charge',
    );
    return { outcome: 'unknown', reason: 'unexpected_error' };
  }
}
