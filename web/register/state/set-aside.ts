import { newKey } from '@tillhouse/client';
import type { Basket } from './basket.js';
import { isUnsettled, NEW_SALE, type Paying, type Sale, sale } from './sale.js';
import type { Session } from './session.js';
import { stored } from './stored.js';

/** A sale that left the screen because the answer to its payment was lost with the connection. */
export type SetAside = {
  id: string;
  at: string;
  /** Who took the payment: only their login can send it again under its key. */
  session: Session;
  basket: Basket;
  paying: Paying;
};
export const setAside = stored<SetAside[]>('set-aside', []);

/** Whether the sale waits for an answer that only a connection can bring. */
export function canBeSetAside(current: Sale, online: boolean): boolean {
  const open = current.paying?.open ?? null;
  if (online || !isUnsettled(current)) return false;
  // An entry needs no connection. An earlier release kept no method, or sent the sale with its payment.
  return open === null || (open.isEntry !== true && open.withSale !== true && open.method != null);
}

/**
 * Frees the till for the next customer; the sale is kept until its payment has an answer. False on a
 * full disk, which the till says by itself: the sale stays on the screen.
 */
export function putAside(session: Session): boolean {
  const { basket, paying } = sale.get();
  if (paying === null) return false;
  const entry = { id: newKey(), at: new Date().toISOString(), session, basket, paying };
  const isKept = setAside.keep(all => [...all, entry]);
  if (isKept) sale.set(NEW_SALE);
  else dropAside(entry);
  return isKept;
}

/** False if it was not in the list any more. */
export function dropAside({ id }: SetAside): boolean {
  let isDropped = false;
  setAside.set(all => {
    isDropped = all.some(one => one.id === id);
    return all.filter(one => one.id !== id);
  });
  return isDropped;
}

/** Whether the payment was taken at this till and with this login. */
export const isOfLogin = (
  { session: theirs }: Pick<SetAside, 'session'>,
  { terminal, user, loginOf }: Session,
): boolean =>
  theirs.terminal === terminal && (theirs.loginOf ?? theirs.user.id) === (loginOf ?? user.id);
