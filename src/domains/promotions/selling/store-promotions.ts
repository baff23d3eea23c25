import type { Reader } from '../../../platform/database/tx.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { StorePromotion } from '../records/schemas.js';
import { campaignStateAt } from './remembered-promotions.js';
import { presentTerms } from './running-promotions.js';
import { type PlannedPromotion, plannedPromotions } from './running-repository.js';

type Shown = Static<typeof StorePromotion>;

/**
 * Promotions without a code of a store, whenever they run, for tills that must not ask for each sale.
 * Promotions of A/B tests are left out: the service assigns their customers.
 */
export async function storePromotions(
  reader: Reader,
  storeId: string,
  now: Date,
): Promise<Shown[]> {
  const planned = await plannedPromotions(reader);
  return planned.filter(promotion => isFor(promotion, storeId, now)).map(present);
}

const isFor = (promotion: PlannedPromotion, storeId: string, now: Date): boolean => {
  const { store_ids: own, campaign_store_ids: campaign, campaign_id, tests } = promotion;
  if (tests !== null || (own !== null && !own.includes(storeId))) return false;
  if (campaign_id === null) return true;
  const state = campaignStateAt(promotion, now);
  const runs = state === 'active' || state === 'scheduled';
  return runs && (campaign === null || campaign.includes(storeId));
};

const present = (promotion: PlannedPromotion): Shown => ({
  ...presentTerms(promotion),
  starts_at: edgeOf([promotion.starts_at, promotion.campaign_starts_at], Math.max),
  ends_at: edgeOf([promotion.ends_at, promotion.campaign_ends_at], Math.min),
  ...(promotion.has_budget && { is_limited: true }),
});

/** A promotion runs while it and its campaign do. */
function edgeOf(
  dates: readonly (Date | null)[],
  choose: (...times: number[]) => number,
): string | null {
  const times = dates.flatMap(date => date?.getTime() ?? []);
  return times.length === 0 ? null : new Date(choose(...times)).toISOString();
}
