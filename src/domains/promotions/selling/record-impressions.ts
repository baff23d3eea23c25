import type { Tx } from '../../../platform/database/tx.js';
import { insertImpression } from '../ab-tests/repository.js';
import { variantFor } from '../ab-tests/rules.js';
import { testsOfPromotions } from './running-repository.js';

/** The subject has seen the price of its variant in every running test with promotions. */
export async function recordImpressions(tx: Tx, subjectKey: string, at: Date): Promise<void> {
  for (const test of await testsOfPromotions(tx)) {
    const variant = variantFor(test, subjectKey);
    await insertImpression(tx, { testId: test.id, subjectKey, variant, at });
  }
}
