import fc from 'fast-check';
import { expect } from 'vitest';
import { money, signed, sum } from './cents.js';
import { openShiftAt } from './refunds.js';
import { type Model, pickFrom, prefer, type Shift } from './state.js';
import { expectReply, step } from './step.js';
import { TILLS } from './tills.js';
import type { World } from './world.js';

const index = fc.nat(30);
const SHIFTS = '/cash-management/shifts/';
/** US notes and coins in cents. */
const PIECES = [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1];
const hasShift = (m: Model): boolean => m.shifts.length > 0;

export const openShift = step(
  'open a shift',
  fc.record({ till: index, float: fc.integer({ min: 0, max: 20_000 }) }),
  async (m, w, { till: t, float }) => {
    const till = prefer(TILLS, t, one => openShiftAt(m, one) === null);
    const reply = await w.keyed(SHIFTS, till, { opening_float: money(float) });
    if (openShiftAt(m, till) !== null) {
      expectReply(reply, 409, 'SHIFT_ALREADY_OPEN');
      return 'SHIFT_ALREADY_OPEN';
    }
    expectReply(reply, 201, { status: 'open', terminal_id: till.terminal });
    m.shifts.push({ id: reply.body.id, till, isOpen: true, float, paidIn: 0, paidOut: 0 });
    return till.terminal;
  },
);

export const moveCash = step(
  'move cash',
  fc.record({
    shift: index,
    kind: fc.constantFrom<'paid-in' | 'paid-out'>('paid-in', 'paid-out'),
    amount: fc.integer({ min: 1, max: 5_000 }),
  }),
  async (m, w, { shift: n, kind, amount }) => {
    const shift = prefer(m.shifts, n, one => one.isOpen);
    const reply = await w.keyed(`${SHIFTS}${shift.id}/${kind}/`, shift.till, {
      amount: money(amount),
      reason: 'Coins',
    });
    if (!shift.isOpen) {
      expectReply(reply, 409, 'INVALID_STATE');
      return 'INVALID_STATE';
    }
    if (kind === 'paid-out' && amount > cashOf(m, shift).expected) {
      expectReply(reply, 403, 'APPROVAL_REQUIRED');
      return 'APPROVAL_REQUIRED';
    }
    expectReply(reply, 200, { status: 'open' });
    shift[kind === 'paid-in' ? 'paidIn' : 'paidOut'] += amount;
    return kind;
  },
  hasShift,
);

export const readDrawer = step(
  'read the X or Z report',
  index,
  async (m, w, n) => {
    const shift = pickFrom(m.shifts, n);
    await expectReport(m, w, shift);
    return shift.isOpen ? 'X' : 'Z';
  },
  hasShift,
);

export const closeShift = step(
  'close a shift',
  fc.record({ shift: index, miscounted: fc.constantFrom(0, 0, 0, 0, -1, 250, -1_000) }),
  async (m, w, { shift: n, miscounted }) => {
    const shift = prefer(m.shifts, n, one => one.isOpen);
    return close(m, w, shift, miscounted);
  },
  hasShift,
);

/** Counts and closes a shift. A drawer that owes cash counts as empty. */
export async function close(m: Model, w: World, shift: Shift, miscounted: number): Promise<string> {
  const expected = cashOf(m, shift).expected;
  const counted = Math.max(0, expected + miscounted);
  const path = `${SHIFTS}${shift.id}/`;
  const count = await w.call('POST', `${path}count/`, shift.till, {
    denominations: denominationsOf(counted),
  });
  if (!shift.isOpen) {
    expectReply(count, 409, 'INVALID_STATE');
    return 'INVALID_STATE';
  }
  const variance = counted - expected;
  expectReply(count, 200, {
    expected_amount: signed(expected),
    counted_amount: money(counted),
    variance: signed(variance),
  });
  if (Math.abs(variance) > 500) {
    const refused = await w.call('POST', `${path}close/`, shift.till);
    expectReply(refused, 400, 'VARIANCE_REASON_REQUIRED');
  }
  const reply = await w.keyed(`${path}close/`, shift.till, { reason: 'Counted twice' });
  expectReply(reply, 200, {
    status: 'closed',
    expected_amount: signed(expected),
    counted_amount: money(counted),
    variance: signed(variance),
  });
  shift.isOpen = false;
  await expectReport(m, w, shift);
  return variance === 0 ? 'exact' : variance < 0 ? 'short' : 'over';
}

