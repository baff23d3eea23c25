import {
  Answer,
  CalendarDate,
  Nullable,
  OneOf,
  Text,
  Type,
  Uuid,
} from '../../../../platform/http/schemas.js';
import { formatAmount, perCurrency, sumMoney } from '../../../../platform/money.js';
import { ADJUSTMENT_KINDS } from '../../../transactions/index.js';
import { amount } from '../../figures.js';
import { eachDay } from '../../rollup/rules.js';
import { Data, report } from '../report.js';
import { Amount, Count } from '../schemas.js';
import { type DiscountSum, discountRows, discountSums } from './discount-repository.js';

/** Bounds the answer and the CSV; the sums count every discount. */
const MAX_ROWS = 5_000;

const Figures = {
  sales: Count,
  lines: Count,
  discounts: Amount,
  promotion: Amount,
  code: Amount,
  manual: Amount,
  loyalty: Amount,
};

/** The figures of a day, or of the window (`day` null), in one currency. */
function figuresOf(sums: readonly DiscountSum[], day: string | null, currency: string) {
  const own = sums.filter(sum => sum.day === day);
  const of = (origin: string | null) => own.find(sum => sum.origin === origin);
  const [promotion, code, manual, loyalty] = ADJUSTMENT_KINDS.map(kind =>
    amount(of(kind)?.amount ?? 0, currency),
  ) as [string, string, string, string];
  return {
    sales: of(null)?.sales ?? 0,
    lines: of(null)?.lines ?? 0,
    discounts: amount(of(null)?.amount ?? 0, currency),
    promotion,
    code,
    manual,
    loyalty,
  };
}

/** Each currency on its own, from the sums of its origins. */
const byCurrency = (sums: readonly DiscountSum[]) =>
  perCurrency(sums, (currency, rows, amountIn) => {
    const origins = rows.filter(row => row.day === null && row.origin !== null);
    const total = sumMoney(
      currency,
      origins.map(row => amountIn(row.amount)),
    );
    const whole = rows.find(row => row.day === null && row.origin === null);
    return {
      currency: String(currency),
      sales: whole?.sales ?? 0,
      lines: whole?.lines ?? 0,
      discounts: formatAmount(total),
    };
  });

export const discounts = report({
  path: 'growth/discounts',
  summary: 'Discounts of every origin by day, with reason, employee and approval',
  table: 'breakdown',
  filters: {
    origin: Type.Optional(OneOf(ADJUSTMENT_KINDS)),
    employee: Type.Optional(Text(100, 1)),
  },
  data: Data({
    totals: {
      ...Figures,
      by_currency: Type.Array(
        Answer({ currency: Type.String(), sales: Count, lines: Count, discounts: Amount }),
      ),
    },
    series: { day: CalendarDate, ...Figures },
    breakdown: {
      day: CalendarDate,
      store: Uuid,
      store_code: Type.String(),
      origin: OneOf(ADJUSTMENT_KINDS),
      reason: Nullable(Type.String()),
      promotion_id: Nullable(Uuid),
      code: Nullable(Type.String()),
      employee: Nullable(Type.String()),
      employee_name: Nullable(Type.String()),
      approval_request_id: Nullable(Uuid),
      approved_by: Nullable(Type.String()),
      sales: Count,
      lines: Count,
      currency: Type.String(),
      amount: Amount,
    },
  }),
  async read({ reader, stores, window, currency, filters }) {
    const { from, to } = window;
    const { origin, employee } = filters;
    const filter = { stores, from, to, origin, employee };
    const [sums, rows] = await Promise.all([
      discountSums(reader, filter),
      discountRows(reader, filter, currency, MAX_ROWS),
    ]);
    const own = sums.filter(sum => sum.currency === currency);
    const codes = new Map(stores.map(store => [store.id, store.code]));
    return {
      totals: { ...figuresOf(own, null, currency), by_currency: byCurrency(sums) },
      series: eachDay(from, to).map(day => ({ day, ...figuresOf(own, day, currency) })),
      breakdown: rows.map(row => ({
        ...row,
        origin: row.origin as (typeof ADJUSTMENT_KINDS)[number],
        store_code: codes.get(row.store) ?? '',
        currency,
        amount: amount(row.amount, currency),
      })),
    };
  },
});
