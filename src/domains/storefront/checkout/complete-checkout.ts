import { clientKey } from '../../../platform/http/limits.js';
import type { Platform } from '../../../platform/platform.js';
import { guardCodes } from '../../stored-value/index.js';
import { checkDeclines } from './attempt/card-testing.js';
import { chargeAttempt } from './attempt/charge-attempt.js';
import { openAttempt } from './attempt/open-attempt.js';
import { recoverOne } from './attempt/recover-attempts.js';
import { checkChallenge } from './challenge/check-challenge.js';
import { checkoutBusy } from './errors.js';
import type { Owned } from './own-checkout.js';
import type { Payer } from './payer.js';
import { presentPlaced } from './present.js';
import type { CompleteReply, CompleteRequest } from './schemas.js';

/**
 * Pays for a checkout in three steps: open the attempt and reserve stock, charge, settle. The
 * process may die after any step; recovery then finishes or closes the attempt.
 */
export async function completeCheckout(
  platform: Platform,
  payer: Payer,
  found: Pick<Owned, 'checkout' | 'cart'>,
  request: CompleteRequest,
): Promise<CompleteReply> {
  const code = request.checkout_form_data.gift_card_code || undefined;
  return guardCodes(platform, clientKey(payer.address), code, () =>
    complete(platform, payer, found, request),
  );
}

async function complete(
  platform: Platform,
  payer: Payer,
  found: Pick<Owned, 'checkout' | 'cart'>,
  request: CompleteRequest,
): Promise<CompleteReply> {
  const declines = await checkDeclines(platform, payer);
  for (let round = 0; round < 2; round += 1) {
    const opening = await openAttempt(platform, payer, declines, found, request);
    switch (opening.kind) {
      case 'charge':
        return chargeAttempt(platform, payer, opening.attempt);
      case 'placed':
        return presentPlaced(platform, opening.checkout);
      case 'challenge':
        return checkChallenge(platform, payer, opening.checkout, 'find');
      case 'lease_expired':
        await recoverOne(platform, found.checkout);
    }
  }
  throw checkoutBusy();
}
