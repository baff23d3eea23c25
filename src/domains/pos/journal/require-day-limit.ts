import type { Tx } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { formatMoney, type Minor, minor } from '../../../platform/money.js';
import { offlineReturnDayLimit } from '../../pricing/index.js';
import type { findStore } from '../../stores/index.js';
import { cashReturnsOn, lockCashReturns } from './cash-returns-repository.js';
import type { Work } from './entry-work.js';
import { mostPaidBack } from './return-rules.js';

type Store = NonNullable<Awaited<ReturnType<typeof findStore>>>;

/**
 * Many small returns add up to a large one, so cash that is paid back without a connection has a
 * limit for each till, employee and sender, on each day of the store. A sender chooses the till and
 * the time of an entry, but not when it arrives, so what arrives on one day has the same limit.
 */
export async function requireDayLimit(
  tx: Tx,
  { caller, senderId, at, receivedAt }: Work,
  store: Store,
  refundMinor: Minor,
): Promise<void> {
  const { currency, time_zone: timeZone } = store;
  const saleLimitMinor = minor(store.offline_return_limit ?? '0', currency);
  const dayLimit = store.offline_return_day_limit;
  const limitMinor = offlineReturnDayLimit(
    saleLimitMinor,
    dayLimit === null ? undefined : minor(dayLimit, currency),
  );
  await lockCashReturns(tx, store.id);
  const earlier = await cashReturnsOn(tx, store.id, { at, receivedAt, timeZone });
  const { who, day, paidMinor } = mostPaidBack(
    earlier.map(one => ({ ...one, paidMinor: minor(one.paid, currency) })),
    { terminalId: caller.till.terminalId, employeeId: caller.userId, senderId },
  );
  if (paidMinor + refundMinor <= limitMinor) return;
  const [paid, limit] = [paidMinor, limitMinor].map(amount => formatMoney(amount, currency));
  const when = day === 'made' ? 'on this day' : 'in entries that arrived on this day';
  const message = `${SUBJECT[who]} has paid ${paid} back without a connection ${when}`;
  throw conflict('OFFLINE_RETURN_LIMIT', `${message}; the store allows ${limit}.`, { paid, limit });
}

const SUBJECT = {
  till: 'The till',
  employee: 'The employee',
  sender: 'The employee who sent it',
};
