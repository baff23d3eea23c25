import type { Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import { refuseFractions } from '../../../platform/http/refuse-fractions.js';
import { newId } from '../../../platform/ids.js';
import { formatMoney, minor } from '../../../platform/money.js';
import { record } from '../../../platform/work/events/outbox.js';
import { campaignSaved } from '../events.js';
import { withRefusals } from '../refusals.js';
import { type Caller, checkStores, isVisible, requireManagedStores } from '../store-access.js';
import {
  type Campaign,
  campaignById,
  insertCampaign,
  lockCampaign,
  sharedCurrency,
  updateCampaign,
} from './repository.js';
import {
  CAMPAIGN_ACTIONS,
  type CampaignAction,
  refuseLateChange,
  refuseMove,
  windowAfterMove,
} from './rules.js';
import type { CampaignInput } from './schemas.js';

const NEW = { state: 'draft', starts_at: null, ends_at: null } as const;

/** Creates or changes a campaign. A new campaign starts as a draft. */
export async function saveCampaign(
  tx: Tx,
  caller: Caller,
  id: string | undefined,
  change: Partial<CampaignInput>,
  now: Date,
): Promise<Campaign> {
  const before = id === undefined ? undefined : await lockedForChange(tx, caller, id, now);
  const start = before ?? NEW;
  const late = refuseLateChange(start.state, change);
  if (late) throw late;
  const { status: wanted, budget, ...columns } = change;
  const to = wanted === start.state ? undefined : wanted;
  const refused = to && refuseMove(start.state, to);
  if (refused) throw refused;
  if (before === undefined || change.store_ids !== undefined) {
    await checkStores(tx, caller, change.store_ids ?? null);
  }
  const currency =
    change.currency ?? before?.currency ?? (await sharedCurrency(tx, change.store_ids ?? null));
  refuseFractions(currency, { budget: budget === undefined ? before?.budget : budget });
  const row = {
    ...columns,
    ...(budget !== undefined && {
      budget: budget === null ? null : formatMoney(minor(budget, currency), currency),
    }),
    ...(to && { status: to, ...windowAfterMove(start, change, to, now) }),
  };
  const campaignId = before?.id ?? newId();
  await withRefusals(() =>
    before
      ? updateCampaign(tx, campaignId, row)
      : insertCampaign(tx, { ...row, currency, id: campaignId, name: change.name ?? '' }),
  );
  const saved = await campaignById(tx, campaignId, now);
  if (saved === undefined) throw notFound('Campaign');
  await record(tx, campaignSaved(saved));
  return saved;
}

/** Activates, pauses or expires a campaign; refuses a campaign that is in that state already. */
export async function moveCampaign(
  tx: Tx,
  caller: Caller,
  id: string,
  action: CampaignAction,
  now: Date,
): Promise<Campaign> {
  const to = CAMPAIGN_ACTIONS[action];
  const before = await lockedForChange(tx, caller, id, now);
  if (before.state === to) {
    throw conflict('INVALID_STATE', `This campaign is ${to} already.`, { status: to });
  }
  const refused = refuseMove(before.state, to);
  if (refused) throw refused;
  return saveCampaign(tx, caller, id, { status: to }, now);
}

export async function lockedForChange(
  tx: Tx,
  caller: Caller,
  id: string,
  now: Date,
): Promise<Campaign> {
  const found = await lockCampaign(tx, id, now);
  if (found === undefined || !isVisible(caller, found.store_ids)) throw notFound('Campaign');
  requireManagedStores(caller, found.store_ids);
  return found;
}
