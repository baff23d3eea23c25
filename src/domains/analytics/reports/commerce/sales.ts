import { CalendarDate, OneOf, Type } from '../../../../platform/http/schemas.js';
import { amount, byDay, percent, total } from '../../figures.js';
import { PAYMENTS, readSums, SALES } from '../../rollup/facts-repository.js';
import { Data, report } from '../report.js';
import { Amount, Count, Figure } from '../schemas.js';
import { paymentMethodNames } from './repository.js';
import { SalesFigures, salesFiguresIn } from './sales-figures.js';

export const sales = report({
  path: 'commerce/sales',
  summary: 'From gross to net by day, and the payment mix',
  table: 'series',
  data: Data({
    totals: { ...SalesFigures, paid: Amount },
    series: { day: CalendarDate, ...SalesFigures },
    breakdown: {
      dimension: OneOf(['payment_method']),
      key: Type.String(),
      name: Type.String(),
      payments: Count,
      amount: Amount,
      refunds: Count,
      refunded: Amount,
      net_amount: Amount,
      share_percent: Figure,
    },
  }),
  async read({ reader, coverage, currency, window }) {
    const salesFigures = salesFiguresIn(currency);
    const [days, payments, methods] = await Promise.all([
      readSums(reader, SALES, coverage, currency, ['day']),
      readSums(reader, PAYMENTS, coverage, currency, ['payment_method_id']),
      paymentMethodNames(reader),
    ]);
    const paid = total(payments, 'amount');
    return {
      totals: { ...salesFigures(days), paid: amount(paid, currency) },
      series: byDay(window, days, salesFigures),
      breakdown: payments
        .sort((a, b) => b.amount - a.amount)
        .map(row => ({
          dimension: 'payment_method' as const,
          key: methods.get(String(row.payment_method_id))?.code ?? String(row.payment_method_id),
          name: methods.get(String(row.payment_method_id))?.name ?? '',
          payments: row.payments,
          amount: amount(row.amount, currency),
          refunds: row.refunds,
          refunded: amount(row.refunded, currency),
          net_amount: amount(row.amount - row.refunded, currency),
          share_percent: percent(row.amount, paid),
        })),
    };
  },
});
