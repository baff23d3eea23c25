import { CalendarDate, Type } from '../../../../platform/http/schemas.js';
import { byDay, percent, ratio, total } from '../../figures.js';
import { Data, report } from '../report.js';
import { Count, Figure } from '../schemas.js';
import { type Handling, handlingByDay } from './fulfillment-repository.js';

const HandlingFigures = {
  orders: Count,
  open: Count,
  completed: Count,
  cancelled: Count,
  late: Count,
  late_percent: Figure,
  average_hours_to_ready: Figure,
  average_hours_to_ship: Figure,
  average_hours_to_deliver: Figure,
};

const HOUR_SECONDS = 3_600;

function handlingFigures(rows: readonly Handling[]) {
  const hours = (seconds: number, orders: number) => ratio(seconds / HOUR_SECONDS, orders);
  const orders = total(rows, 'orders');
  const cancelled = total(rows, 'cancelled');
  return {
    orders,
    open: total(rows, 'open'),
    completed: total(rows, 'completed'),
    cancelled,
    late: total(rows, 'late'),
    late_percent: percent(total(rows, 'late'), orders - cancelled),
    average_hours_to_ready: hours(total(rows, 'ready_seconds'), total(rows, 'readied')),
    average_hours_to_ship: hours(total(rows, 'ship_seconds'), total(rows, 'shipped')),
    average_hours_to_deliver: hours(total(rows, 'deliver_seconds'), total(rows, 'delivered')),
  };
}

/** Days are the local days on which the orders were created. */
export const fulfillment = report({
  path: 'operations/fulfillment',
  summary: 'Orders by kind: open, done, late, and how long they took',
  table: 'series',
  data: Data({
    totals: HandlingFigures,
    series: { day: CalendarDate, ...HandlingFigures },
    breakdown: { fulfillment_type: Type.String(), ...HandlingFigures },
  }),
  async read({ reader, stores, window, now }) {
    const rows = await handlingByDay(reader, stores, window.from, window.to, now);
    const types = [...new Set(rows.map(row => row.fulfillment_type))].sort();
    return {
      totals: handlingFigures(rows),
      series: byDay(window, rows, handlingFigures),
      breakdown: types.map(type => ({
        fulfillment_type: type,
        ...handlingFigures(rows.filter(row => row.fulfillment_type === type)),
      })),
    };
  },
});
