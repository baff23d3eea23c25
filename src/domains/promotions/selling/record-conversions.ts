import type { Tx } from '../../../platform/database/tx.js';
import { type Conversions, insertConversions } from './conversion-repository.js';

export type { Conversions };

/** Counts completed sales for their campaigns and A/B tests, each once and never after its void. */
export async function recordConversions(tx: Tx, ...sales: Conversions[]): Promise<void> {
  const counted = sales.filter(
    ({ applied, subjectKeys }) => applied.length > 0 || subjectKeys.length > 0,
  );
  if (counted.length > 0) await insertConversions(tx, counted);
}
