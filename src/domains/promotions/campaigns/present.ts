import { formatMoney, minor } from '../../../platform/money.js';
import { isoTime } from '../fields.js';
import type { Campaign } from './repository.js';

export function presentCampaign(campaign: Campaign) {
  const { lift_until, state, ...shown } = campaign;
  return {
    ...shown,
    status: state,
    remaining:
      campaign.budget === null
        ? null
        : formatMoney(
            minor(campaign.budget, campaign.currency) - minor(campaign.spent, campaign.currency),
            campaign.currency,
          ),
    starts_at: isoTime(campaign.starts_at),
    ends_at: isoTime(campaign.ends_at),
    created_at: campaign.created_at.toISOString(),
    updated_at: campaign.updated_at.toISOString(),
  };
}
