import type { Tx } from '../../../platform/database/tx.js';
import { markVoided, releaseConversions } from './conversion-repository.js';
import { releaseSpends, releaseUsages } from './usage-repository.js';

/** Gives back what a voided sale had used: its code, its campaigns' money, its conversions. Once. */
export async function releasePromotions(tx: Tx, transactionId: string, now: Date): Promise<void> {
  await releaseUsages(tx, transactionId, now);
  await releaseSpends(tx, transactionId, now);
  await markVoided(tx, transactionId, now);
  await releaseConversions(tx, transactionId, now);
}
