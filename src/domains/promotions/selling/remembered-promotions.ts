import type { Reader } from '../../../platform/database/tx.js';
import type { ReferenceSnapshot } from '../../../platform/reference-data/index.js';
import type { Promotion } from '../../pricing/index.js';
import { type SaleContext, toPricing, whyNotRunning } from './rules.js';
import { type PlannedPromotion, plannedPromotions } from './running-repository.js';

/**
 * The promotions without a code that run now, from memory. Undefined if one of them belongs to a
 * campaign, whose budget changes with every sale, or to a running A/B test, whose subjects are counted.
 */
export async function rememberedPromotions(
  data: ReferenceSnapshot,
  reader: Reader,
  context: SaleContext & { currency: string },
): Promise<Promotion[] | undefined> {
  const planned = await data.remember('promotions without code', () => plannedPromotions(reader));
  const running = planned.filter(
    promotion => whyNotRunning(atTime(promotion, context.at), context) === undefined,
  );
  if (running.some(promotion => promotion.campaign_id !== null)) return undefined;
  if (planned.some(({ tests }) => tests?.some(({ status }) => status === 'running'))) {
    return undefined;
  }
  return running.map(promotion => toPricing(promotion, context.currency));
}

const atTime = (promotion: PlannedPromotion, at: Date): PlannedPromotion => ({
  ...promotion,
  campaign_state: campaignStateAt(promotion, at),
});

/** The same as `campaign_state` in the database. */
export function campaignStateAt(
  {
    campaign_status: status,
    campaign_starts_at: starts,
    campaign_ends_at: ends,
  }: Pick<PlannedPromotion, 'campaign_status' | 'campaign_starts_at' | 'campaign_ends_at'>,
  at: Date,
): PlannedPromotion['campaign_state'] {
  if (status === null || status === 'draft' || status === 'expired') return status;
  if (ends !== null && ends <= at) return 'expired';
  if (status === 'paused') return 'paused';
  return starts !== null && starts > at ? 'scheduled' : 'active';
}
