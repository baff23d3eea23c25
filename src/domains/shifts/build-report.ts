import type { Reader } from '../../platform/database/tx.js';
import { formatMoney } from '../../platform/money.js';
import { signedFigures } from '../fiscal/index.js';
import { type LateTotals, lateSalesOf } from './late-sale-repository.js';
import { namesOf } from './present.js';
import {
  cashFlowOf,
  paymentTotalsOf,
  refundTotalsOf,
  roundingOf,
  salesOf,
  type TipTotals,
  tipsOf,
  voidsOf,
} from './report-repository.js';
import { countsOf, movementsOf, type Shift } from './repository.js';
import { expectedOf, varianceOf, wideMinor } from './rules.js';
import { type SaleFigures, saleFiguresOf } from './sale-figures-repository.js';
import type { Report } from './schemas.js';

/** Builds an X report, or a Z report if a number is given. */
export async function buildReport(
  reader: Reader,
  shift: Shift,
  number: number | null,
  now: Date,
): Promise<Report> {
  const flow = await cashFlowOf(reader, shift.id);
  const payments = await paymentTotalsOf(reader, shift.id);
  const refunds = await refundTotalsOf(reader, shift.id);
  const movements = await movementsOf(reader, shift.id);
  const counts = await countsOf(reader, shift.id);
  const nameOf = await namesOf(reader, [
    shift.opened_by,
    shift.closed_by,
    ...movements.map(movement => movement.actor_id),
    ...counts.map(count => count.counted_by),
  ]);
  const expectedMinor = expectedOf(flow, shift.currency);
  const total = (parts: readonly { amount: string }[]): string =>
    formatMoney(
      parts.reduce((sum, part) => sum + wideMinor(part.amount, shift.currency), 0n),
      shift.currency,
    );
  return {
    ...headOf(shift, number, now),
    opened_by_name: nameOf(shift.opened_by),
    closed_by_name: nameOf(shift.closed_by),
    is_blind: false,
    sales: { count: await salesOf(reader, shift.id), amount: total(payments) },
    payments,
    refunds,
    refunds_total: total(refunds),
    ...withLayaways(await saleFiguresOf(reader, shift.id)),
    voids: await voidsOf(reader, shift.id),
    rounding: await roundingOf(reader, shift.id),
    ...withTips(await tipsOf(reader, shift.id), total),
    ...withLate(await lateSalesOf(reader, shift)),
    cash: {
      opening_float: flow.opening_float,
      sales: flow.sales,
      refunds: flow.refunds,
      paid_in: flow.paid_in,
      paid_out: flow.paid_out,
      expected: formatMoney(expectedMinor, shift.currency),
      counted: shift.last_count,
      variance:
        shift.last_count === null
          ? null
          : formatMoney(
              varianceOf(shift.last_count, expectedMinor, shift.currency),
              shift.currency,
            ),
    },
    variance_reason: shift.variance_reason,
    ...(await signedPart(reader, shift, now)),
    movements: movements.map(movement => ({
      id: movement.id,
      kind: movement.kind,
      amount: movement.amount,
      reason: movement.reason,
      by: nameOf(movement.actor_id),
      at: movement.occurred_at.toISOString(),
    })),
    counts: counts.map(count => ({
      amount: count.amount,
      denominations: count.denominations,
      by: nameOf(count.counted_by),
      at: count.counted_at.toISOString(),
    })),
  };
}

/** An X report without amounts, for cashiers who have not counted the drawer yet. */
export async function buildBlindReport(reader: Reader, shift: Shift, now: Date): Promise<Report> {
  const report = await buildReport(reader, shift, null, now);
  return {
    ...report,
    is_blind: true,
    sales: { ...report.sales, amount: null },
    payments: [],
    refunds: [],
    refunds_total: null,
    taxes: null,
    discounts: null,
    voids: null,
    layaways: undefined,
    late: undefined,
    tips: undefined,
    rounding: null,
    cash: null,
  };
}

/** Left out for a shift without layaways. */
const withLayaways = ({ layaways, ...figures }: SaleFigures) =>
  Object.values(layaways).every(amount => amount === '0.00') ? figures : { ...figures, layaways };

/** Left out for a shift without tips. */
const withTips = (methods: TipTotals[], total: (parts: TipTotals[]) => string) =>
  methods.length === 0 ? {} : { tips: { methods, total: total(methods) } };

/** Left out for a till without a fiscal signer. */
async function signedPart(reader: Reader, shift: Shift, now: Date) {
  const until = shift.closed_at ?? now;
  const fiscal = await signedFigures(reader, shift.terminal_id, shift.opened_at, until);
  return fiscal === undefined ? {} : { fiscal };
}

/** Left out for a shift without late sales. */
const withLate = ({ tips, ...late }: LateTotals) =>
  late.count === 0 ? {} : { late: { ...late, ...(tips !== null && { tips }) } };

const headOf = (shift: Shift, number: number | null, now: Date) => ({
  report: number === null ? ('X' as const) : ('Z' as const),
  number,
  shift: shift.id,
  store: shift.store_id,
  store_code: shift.store_code,
  store_name: shift.store_name,
  terminal_id: shift.terminal_id,
  business_date: shift.business_date,
  currency: shift.currency,
  opened_by: shift.opened_by,
  opened_at: shift.opened_at.toISOString(),
  closed_by: shift.closed_by,
  closed_at: shift.closed_at?.toISOString() ?? null,
  generated_at: now.toISOString(),
});
