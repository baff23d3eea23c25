import { conflict, type Failure } from '../../../platform/http/failure.js';

export const CAMPAIGN_STATES = ['draft', 'scheduled', 'active', 'paused', 'expired'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** State → next states. An expired campaign never changes state, because its results are final. */
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

/** Fields that may change after the end of a campaign. */
const EDITABLE_AFTER_END = new Set(['name', 'description', 'sanity_id']);

export function refuseLateChange(state: CampaignState, change: object): Failure | undefined {
  if (state !== 'expired' || Object.keys(change).every(field => EDITABLE_AFTER_END.has(field)))
    return undefined;
  return conflict('INVALID_STATE', 'This campaign is over; only its name and text may change.', {
    status: state,
  });
}

type Times = { starts_at: Date | null; ends_at: Date | null };

/**
 * The window after a change of state. Activating sets a missing or later start to now, unless the
 * same change names a start. Expiring a started campaign sets a missing or later end to now.
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

/** For longer campaigns only the last year counts. */
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

/** 12 after 10 is 20; null if `before` is zero. */
export function liftPercent(during: number, before: number): number | null {
  return before === 0 ? null : Math.round(((during - before) / before) * 10_000) / 100;
}