function denominationsOf(cents: number): { value: string; quantity: number }[] {
  let rest = cents;
  return PIECES.map(piece => {
    const quantity = Math.floor(rest / piece);
    rest -= quantity * piece;
    return { value: money(piece), quantity };
  });
}

const paymentsOf = (m: Model, shift: Shift) =>
  m.sales.flatMap(sale =>
    sale.payments.filter(p => p.shift === shift).map(payment => ({ sale, payment })),
  );

/** Cash of a drawer: what came in by sales less what refunds of any till sale took out. */
function cashOf(m: Model, shift: Shift) {
  const sales = sum(
    paymentsOf(m, shift).map(({ payment }) => (payment.kind === 'cash' ? payment.amount : 0)),
  );
  const refunds = sum(
    m.refunds.filter(r => r.shift === shift && r.way === 'cash').map(r => r.amount),
  );
  const { float, paidIn, paidOut } = shift;
  return { sales, refunds, expected: float + sales - refunds + paidIn - paidOut };
}

type Total = { count: number; amount: string };

/** Number and sum of the entries per name. */
function totalsOf(entries: readonly (readonly [name: string, amount: number])[]) {
  const totals: Record<string, Total> = {};
  for (const name of new Set(entries.map(([of]) => of))) {
    const amounts = entries.filter(([of]) => of === name).map(([, amount]) => amount);
    totals[name] = { count: amounts.length, amount: money(sum(amounts)) };
  }
  return totals;
}

const CODES = {
  cash: 'cash',
  slip: 'card',
  processor: 'card',
  credit: 'store_credit',
  gift: 'gift_card',
  points: 'points',
} as const;

export async function expectReport(m: Model, w: World, shift: Shift): Promise<void> {
  const kind = shift.isOpen ? 'x' : 'z';
  const reply = await w.call('GET', `${SHIFTS}${shift.id}/${kind}-report/`, 'office');
  const { sales, refunds, expected } = cashOf(m, shift);
  const taken = paymentsOf(m, shift);
  const given = m.refunds.filter(refund => refund.shift === shift);
  const voids = given.filter(refund => refund.cause === 'void');
  expectReply(reply, 200, {
    report: kind.toUpperCase(),
    sales: {
      count: new Set(taken.map(({ sale }) => sale)).size,
      amount: money(sum(taken.map(({ payment }) => payment.amount))),
    },
    refunds_total: money(sum(given.map(refund => refund.amount))),
    voids: {
      count: new Set(voids.map(refund => refund.sale)).size,
      amount: money(sum(voids.map(refund => refund.amount))),
    },
    cash: {
      opening_float: money(shift.float),
      sales: money(sales),
      refunds: money(refunds),
      paid_in: money(shift.paidIn),
      paid_out: money(shift.paidOut),
      expected: signed(expected),
    },
  });
  const { payments, refunds: byWay } = reply.body;
  expect(named(payments, (entry: { code: string }) => entry.code)).toEqual(
    totalsOf(taken.map(({ payment }) => [CODES[payment.kind], payment.amount])),
  );
  // A Z report keeps what waited for a slip number when the shift was closed.
  if (!shift.isOpen) return;
  expect(
    named(
      byWay,
      (entry: { paid_as: string; way: string | null }) => `${entry.paid_as} ${entry.way}`,
    ),
  ).toEqual(totalsOf(given.map(r => [`${r.way === 'cash' ? 'cash' : r.to} ${r.way}`, r.amount])));
}

const named = <T>(entries: readonly (T & Total)[], nameOf: (entry: T) => string) =>
  Object.fromEntries(
    entries.map(entry => [nameOf(entry), { count: entry.count, amount: entry.amount }]),
  );
