import { Failure, type FieldErrors, forbidden } from '../../platform/http/failure.js';
import { formatMoney, type Minor, minor, sumOf, times } from '../../platform/money.js';
import { can, type Staff } from '../access/index.js';

export const SHIFT_STATUSES = ['open', 'closed'] as const;
export type ShiftStatus = (typeof SHIFT_STATUSES)[number];

export const MOVEMENT_KINDS = ['paid_in', 'paid_out'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** From the drawer, back the way it was paid without touching the drawer, or as a credit. */
export const REFUND_WAYS = ['cash', 'original', 'store_credit'] as const;
export type RefundWay = (typeof REFUND_WAYS)[number];

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

/** What a drawer of this currency can hold; empty where we do not know, and then any value goes. */
export const denominationsOf = (currency: string): readonly Minor[] =>
  DENOMINATIONS.get(currency) ?? [];

export type CountLine = { value: string | number; quantity: number };
export type Count = { lines: { value: string; quantity: number }[]; amountMinor: Minor };

/** Adds a count up, or tells all that is wrong with it at once. */
export function countOf(currency: string, lines: readonly CountLine[]): Count {
  const known = new Set(denominationsOf(currency));
  const seen = new Set<Minor>();
  const fields: FieldErrors = {};
  lines.forEach((line, index) => {
    const value = minor(line.value);
    const problem =
      value === 0 || (known.size > 0 && !known.has(value))
        ? `There is no note or coin of ${formatMoney(value)} ${currency}.`
        : seen.has(value)
          ? 'This denomination is named twice.'
          : undefined;
    if (problem !== undefined) fields[`denominations.${index}.value`] = [problem];
    seen.add(value);
  });
  const [first] = Object.entries(fields);
  if (first !== undefined) {
    throw new Failure('invalid', 'WRONG_DENOMINATION', `${first[0]}: ${first[1][0]}`, { fields });
  }
  return {
    lines: lines.map(line => ({
      value: formatMoney(minor(line.value)),
      quantity: line.quantity,
    })),
    amountMinor: sumOf(lines.map(line => times(minor(line.value), line.quantity))),
  };
}

/** All cash that moved in a shift; change that went back to a customer never was drawer cash. */
export type CashFlow = {
  opening_float: string;
  sales: string;
  refunds: string;
  paid_in: string;
  paid_out: string;
};

/** Sums of a day may be wider than a single amount can be. */
export const wideMinor = (amount: string): bigint => BigInt(amount.replace('.', ''));

export const expectedOf = (flow: CashFlow): bigint =>
  wideMinor(flow.opening_float) +
  wideMinor(flow.sales) -
  wideMinor(flow.refunds) +
  wideMinor(flow.paid_in) -
  wideMinor(flow.paid_out);

/** Over the store's tolerance somebody has to say why, whether cash is missing or too much. */
export function refuseVariance(
  varianceMinor: bigint,
  toleranceMinor: Minor,
  reason: string,
): Failure | undefined {
  const size = varianceMinor < 0n ? -varianceMinor : varianceMinor;
  if (size <= toleranceMinor || reason.trim() !== '') return undefined;
  const variance = formatMoney(varianceMinor);
  const tolerance = formatMoney(toleranceMinor);
  const message = `Drawer and books differ by ${variance}, more than ${tolerance}: say why.`;
  return new Failure('invalid', 'VARIANCE_REASON_REQUIRED', `reason: ${message}`, {
    fields: { reason: [message] },
    details: { variance, tolerance },
  });
}

type Whose = { opened_by: string; terminal_id: string };

/** A cashier knows the own shifts and the one of the till in front of them; others need the right. */
export const maySeeShift = (caller: Staff, shift: Whose): boolean =>
  can(caller, 'shift.review') ||
  shift.opened_by === caller.userId ||
  shift.terminal_id === caller.till?.terminalId;

/** The same for a list; undefined: everybody's. */
export const seenBy = (caller: Staff) =>
  can(caller, 'shift.review')
    ? undefined
    : { userId: caller.userId, terminalId: caller.till?.terminalId ?? null };

export const refuseClosing = (caller: Staff, shift: Whose): Failure | undefined =>
  can(caller, 'shift.review') || shift.opened_by === caller.userId
    ? undefined
    : forbidden('Somebody else opened this shift; a supervisor may close it.', 'PERMISSION_DENIED');

/** Who counts the drawer must not know what ought to be in it, until a count is given. */
export const isBlind = (caller: Staff, shift: { status: string; counts: number }): boolean =>
  shift.status === 'open' && shift.counts === 0 && !can(caller, 'shift.review');
