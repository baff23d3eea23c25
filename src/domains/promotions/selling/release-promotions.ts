import type { Tx } from '../../../platform/database/tx.js';
import { markVoided, releaseConversions } from './conversion-repository.js';
import { releaseSpends, releaseUsages } from './usage-repository.js';

/** Releases the code use, the budget spends and the conversions of a voided sale. Idempotent. */
export async function releasePromotions(tx: Tx, transactionId: string, now: Date): Promise<void> {
  await releaseUsages(tx, transactionId, now);
  await releaseSpends(tx, transactionId, now);
  await markVoided(tx, transactionId, now);
  await releaseConversions(tx, transactionId, now);
}
