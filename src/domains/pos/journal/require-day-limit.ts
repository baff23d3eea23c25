import type { Tx } from '../../../platform/database/tx.js';
import { conflict } from '../../../platform/http/failure.js';
import { formatMoney, type Minor, minor, sumOf } from '../../../platform/money.js';
import { offlineReturnDayLimit } from '../../pricing/index.js';
import type { findStore } from '../../stores/index.js';
import type { Work } from './entry-work.js';
import { returnsOnDay } from './journal-repository.js';

type Store = NonNullable<Awaited<ReturnType<typeof findStore>>>;

/**
 * Many small returns add up to a large one, so a till without a connection has a limit for each day
 * of its store. Entries of a till are booked one after the other, so two senders cannot both pass.
 */
export async function requireDayLimit(
  tx: Tx,
  { caller, at }: Work,
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
  const earlier = await returnsOnDay(tx, caller.till.terminalId, at, timeZone);
  const earlierMinor = sumOf(earlier.map(amount => minor(amount, currency)));
  if (earlierMinor + refundMinor <= limitMinor) return;
  const [paid, limit] = [earlierMinor, limitMinor].map(amount => formatMoney(amount, currency));
  throw conflict(
    'OFFLINE_RETURN_LIMIT',
    `The till has paid ${paid} back without a connection on this day; the store allows ${limit}.`,
    { paid, limit },
  );
}
