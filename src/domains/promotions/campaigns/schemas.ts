import {
  Answer,
  Body,
  Money,
  MoneyInput,
  Nullable,
  OneOf,
  Query,
  type Static,
  Text,
  Timestamp,
  Type,
  UNTAGGED,
  Uuid,
} from '../../../platform/http/schemas.js';
import {
  Amount,
  ContentId,
  DESCRIPTION_MAX,
  Stamps,
  StoreIds,
  Window,
  WindowAnswer,
} from '../fields.js';
import { CAMPAIGN_STATES } from './rules.js';

export const CampaignBody = Body({
  name: Text(255, 1),
  description: Type.Optional(Text(DESCRIPTION_MAX)),
  status: Type.Optional(OneOf(CAMPAIGN_STATES)),
  store_ids: StoreIds,
  ...Window,
  budget: Type.Optional(Nullable(MoneyInput)),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description:
        'Currency of the budget. Default: the one that all stores of the campaign share, else USD',
    }),
  ),
  sanity_id: ContentId,
});
export type CampaignInput = Static<typeof CampaignBody>;

const Percent = Type.Number({ examples: [20, -3.25] });

export const LiftAnswer = Answer({
  measured_at: Timestamp,
  from: Timestamp,
  to: Timestamp,
  days: Type.Number(),
  sales: Type.Integer(),
  sales_before: Type.Integer({ description: 'Sales in the same time before the campaign.' }),
  sales_lift_percent: Nullable(Percent),
  compared_sales: Type.Optional(
    Type.Integer({
      description: 'Sales of the stores that sold before the start, for a day at least',
    }),
  ),
  expected_sales: Type.Optional(
    Type.Number({
      description: 'Their earlier sales per day since the first one, for the days of the campaign',
    }),
  ),
  stores_left_out: Type.Optional(
    Type.Integer({ description: 'Stores that sold for less than a day before the start' }),
  ),
  revenue: Type.Array(
    Answer({
      currency: Type.String(),
      revenue: Money,
      revenue_before: Money,
      expected_revenue: Type.Optional(Money),
      revenue_lift_percent: Nullable(Percent),
    }),
  ),
});

/** Discounts in other currencies than the budget's do not count as `spent`. */
const SpentByCurrency = Type.Array(Answer({ currency: Type.String(), amount: Amount }), {
  description: 'All discounts of the campaign; those in `currency` are `spent`',
  ...UNTAGGED,
});

export const CampaignAnswer = Answer({
  id: Uuid,
  name: Type.String(),
  description: Type.String(),
  status: OneOf(CAMPAIGN_STATES),
  store_ids: Nullable(Type.Array(Uuid)),
  ...WindowAnswer,
  currency: Type.String({ description: 'Currency of budget, spent and remaining' }),
  budget: Nullable(Money),
  spent: Type.String({ ...Money, ...UNTAGGED }),
  remaining: Nullable(Money, UNTAGGED),
  spent_by_currency: Type.Optional(SpentByCurrency),
  lift: Nullable(LiftAnswer, UNTAGGED),
  sanity_id: Nullable(Type.String()),
  ...Stamps,
});

export const CampaignFilters = { status: Type.Optional(OneOf(CAMPAIGN_STATES)) };

/** Without `days` a report covers all time. */
export const ReportQuery = Query({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
});

export const SummaryAnswer = Answer({
  generated_at: Timestamp,
  days: Nullable(Type.Integer()),
  totals: Answer({
    campaigns: Type.Integer(),
    by_status: Answer(Object.fromEntries(CAMPAIGN_STATES.map(state => [state, Type.Integer()]))),
    conversions: Type.Integer(),
    money: Type.Array(Answer({ currency: Type.String(), revenue: Money, discount: Money })),
  }),
  campaigns: Type.Array(
    Answer({
      id: Uuid,
      name: Type.String(),
      status: OneOf(CAMPAIGN_STATES),
      currency: Type.String(),
      budget: Nullable(Money),
      spent: Money,
      spent_by_currency: SpentByCurrency,
      promotions: Type.Integer(),
      conversions: Type.Integer(),
      money: Type.Array(Answer({ currency: Type.String(), revenue: Money, discount: Money })),
      sales_lift_percent: Nullable(Percent),
    }),
  ),
});
