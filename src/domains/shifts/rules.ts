import { textDigits, unitMinorOf } from '../../platform/currencies.js';
import {
  conflict,
  Failure,
  type FieldErrors,
  forbidden,
  refuseFields,
} from '../../platform/http/failure.js';
import { formatMoney, type Minor, minor, sumOf, times } from '../../platform/money.js';
import { can, type OrderActor, type Staff } from '../access/index.js';

export const SHIFT_STATUSES = ['open', 'closed'] as const;
export type ShiftStatus = (typeof SHIFT_STATUSES)[number];

export const MOVEMENT_KINDS = ['paid_in', 'paid_out'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Paid from the drawer, to the original non-cash payment, or as a store credit. */
export const PAID_AS = ['cash', 'original', 'store_credit'] as const;
export type PaidAs = (typeof PAID_AS)[number];

/** Notes and coins in use, largest first, in minor units. */
const DENOMINATIONS = new Map<string, readonly Minor[]>([
  ['USD', [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1]],
  ['EUR', [500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1]],
  ['GBP', [50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1]],
  ['CAD', [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 25, 10, 5]],
  ['AUD', [100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5]],
  ['CHF', [1000_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5]],
  ['SEK', [1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00]],
  ['NOK', [1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 1_00]],
  ['DKK', [1000_00, 500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50]],
  ['PLN', [500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1]],
  ['JPY', [10_000_00, 5_000_00, 2_000_00, 1_000_00, 500_00, 100_00, 50_00, 10_00, 5_00, 1_00]],
]);

/** Empty for a currency without a list; then any value is allowed. */
export const denominationsOf = (currency: string): readonly Minor[] =>
  DENOMINATIONS.get(currency) ?? [];

export type CountLine = { value: string | number; quantity: number };
export type Count = { lines: { value: string; quantity: number }[]; amountMinor: Minor };

/** Adds up a count. Throws one failure with all invalid lines. */
export function countOf(currency: string, lines: readonly CountLine[]): Count {
  const known = new Set(denominationsOf(currency));
  const seen = new Set<Minor>();
  const fields: FieldErrors = {};
  lines.forEach((line, index) => {
    const value = minor(line.value, currency);
    const problem =
      value === 0 || value % unitMinorOf(currency) !== 0 || (known.size > 0 && !known.has(value))
        ? `There is no note or coin of ${formatMoney(value, currency)} ${currency}.`
        : seen.has(value)
          ? 'This denomination is named twice.'
          : undefined;
    if (problem !== undefined) fields[`denominations.${index}.value`] = [problem];
    seen.add(value);
  });
  refuseFields(fields, 'WRONG_DENOMINATION');
  return {
    lines: lines.map(line => ({
      value: formatMoney(minor(line.value, currency), currency),
      quantity: line.quantity,
    })),
    amountMinor: sumOf(lines.map(line => times(minor(line.value, currency), line.quantity))),
  };
}

/** Cash of a shift, as rounded. Sales are net of change: 20.00 tendered for 13.53 counts as 13.53. */
export type CashFlow = {
  opening_float: string;
  sales: string;
  refunds: string;
  paid_in: string;
  paid_out: string;
};

/** Sums can exceed the range of a single amount. */
export function wideMinor(amount: string, currency: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(textDigits(currency), '0')}`);
}

export const expectedOf = (flow: CashFlow, currency: string): bigint =>
  wideMinor(flow.opening_float, currency) +
  wideMinor(flow.sales, currency) -
  wideMinor(flow.refunds, currency) +
  wideMinor(flow.paid_in, currency) -
  wideMinor(flow.paid_out, currency);

/** Counted less expected: negative when cash is missing. */
export const varianceOf = (counted: string, expectedMinor: bigint, currency: string): bigint =>
  wideMinor(counted, currency) - expectedMinor;

/** A variance above the store's tolerance, positive or negative, requires a reason. */
export function refuseVariance(
  varianceMinor: bigint,
  toleranceMinor: Minor,
  reason: string,
  currency: string,
): Failure | undefined {
  const size = varianceMinor < 0n ? -varianceMinor : varianceMinor;
  if (size <= toleranceMinor || reason.trim() !== '') return undefined;
  const variance = formatMoney(varianceMinor, currency);
  const tolerance = formatMoney(toleranceMinor, currency);
  const difference = `The drawer differs by ${variance}, which is more than ${tolerance}.`;
  const message = `${difference} Enter a reason.`;
  return new Failure('invalid', 'VARIANCE_REASON_REQUIRED', `reason: ${message}`, {
    fields: { reason: [message] },
    details: { variance, tolerance },
  });
}

type ShiftOwner = { opened_by: string; terminal_id: string };

/** Cashiers see their own shifts and those of their till; all others need `shift.review`. */
export const maySeeShift = (caller: OrderActor, shift: ShiftOwner): boolean =>
  can(caller, 'shift.review') ||
  shift.opened_by === caller.userId ||
  shift.terminal_id === caller.till?.terminalId;

/** The same rule as a list filter; undefined means all shifts. */
export const visibleTo = (caller: Staff) =>
  can(caller, 'shift.review')
    ? undefined
    : { userId: caller.userId, terminalId: caller.till?.terminalId ?? null };

export const refuseClosing = (caller: Staff, shift: ShiftOwner): Failure | undefined =>
  can(caller, 'shift.review') || shift.opened_by === caller.userId
    ? undefined
    : forbidden(
        'Only the person who opened this shift or a supervisor can close it.',
        'PERMISSION_DENIED',
      );

/** Blind count: cashiers must not know the expected amount before the first count. */
export const isBlind = (caller: Staff, shift: { status: string; counts: number }): boolean =>
  shift.status === 'open' && shift.counts === 0 && !can(caller, 'shift.review');

export const shiftRequired = (): Failure =>
  conflict('SHIFT_REQUIRED', 'Open a shift at this till first.');
