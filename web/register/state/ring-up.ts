import { answer, once, type Tillhouse } from '@tillhouse/client';
import type { Basket } from './basket.js';
import { changePaying, type Done, NEW_SALE, type Paying, sale } from './sale.js';
import { saleRequestOf } from './sale-request.js';
import { type Session, session } from './session.js';
import { formatMoney } from './till-money.js';
import { noteSale } from './to-enter.js';

/** Creates the sale at the service once; a sale that is already there keeps its number. */
export async function ringUp(
  api: Tillhouse,
  at: Session,
  basket: Basket,
  { createKey, number }: Paying,
): Promise<string> {
  if (number !== null) return number;
  const created = await createSale(api, at, basket, createKey);
  changePaying({ number: created });
  return created;
}

export async function createSale(
  api: Tillhouse,
  at: Session,
  basket: Basket,
  key: string,
): Promise<string> {
  const { transaction } = await answer(
    api.POST('/pos/transactions/create/', { body: saleRequestOf(basket, at), ...once(key) }),
  );
  return transaction.transaction_id;
}

/** The sale is paid: the till shows the change and is free for the next customer. */
export function finishSale(
  { basket, paying }: { basket: Basket; paying: Paying },
  paid: Pick<
    Done,
    'number' | 'totalMinor' | 'roundingMinor' | 'changeMinor' | 'tenderedMinor' | 'tenders'
  > &
    Partial<Pick<Done, 'giftCards' | 'tillNumber' | 'isHeld' | 'releasesParked' | 'at'>>,
): void {
  const { createKey: key, takenOver, terms } = paying;
  const at = new Date().toISOString();
  const { number, tillNumber, totalMinor } = paid;
  if (number !== null && tillNumber === undefined) noteToEnter(number, formatMoney(totalMinor));
  sale.set({ ...NEW_SALE, done: { at, ...paid, key, basket, takenOver, terms } });
}

/** Stored before the cashier sees that the sale is paid, so that a reload loses no entry. */
export function noteToEnter(number: string, total: string): void {
  const here = session.get();
  if (here !== null) noteSale(here, number, total);
}
