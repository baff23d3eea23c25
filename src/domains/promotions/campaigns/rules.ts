import { DAY_MS } from '../../../platform/clock.js';
import { conflict, type Failure } from '../../../platform/http/failure.js';
import {
  divideRounded,
  formatAmount,
  type Minor,
  perCurrency,
  sumMoney,
} from '../../../platform/money.js';

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

/** Sales of one store in one currency. */
export type SalesFigures = {
  store_id: string;
  /** From when on `sales_before` counts: not before the store's first day with a sale. */
  baseline_from: Date;
  currency: string;
  sales: number;
  sales_before: number;
  revenue: Minor;
  revenue_before: Minor;
};

export type Lift = {
  measured_at: string;
  from: string;
  to: string;
  days: number;
  sales: number;
  sales_before: number;
  sales_lift_percent: number | null;
  /** The sales of the other stores; absent in older measurements. */
  compared_sales?: number;
  /** Sales before the campaign, over as many days as it lasts. */
  expected_sales?: number;
  /** Stores that sold for less than a day before the start. */
  stores_left_out?: number;
  revenue: {
    currency: string;
    revenue: string;
    revenue_before: string;
    expected_revenue?: string;
    revenue_lift_percent: number | null;
  }[];
};

/** 12 after 10 is 20; null if `before` is zero. */
export function liftPercent(during: number, before: number): number | null {
  return before === 0 ? null : Math.round(((during - before) / before) * 10_000) / 100;
}

/** When the campaign started, and how long it was measured. */
export type LiftSpan = { start: Date; lengthMs: number };

/**
 * Compares stores that sold for at least a day before the start. If a store opened five days before a campaign of ten
 * days, its earlier sales count twice: the five days before it opened say nothing.
 */
export function liftOf(figures: readonly SalesFigures[], { start, lengthMs }: LiftSpan) {
  const baselineMs = (row: SalesFigures): number => start.getTime() - row.baseline_from.getTime();
  const isCompared = (row: SalesFigures): boolean => baselineMs(row) >= Math.min(lengthMs, DAY_MS);
  const compared = figures.filter(isCompared);
  const sum = (rows: readonly SalesFigures[], key: 'sales' | 'sales_before'): number =>
    rows.reduce((total, row) => total + row[key], 0);
  const expected = compared.reduce(
    (total, row) => total + (row.sales_before * lengthMs) / baselineMs(row),
    0,
  );
  const storesOf = (rows: readonly SalesFigures[]) => new Set(rows.map(row => row.store_id)).size;
  return {
    sales: sum(figures, 'sales'),
    sales_before: sum(figures, 'sales_before'),
    compared_sales: sum(compared, 'sales'),
    expected_sales: Math.round(expected * 100) / 100,
    stores_left_out: storesOf(figures) - storesOf(compared),
    sales_lift_percent: liftPercent(sum(compared, 'sales'), expected),
    revenue: perCurrency(figures, (currency, rows, amountIn) => {
      const own = rows.filter(isCompared);
      const total = (of: readonly SalesFigures[], amount: (row: SalesFigures) => Minor) =>
        sumMoney(
          currency,
          of.map(row => amountIn(amount(row))),
        );
      const expectedRevenue = total(own, row =>
        Number(
          divideRounded(BigInt(row.revenue_before) * BigInt(lengthMs), BigInt(baselineMs(row))),
        ),
      );
      return {
        currency: String(currency),
        revenue: formatAmount(total(rows, row => row.revenue)),
        revenue_before: formatAmount(total(rows, row => row.revenue_before)),
        expected_revenue: formatAmount(expectedRevenue),
        revenue_lift_percent: liftPercent(
          total(own, row => row.revenue).minor,
          expectedRevenue.minor,
        ),
      };
    }),
  };
}
