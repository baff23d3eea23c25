import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.js';
import { formatMoney, type Minor, minor, parseMoney } from '../../platform/money.js';
import { exponential } from '../../platform/work/queues/back-off.js';
import {
  type ChargeReport,
  fromSmallestUnit,
  type PaymentStatus,
  toSmallestUnit,
} from '../payments/index.js';

export const EVENT_STATUSES = ['pending', 'processed', 'failed'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Much longer than handling takes, so an expired lease means that the worker has died. */
export const LEASE_MS = 60 * SECOND_MS;

/** 1, 2, 4, … minutes after a temporary failure; the eighth attempt is the last. */
export const eventBackOff = exponential({
  firstMs: MINUTE_MS,
  factor: 2,
  longestMs: HOUR_MS + 4 * MINUTE_MS,
  maxAttempts: 8,
});

export type Report = ChargeReport & {
  /** Set when the processor does not confirm the event. */
  contradiction?: string;
};

type Booked = { amount: string; currency: string; status: PaymentStatus };

export type Comparison = { amountMatch: boolean; reviewReason: string | null };

/** Compares a processor's report with the booked payment; a difference needs a manual review. */
export function compareReport(report: Report, booked: Booked): Comparison {
  const booking = `${booked.amount} ${booked.currency}`;
  const mismatch = (reviewReason: string): Comparison => ({ amountMatch: false, reviewReason });
  if (report.contradiction !== undefined) return mismatch(report.contradiction);
  if (report.currency !== undefined && report.currency !== booked.currency) {
    return mismatch(`The processor reports ${named(report.currency)}, but ${booking} is booked.`);
  }
  if (!amountFits(report.amount, booked)) {
    const reported = describeAmount(report, booked);
    return mismatch(`The processor reports ${reported}, but ${booking} is booked.`);
  }
  return {
    amountMatch: true,
    reviewReason:
      booked.status === 'failed'
        ? `The processor took ${booking} for a payment booked as failed.`
        : null,
  };
}

const named = (currency: string): string =>
  /^[A-Z]{3}$/.test(currency) ? currency : 'another currency';

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function amountFits({ unit, value }: Report['amount'], booked: Booked): boolean {
  if (unit === 'decimal')
    return parseMoney(value, booked.currency) === minor(booked.amount, booked.currency);
  return isCount(value) && value === smallestUnitOf(booked);
}

/** Undefined for amounts like 12.50 JPY, which have no smallest unit. */
function smallestUnitOf({ amount, currency }: Booked): number | undefined {
  try {
    return toSmallestUnit(minor(amount, currency), currency);
  } catch {
    return undefined;
  }
}

function describeAmount({ amount: { unit, value } }: Report, { currency }: Booked): string {
  const reported: Minor | undefined =
    unit === 'decimal'
      ? parseMoney(value, currency)
      : isCount(value)
        ? fromSmallestUnit(value, currency)
        : undefined;
  return Number.isSafeInteger(reported)
    ? `${formatMoney(Number(reported), currency)} ${currency}`
    : 'no amount';
}
