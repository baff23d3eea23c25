import type { Tx } from '../../../platform/database/tx.js';
import {
  claimSale,
  convertSubjects,
  insertConversions,
  type SaleToCount,
} from './conversion-repository.js';
import { campaignShares, type Share } from './usage-repository.js';

export type Conversions = SaleToCount & {
  /** The discount of each promotion; any promotion of a campaign counts as its conversion. */
  applied: readonly Share[];
  /** Keys by which an A/B test may know the customer, such as web session and user. */
  subjectKeys: readonly string[];
};

/** Counts a completed sale for its campaigns and A/B tests, once and never after its void. */
export async function recordConversions(tx: Tx, sale: Conversions): Promise<void> {
  const { applied, subjectKeys } = sale;
  if (applied.length === 0 && subjectKeys.length === 0) return;
  if (!(await claimSale(tx, sale.transactionId, sale.at))) return;
  await Promise.all([
    applied.length > 0 && countForCampaigns(tx, sale),
    subjectKeys.length > 0 && convertSubjects(tx, sale, subjectKeys),
  ]);
}

async function countForCampaigns(tx: Tx, sale: Conversions): Promise<void> {
  const shares = await campaignShares(tx, sale.applied);
  if (shares.length > 0) await insertConversions(tx, sale, shares);
}
