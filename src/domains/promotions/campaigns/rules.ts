import { conflict, type Failure } from '../../../platform/http/failure.js';

export const CAMPAIGN_STATES = ['draft', 'scheduled', 'active', 'paused', 'expired'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** State → the states people may move it to. An expired campaign stays so: its results stand. */
export const CAMPAIGN_MOVES: Record<CampaignState, readonly CampaignState[]> = {
  draft: ['scheduled', 'active'],
  scheduled: ['draft', 'active', 'paused', 'expired'],
  active: ['paused', 'expired'],
  paused: ['active', 'expired'],
  expired: [],
};

export const CAMPAIGN_ACTIONS = {
  activate: 'active',
  pause: 'paused',
  expire: 'expired',
} as const satisfies Record<string, CampaignState>;
export type CampaignAction = keyof typeof CAMPAIGN_ACTIONS;

export const refuseMove = (from: CampaignState, to: CampaignState): Failure | undefined =>
  CAMPAIGN_MOVES[from].includes(to)
    ? undefined
    : conflict('INVALID_STATE', `This campaign cannot go from ${from} to ${to}.`, { status: from });

/** What may still be put right when a campaign is over. */
const LASTING = new Set(['name', 'description', 'sanity_id']);

export function refuseLateChange(state: CampaignState, change: object): Failure | undefined {
  if (state !== 'expired' || Object.keys(change).every(field => LASTING.has(field)))
    return undefined;
  return conflict('INVALID_STATE', 'This campaign is over; only its name and text may change.', {
    status: state,
  });
}

type Times = { starts_at: Date | null; ends_at: Date | null };

/**
 * What a move does to the window. Activating starts now what had no start or a later one; expiring
 * ends now what would have run on. A start that the same change names is kept: the campaign waits.
 */
export function windowAfterMove(
  before: Times,
  change: { starts_at?: unknown },
  to: CampaignState,
  now: Date,
): Partial<Times> {
  const { starts_at: start, ends_at: end } = before;
  if (to === 'active' && change.starts_at == null && (start === null || start > now)) {
    return { starts_at: now };
  }
  const hasBegun = start !== null && start < now;
  if (to === 'expired' && hasBegun && (end === null || end > now)) return { ends_at: now };
  return {};
}

/** Longer campaigns are measured on their last year. */
export const MAX_LIFT_DAYS = 365;

export type SalesFigures = {
  currency: string;
  sales: number;
  sales_before: number;
  revenue: string;
  revenue_before: string;
};

export type Lift = {
  measured_at: string;
  from: string;
  to: string;
  days: number;
  sales: number;
  sales_before: number;
  sales_lift_percent: number | null;
  revenue: {
    currency: string;
    revenue: string;
    revenue_before: string;
    revenue_lift_percent: number | null;
  }[];
};

/** 12 after 10 is 20 per cent more; after nothing no per cent can tell. */
export function liftPercent(during: number, before: number): number | null {
  return before === 0 ? null : Math.round(((during - before) / before) * 10_000) / 100;
}
