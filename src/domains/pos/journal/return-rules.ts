import { addMs, MINUTE_MS } from '../../../platform/clock.js';
import { type Minor, sumOf } from '../../../platform/money.js';
import { shownQuantity } from '../../../platform/quantity.js';
import type { CashReturn } from './cash-returns-repository.js';

type Sold = {
  id: string;
  position: number;
  sku: string;
  unit: string;
  quantity: number;
  returned_quantity: number;
};

/**
 * The line that a till without a connection means: the one at a position of the receipt, or the first
 * one of an article with enough left to return.
 */
export function lineFor<Line extends Sold>(
  lines: readonly Line[],
  wanted: { line?: number; sku?: string; quantity: number | string },
): Line | undefined {
  const { line: position, sku } = wanted;
  if (position !== undefined) return lines.find(line => line.position === position);
  const same = lines.filter(line => line.sku === sku);
  const left = (line: Line): number =>
    shownQuantity(line.quantity - line.returned_quantity, line.unit);
  return same.find(line => left(line) >= Number(wanted.quantity)) ?? same[0];
}

type PaidBack = Omit<CashReturn, 'paid'> & { paidMinor: Minor };

/** Whose returns are added up, over the day they were made on or the day they arrived on. */
export type PaidBackSum = {
  who: 'till' | 'employee' | 'sender';
  day: 'made' | 'arrived';
  paidMinor: Minor;
};

/** The highest sum of earlier returns that a new one is added to. */
export function mostPaidBack(
  earlier: readonly PaidBack[],
  { terminalId, employeeId, senderId }: Record<'terminalId' | 'employeeId' | 'senderId', string>,
): PaidBackSum {
  const isOf = {
    till: (one: PaidBack) => one.terminal_id === terminalId,
    employee: (one: PaidBack) => one.made_by === employeeId,
    sender: (one: PaidBack) => one.sent_by === senderId,
  };
  const isOn = {
    made: (one: PaidBack) => one.is_same_day,
    arrived: (one: PaidBack) => one.is_same_arrival,
  };
  const sums = (['till', 'employee', 'sender'] as const).flatMap(who =>
    (['made', 'arrived'] as const).map(day => {
      const counted = earlier.filter(one => isOf[who](one) && isOn[day](one));
      return { who, day, paidMinor: sumOf(counted.map(({ paidMinor }) => paidMinor)) };
    }),
  );
  return sums.reduce((most, sum) => (sum.paidMinor > most.paidMinor ? sum : most));
}

/** The clocks of two tills may differ by this much. */
const CLOCKS_DIFFER_MS = 10 * MINUTE_MS;

/** Nobody brings goods back before they are sold. */
export const isBeforeSale = (returnedAt: Date, soldAt: Date): boolean =>
  returnedAt < addMs(soldAt, -CLOCKS_DIFFER_MS);
