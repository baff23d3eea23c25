import { addMs, DAY_MS } from '../../../platform/clock.js';
import type { Reader, Tx } from '../../../platform/database/tx.js';
import { record } from '../../../platform/work/events/outbox.js';
import { campaignSaved } from '../events.js';
import { type Campaign, type LiftWindows, lockCampaign, updateCampaign } from './repository.js';
import { type Lift, liftOf, MAX_LIFT_DAYS, type SalesFigures } from './rules.js';

/** Sales of some stores (null: all) in both windows; injected, because a higher tier owns sales. */
type SalesIn = (
  reader: Reader,
  storeIds: readonly string[] | null,
  windows: LiftWindows,
) => Promise<SalesFigures[]>;

/**
 * Lift: sales and revenue of the campaign's stores from its start until now or its end, compared
 * with a window of the same length right before its start, without the days before a store's first
 * sale.
 */
export async function measureLift(tx: Tx, id: string, now: Date, salesIn: SalesIn): Promise<void> {
  const campaign = await lockCampaign(tx, id, now);
  const span = campaign && spanOf(campaign, now);
  if (campaign === undefined || span === undefined) return;
  const { start, from, to } = span;
  const lengthMs = to.getTime() - from.getTime();
  const figures = await salesIn(tx, campaign.store_ids, {
    before: [addMs(start, -lengthMs), start],
    during: [from, to],
  });
  const lift: Lift = {
    measured_at: now.toISOString(),
    from: from.toISOString(),
    to: to.toISOString(),
    days: Math.round((lengthMs / DAY_MS) * 100) / 100,
    ...liftOf(figures, { start, lengthMs }),
  };
  await updateCampaign(tx, id, { lift: JSON.stringify(lift), lift_until: to });
  await record(tx, campaignSaved(campaign));
}

function spanOf({ starts_at: start, ends_at: end }: Campaign, now: Date) {
  const to = end !== null && end < now ? end : now;
  if (start === null || start >= to) return undefined;
  const earliest = addMs(to, -MAX_LIFT_DAYS * DAY_MS);
  return { start, from: start < earliest ? earliest : start, to };
}
