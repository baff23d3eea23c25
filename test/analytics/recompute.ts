import { formatMoney, minor } from '../../src/platform/money.js';
import { type PastSale, SHOPS, totalOf } from './history.js';

/** Recomputes the reports in plain loops over the generated history. */

const clocks = new Map<string, Intl.DateTimeFormat>();

export function clockOf(
  at: Date,
  timeZone: string,
): { day: string; hour: number; weekday: number } {
  const format =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
    });
  clocks.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(part => [part.type, part.value]));
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
  return { day, hour: Number(parts.hour), weekday };
}

export type Question = { shops: readonly number[]; from: string; to: string; currency: string };

const isVoided = (sale: PastSale): boolean => sale.later.some(change => change.kind === 'void');

/** Every sale and refund in the window, with its local day. */
export function happened(history: readonly PastSale[], ask: Question) {
  const within = (shop: number, at: Date): string | undefined => {
    const { day } = clockOf(at, SHOPS[shop]?.zone ?? '');
    return day >= ask.from && day <= ask.to ? day : undefined;
  };
  const asked = history.filter(
    sale =>
      sale.isPaid && ask.shops.includes(sale.shop) && SHOPS[sale.shop]?.currency === ask.currency,
  );
  const sold = asked.flatMap(sale => {
    const day = within(sale.shop, sale.at);
    return day === undefined ? [] : [{ sale, day, isVoided: isVoided(sale) }];
  });
  const back = asked
    .filter(sale => !isVoided(sale))
    .flatMap(sale =>
      sale.later.flatMap(change => {
        const day = within(sale.shop, change.at);
        return change.kind === 'void' || day === undefined ? [] : [{ sale, day, change }];
      }),
    );
  return { sold, back };
}

const money = (amount: number): string => formatMoney(amount, 'USD');
const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

export function salesOf(history: readonly PastSale[], ask: Question, day?: string) {
  const all = happened(history, ask);
  const on = <T extends { day: string }>(items: T[]): T[] =>
    day === undefined ? items : items.filter(item => item.day === day);
  const kept = on(all.sold)
    .filter(item => !item.isVoided)
    .map(item => item.sale);
  const voided = on(all.sold)
    .filter(item => item.isVoided)
    .map(item => item.sale);
  const back = on(all.back);
  const lines = kept.flatMap(sale => sale.lines);
  const revenue = sum(kept, sale => totalOf(sale.lines));
  const refunded = sum(back, ({ change }) => minor(change.amount, 'USD'));
  return {
    sales: kept.length,
    units: sum(lines, line => line.quantity),
    gross_sales: money(sum(lines, line => minor(line.price, 'USD') * line.quantity)),
    discounts: money(sum(lines, line => minor(line.discount, 'USD'))),
    tax: money(sum(lines, line => minor(line.tax, 'USD'))),
    shipping: '0.00',
    revenue: money(revenue),
    refunds: back.length,
    refunded: money(refunded),
    net_revenue: money(revenue - refunded),
    average_basket: money(kept.length === 0 ? 0 : Math.round(revenue / kept.length)),
    discounted_sales: kept.filter(sale => sum(sale.lines, line => minor(line.discount, 'USD')) > 0)
      .length,
    voided_sales: voided.length,
    voided_amount: money(sum(voided, sale => totalOf(sale.lines))),
  };
}

export function productsOf(history: readonly PastSale[], ask: Question) {
  const { sold, back } = happened(history, ask);
  const rows = new Map<
    string,
    {
      units: number;
      revenue: number;
      cost: number;
      costed: number;
      returned: number;
      paidBack: number;
    }
  >();
  const rowOf = (sku: string) => {
    const row = rows.get(sku) ?? {
      units: 0,
      revenue: 0,
      cost: 0,
      costed: 0,
      returned: 0,
      paidBack: 0,
    };
    rows.set(sku, row);
    return row;
  };
  for (const { sale, isVoided } of sold) {
    if (isVoided) continue;
    for (const line of sale.lines) {
      const row = rowOf(line.sku);
      const revenue = minor(line.price, 'USD') * line.quantity - minor(line.discount, 'USD');
      row.units += line.quantity;
      row.revenue += revenue;
      // Every cost of the history is in dollars; a margin in another currency has none.
      if (line.cost === null || ask.currency !== 'USD') continue;
      row.cost += minor(line.cost, 'USD') * line.quantity;
      row.costed += revenue;
    }
  }
  for (const { sale, change } of back) {
    if (change.kind !== 'return') continue;
    const row = rowOf(sale.lines[change.line]?.sku ?? '');
    row.returned += change.quantity;
    row.paidBack += minor(change.amount, 'USD');
  }
  return Object.fromEntries(
    [...rows].map(([sku, row]) => [
      sku,
      {
        units: row.units,
        revenue: money(row.revenue),
        cost: money(row.cost),
        margin: money(row.costed - row.cost),
        returned_units: row.returned,
        returned_amount: money(row.paidBack),
      },
    ]),
  );
}

/** `weekday hour` to the number of sales. */
export function trafficOf(history: readonly PastSale[], ask: Question): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { sale, isVoided } of happened(history, ask).sold) {
    if (isVoided) continue;
    const { weekday, hour } = clockOf(sale.at, SHOPS[sale.shop]?.zone ?? '');
    counts[`${weekday} ${hour}`] = (counts[`${weekday} ${hour}`] ?? 0) + 1;
  }
  return counts;
}

export const cardPartOf = (sale: PastSale): number =>
  Math.floor(totalOf(sale.lines) * sale.cardShare);

/** Cash and card payments of sales that were not voided. */
export function paidOf(history: readonly PastSale[], ask: Question): Record<string, string> {
  const kept = happened(history, ask).sold.filter(item => !item.isVoided);
  const card = sum(kept, ({ sale }) => cardPartOf(sale));
  const all = sum(kept, ({ sale }) => totalOf(sale.lines));
  return { card: money(card), cash: money(all - card) };
}

/** The dashboard: sales with status completed, on one UTC date. */
export function dashboardOf(history: readonly PastSale[], shop: number, date: string) {
  const sales = history.filter(
    sale =>
      sale.shop === shop &&
      sale.isPaid &&
      sale.later.length === 0 &&
      sale.at.toISOString().startsWith(date),
  );
  const revenue = sum(sales, sale => totalOf(sale.lines));
  return {
    revenue_today: money(revenue),
    transactions_today: sales.length,
    avg_transaction_value: money(sales.length === 0 ? 0 : Math.round(revenue / sales.length)),
  };
}
