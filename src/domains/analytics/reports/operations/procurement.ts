import { CalendarDate, Type } from '../../../../platform/http/schemas.js';
import { amount, percent, ratio, total } from '../../figures.js';
import { eachDay } from '../../rollup/rules.js';
import { Data, report } from '../report.js';
import { CostAmount, Count, Figure } from '../schemas.js';
import {
  type Delivered,
  deliveriesByDay,
  type Ordered,
  ordersByDay,
} from './procurement-repository.js';

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

const SupplyFigures = {
  orders: Count,
  open_orders: Count,
  received_orders: Count,
  cancelled_orders: Count,
  late_orders: Count,
  late_orders_percent: Figure,
  ordered_value: CostAmount,
  received_value: CostAmount,
  fill_rate_percent: Figure,
  average_lead_days: Figure,
  deliveries: Count,
  late_deliveries: Count,
  late_deliveries_percent: Figure,
  average_minutes_late: Figure,
};

const supplyFiguresIn =
  (currency: string) => (orders: readonly Ordered[], deliveries: readonly Delivered[]) => {
    const placed = total(orders, 'orders');
    const cancelled = total(orders, 'cancelled');
    const late = total(deliveries, 'late_deliveries');
    return {
      orders: placed,
      open_orders: total(orders, 'open'),
      received_orders: total(orders, 'received'),
      cancelled_orders: cancelled,
      late_orders: total(orders, 'late'),
      late_orders_percent: percent(total(orders, 'late'), placed - cancelled),
      ordered_value: amount(total(orders, 'ordered_value'), currency),
      received_value: amount(total(orders, 'received_value'), currency),
      fill_rate_percent: percent(total(orders, 'received_units'), total(orders, 'ordered_units')),
      average_lead_days: ratio(
        total(orders, 'lead_seconds') / DAY_SECONDS,
        total(orders, 'received'),
      ),
      deliveries: total(deliveries, 'deliveries'),
      late_deliveries: late,
      late_deliveries_percent: percent(late, total(deliveries, 'arrived')),
      average_minutes_late: ratio(total(deliveries, 'late_seconds') / MINUTE_SECONDS, late),
    };
  };

export const procurement = report({
  path: 'operations/procurement',
  summary: 'Purchase orders and deliveries by day and vendor, with lateness',
  table: 'breakdown',
  data: Data({
    totals: { vendors: Count, ...SupplyFigures },
    series: { day: CalendarDate, ...SupplyFigures },
    breakdown: { vendor_name: Type.String(), ...SupplyFigures },
  }),
  async read({ reader, stores, window, currency, now }) {
    const supplyFigures = supplyFiguresIn(currency);
    const filter = { stores, from: window.from, to: window.to, currency, now };
    const [orders, deliveries] = await Promise.all([
      ordersByDay(reader, filter),
      deliveriesByDay(reader, filter),
    ]);
    const vendors = [...new Set([...orders, ...deliveries].map(row => row.vendor_name))].sort();
    return {
      totals: { vendors: vendors.length, ...supplyFigures(orders, deliveries) },
      series: eachDay(window.from, window.to).map(day => ({
        day,
        ...supplyFigures(
          orders.filter(row => row.day === day),
          deliveries.filter(row => row.day === day),
        ),
      })),
      breakdown: vendors.map(vendor => ({
        vendor_name: vendor,
        ...supplyFigures(
          orders.filter(row => row.vendor_name === vendor),
          deliveries.filter(row => row.vendor_name === vendor),
        ),
      })),
    };
  },
});
