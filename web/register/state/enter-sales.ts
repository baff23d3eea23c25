import { ApiError, answer, type Tillhouse } from '@tillhouse/client';
import { isRefusal } from './idempotency-key.js';
import { recordStep } from './journal/index.js';
import { keyOfSale, mayHaveBooked, toEnter } from './to-enter.js';
import type { Session } from './types.js';

/** Refusals of the till itself: it tries again when its journal is ready. */
const isOfTill = (error: unknown): boolean =>
  error instanceof ApiError && error.code.startsWith('TILL_');

type OnEntered = (number: string, tillNumber: string | null) => void;

/**
 * Makes the entries of sales that the service has booked by its routes. The key of an entry is kept
 * with its sale, so that two tabs and a reload make one entry.
 */
export async function enterSales(
  api: Tillhouse,
  session: Session,
  onEntered: OnEntered,
): Promise<void> {
  for (const one of toEnter.get().filter(({ terminal }) => terminal === session.terminal)) {
    try {
      const entry = await recordStep(api, session, {
        kind: 'sale',
        data: { employee_id: one.employee, transaction: one.number, total_amount: one.total },
        total: one.total,
        key: one.key,
        online: true,
      });
      onEntered(one.number, entry.number);
    } catch (error) {
      // Whatever else the service refuses, it refuses again: it has an entry of this sale, or none is due.
      if (!isRefusal(error) || isOfTill(error)) throw error;
    }
    toEnter.set(all => all.filter(({ key }) => key !== one.key));
  }
}

/**
 * Makes the entries of completed sales, refunds, part payments and closed shifts that the service has
 * booked by its routes. The service lists them, so none is lost with this device. The key of an entry is
 * that of what it stands for: two tabs make one entry, and one that is held is not made again. After an
 * error `mayHaveBooked` is still set, and the next look is that of the timer.
 */
export async function enterBooked(
  api: Tillhouse,
  session: Session,
  onEntered: OnEntered = () => undefined,
): Promise<void> {
  const seen = mayHaveBooked.get();
  if (seen === false) return;
  const { to_enter: list } = await answer(api.GET('/pos/sync/'));
  for (const { id, kind, data } of list) {
    const total = String(data.total_amount);
    const number = String(data.transaction);
    const key = kind === 'sale' ? keyOfSale(number) : `entered-${id}`;
    const step = { kind, data, total, key, online: true };
    try {
      const entry = await recordStep(api, session, step);
      if (kind === 'sale') onEntered(number, entry.number);
    } catch (error) {
      if (!isRefusal(error) || isOfTill(error)) throw error;
    }
  }
  mayHaveBooked.set(now => (now === seen ? false : now));
}
