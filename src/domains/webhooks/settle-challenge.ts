import type { Platform } from '../../platform/platform.js';
import type { Payment } from '../payments/index.js';

/**
 * A payment that waits for its card holder has just been told to have succeeded: whoever started
 * it (a checkout) finishes it now instead of at the shopper's next click. Called outside of any
 * database transaction, because finishing asks the processor; it may be called more than once.
 */
export async function settleChallenge(_platform: Platform, _payment: Payment): Promise<void> {}
