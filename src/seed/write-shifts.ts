import { cashFlowOf, denominationsOf, expectedOf, settleShift } from '../domains/shifts/index.js';
import { addMs, HOUR_MS, MINUTE_MS } from '../platform/clock.js';
import { statement, type Tx } from '../platform/database/tx.js';
import { newId } from '../platform/ids.js';
import { formatHundredths, type Minor } from '../platform/money.js';

type Day = {
  store_id: string;
  terminal_id: string;
  business_date: string;
  currency: string;
  cashier: string;
  first: Date;
  last: Date;
  payments: string[];
};

const FLOAT = '150.00';

/** Counted less expected of the past shifts, in rotation; the last one needs an explanation. */
const VARIANCES: readonly Minor[] = [0, 0, -40, 0, 15, 0, 0, -5, 0, 0, 0, -1_000];
const EXPLAINED = 'A ten given out as a twenty, found on the tape';

/** Groups past sales into shifts, one per till and day, each closed with its Z report. */
export async function writeShifts(tx: Tx): Promise<void> {
  const days = await statement<Day>(
    tx,
    `select p.store_id, p.register_id as terminal_id, s.currency,
       (p.created_at at time zone s.time_zone)::date as business_date,
       min(p.operator_id::text) as cashier, min(p.created_at) as first, max(p.created_at) as last,
       array_agg(p.id::text) as payments
     from payments p join stores s on s.id = p.store_id
     where p.register_id is not null and p.shift_id is null and p.operator_id is not null
     group by p.store_id, p.register_id, s.currency, business_date
     order by business_date, terminal_id`,
  );
  for (const [index, day] of days.entries()) {
    await writeShift(tx, day, VARIANCES[index % VARIANCES.length] ?? 0, index % 5 === 2);
  }
}

async function writeShift(tx: Tx, day: Day, variance: Minor, hasPaidOut: boolean): Promise<void> {
  const opened = addMs(day.first, -20 * MINUTE_MS);
  // After the returns, which happen two hours after the sale.
  const closed = addMs(day.last, 3 * HOUR_MS);
  const id = newId(opened);
  await tx
    .insertInto('shifts')
    .values({
      id,
      store_id: day.store_id,
      terminal_id: day.terminal_id,
      business_date: day.business_date,
      currency: day.currency,
      opening_float: FLOAT,
      opened_by: day.cashier,
      opened_at: opened,
    })
    .execute();
  await statement(tx, 'update payments set shift_id = $1 where id = any($2::uuid[])', [
    id,
    day.payments,
  ]);
  await statement(tx, 'update refunds set shift_id = $1 where payment_id = any($2::uuid[])', [
    id,
    day.payments,
  ]);
  if (hasPaidOut) await payOut(tx, id, day);
  const expectedMinor = Number(expectedOf(await cashFlowOf(tx, id), 'USD'));
  const countedMinor = expectedMinor + variance;
  await tx
    .insertInto('shift_counts')
    .values({
      id: newId(closed),
      shift_id: id,
      denominations: JSON.stringify(piecesOf(countedMinor, day.currency)),
      amount: formatHundredths(countedMinor),
      counted_by: day.cashier,
      counted_at: addMs(closed, -5 * MINUTE_MS),
    })
    .execute();
  await settleShift(tx, id, {
    expected: formatHundredths(expectedMinor),
    counted: formatHundredths(countedMinor),
    reason: variance <= -1_000 ? EXPLAINED : '',
    closedBy: day.cashier,
    closedAt: closed,
  });
}

const payOut = (tx: Tx, shiftId: string, day: Day) =>
  tx
    .insertInto('cash_movements')
    .values({
      id: newId(day.last),
      shift_id: shiftId,
      kind: 'paid_out',
      amount: '18.50',
      reason: 'Window cleaner',
      actor_id: day.cashier,
      occurred_at: day.last,
    })
    .execute();

/** Splits an amount into the fewest notes and coins. */
function piecesOf(amount: Minor, currency: string): { value: string; quantity: number }[] {
  let rest = amount;
  return denominationsOf(currency).flatMap(value => {
    const quantity = Math.floor(rest / value);
    rest -= quantity * value;
    return quantity === 0 ? [] : [{ value: formatHundredths(value), quantity }];
  });
}
