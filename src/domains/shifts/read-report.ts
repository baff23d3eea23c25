import { formatMoney } from '../../platform/money.js';
import { varianceOf, wideMinor } from './rules.js';
import type { Report } from './schemas.js';

/**
 * A stored Z report as it is presented today. Reports of earlier releases lack some figures, and
 * their difference was expected less counted; it is computed from both amounts instead.
 */
export function readReport(stored: object): Report {
  const report = {
    taxes: null,
    discounts: null,
    voids: null,
    rounding: null,
    numbers: null,
    ...stored,
  } as Report;
  return {
    ...report,
    refunds: report.refunds.map(refund => ({ ...refund, way: refund.way ?? oldWayOf(refund) })),
    cash: report.cash && { ...report.cash, variance: differenceOf(report.cash, report.currency) },
  };
}

const oldWayOf = ({ paid_as }: Report['refunds'][number]) =>
  paid_as === 'original' ? null : paid_as;

const differenceOf = (
  { counted, expected }: NonNullable<Report['cash']>,
  currency: string,
): string | null =>
  counted === null
    ? null
    : formatMoney(varianceOf(counted, wideMinor(expected, currency), currency), currency);
