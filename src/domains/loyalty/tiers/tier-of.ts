import type { Reader } from '../../../platform/database/tx.js';
import { listTiers, spendBefore } from './repository.js';
import { type Spend, type Tier, tierFor } from './rules.js';

export type Standing = { tier: Tier | null; spend: Spend[] };

/**
 * The tier of a customer by the spend of the twelve months before `at`. The tiers are read each time:
 * no statement that follows would notice that remembered ones are outdated.
 */
export async function tierOf(reader: Reader, customerId: string, at: Date): Promise<Standing> {
  const tiers = await listTiers(reader);
  if (tiers.length === 0) return { tier: null, spend: [] };
  const spend = await spendBefore(reader, customerId, at);
  const shown = tiers.map(({ created_at: _, updated_at: __, ...tier }) => tier);
  return { tier: tierFor(shown, spend), spend };
}
