import { newKey } from '@tillhouse/client';
import { useEffect, useState } from 'react';
import { stored } from './stored.js';
import type { Session } from './types.js';

/** A sale that the service has booked by its routes, and that is to be an entry of the journal. */
type ToEnter = {
  key: string;
  number: string;
  total: string;
  terminal: string;
  employee: string;
};
export const toEnter = stored<ToEnter[]>('toEnter', []);

/** The key of an entry, the same from this list and from the list of the service. */
export const keyOfSale = (number: string): string => `entered-${number}`;

/** The key is that of the sale: two tabs that see the same card payment succeed make one entry. */
export function noteSale(
  { terminal, user }: Pick<Session, 'terminal' | 'user'>,
  number: string,
  total: string,
): void {
  const note = { key: keyOfSale(number), number, total, terminal, employee: user.number };
  toEnter.set(all => [...all.filter(({ key }) => key !== note.key), note]);
}

/** A receipt waits this long for the number and the signature of its sale. */
const MOST_WAIT_MS = 5_000;

/** Whether the receipt of a sale can be printed: its entry is made, or takes too long. */
export function useEntered(number: string): boolean {
  const isWaiting = toEnter.use().some(one => one.number === number);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setLate(true), MOST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return !isWaiting || isLate;
}

/**
 * Set while the routes may have booked what is to be entered, too; a reload keeps it. The value is new
 * for each booking, so that a look which began before it does not clear it.
 */
export const mayHaveBooked = stored<string | boolean>('may-have-booked', false);

export const lookForBooked = (): void => mayHaveBooked.set(newKey());

/** Routes that refund, take a part of a payment or close a shift. */
const BOOKING =
  /^\/(returns\/(?!preview)|exchanges|layaways|cash-management|pos\/pay-outs)|\/(void|cancel|confirm|payment)\/$/;

/** Called for each request that the service has not refused. */
export function noteBooked({ method }: { method: string }, path: string): void {
  if (method === 'POST' && BOOKING.test(path)) lookForBooked();
}
