import { CalendarDate, Nullable, OneOf, Type } from '../../../../platform/http/schemas.js';
import { amount, byDay, percent, total } from '../../figures.js';
import { readSums, SALES } from '../../rollup/facts-repository.js';
import { Data, report } from '../report.js';
import { Amount, Count, Figure } from '../schemas.js';
import { PROMOTION_SOURCES, promotionUses } from './repository.js';

const MAX_ROWS = 200;

const DiscountFigures = {
  sales: Count,
  discounted_sales: Count,
  discounted_sales_percent: Figure,
  discounts: Amount,
  discount_percent: Figure,
};

type Discounts = Record<'sales' | 'discounted_sales' | 'discount' | 'subtotal', number>;

const discountFiguresIn = (currency: string) => (rows: readonly Discounts[]) => ({
  sales: total(rows, 'sales'),
  discounted_sales: total(rows, 'discounted_sales'),
  discounted_sales_percent: percent(total(rows, 'discounted_sales'), total(rows, 'sales')),
  discounts: amount(total(rows, 'discount'), currency),
  discount_percent: percent(total(rows, 'discount'), total(rows, 'subtotal')),
});

export const promotions = report({
  path: 'growth/promotions',
  summary: 'Discounts by day, and the results of campaigns and codes',
  table: 'breakdown',
  data: Data({
    totals: {
      ...DiscountFigures,
      active_campaigns: Count,
      campaign_conversions: Count,
      campaign_revenue: Amount,
      code_uses: Count,
      code_discounts: Amount,
    },
    series: { day: CalendarDate, ...DiscountFigures },
    breakdown: {
      kind: OneOf(PROMOTION_SOURCES),
      key: Type.String(),
      name: Type.String(),
      status: Type.String(),
      uses: Count,
      revenue: Nullable(Amount),
      discounts: Amount,
      sales_lift_percent: Figure,
    },
  }),
  async read({ reader, coverage, currency, window, stores, now }) {
    const discountFigures = discountFiguresIn(currency);
    const { from, to } = window;
    const [days, uses] = await Promise.all([
      readSums(reader, SALES, coverage, currency, ['day']),
      promotionUses(reader, { stores, from, to, currency, now }, MAX_ROWS),
    ]);
    const campaigns = uses.filter(use => use.kind === 'campaign');
    const codes = uses.filter(use => use.kind === 'code');
    return {
      totals: {
        ...discountFigures(days),
        active_campaigns: campaigns.filter(campaign => campaign.status === 'active').length,
        campaign_conversions: total(campaigns, 'uses'),
        campaign_revenue: amount(
          campaigns.reduce((sum, row) => sum + (row.revenue ?? 0), 0),
          currency,
        ),
        code_uses: total(codes, 'uses'),
        code_discounts: amount(total(codes, 'discount'), currency),
      },
      series: byDay(window, days, discountFigures),
      breakdown: uses.map(({ discount, revenue, ...use }) => ({
        ...use,
        revenue: revenue === null ? null : amount(revenue, currency),
        discounts: amount(discount, currency),
      })),
    };
  },
});
