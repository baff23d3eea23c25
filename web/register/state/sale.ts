import { ApiError, answer, newKey, once, type Tillhouse, Unreachable } from '@tillhouse/client';
import { settleTender } from '../../../src/domains/pricing/index.js';
import { formatMoney, minor } from '../../../src/platform/money.js';
import { type Basket, claimOf, EMPTY, totalsFor } from './basket.js';
import type { Method } from './catalogue.js';
import { type AgeCheck, outbox, type Tender } from './outbox.js';
import type { Session } from './session.js';
import { stored } from './stored.js';

/** Money that came in. */
export type Taking = { key: string; name: string; amountMinor: number };

/** From the first tender on: the goods are fixed, the money is coming in. */
export type Paying = {
  createKey: string;
  number: string | null;
  paidMinor: number;
  tenders: Taking[];
  ageCheck: AgeCheck | null;
  /** Sent without an answer so far; sending it again under its key takes the money once. */
  open: { key: string; code: string; tenderedMinor: number; creditCode: string } | null;
};

export type Done = {
  /** Null while it waits to be sent. */
  number: string | null;
  key: string;
  totalMinor: number;
  tenderedMinor: number;
  changeMinor: number;
  tenders: Taking[];
  basket: Basket;
  at: string;
};

export type Sale = { basket: Basket; paying: Paying | null; done: Done | null };

export const NEW_SALE: Sale = { basket: EMPTY, paying: null, done: null };

/** The sale at this till, kept at every step so that a reload changes nothing. */
export const sale = stored<Sale>('sale', NEW_SALE);

export type Parked = { id: string; at: string; by: string; note: string; basket: Basket };
export const parked = stored<Parked[]>('parked', []);

/** While money has come in, the goods stay as they are. */
export const isLocked = ({ paying }: Sale): boolean =>
  paying !== null && (paying.paidMinor > 0 || paying.open !== null);

export function editBasket(edit: (basket: Basket) => Basket): void {
  sale.set(current => {
    if (isLocked(current)) return current;
    const basket = edit(current.done === null ? current.basket : EMPTY);
    return { basket, paying: null, done: null };
  });
}

export const startPaying = (): void =>
  sale.set(current => ({
    ...current,
    paying: current.paying ?? {
      createKey: newKey(),
      number: null,
      paidMinor: 0,
      tenders: [],
      ageCheck: null,
      open: null,
    },
  }));

/** The customer wants something else first; a sale that the service knows keeps its number. */
export const stopPaying = (): void =>
  sale.set(current =>
    isLocked(current) || (current.paying?.number ?? null) !== null
      ? current
      : { ...current, paying: null },
  );

const changePaying = (changes: Partial<Paying>): void =>
  sale.set(current =>
    current.paying === null ? current : { ...current, paying: { ...current.paying, ...changes } },
  );

export const confirmAge = (method: AgeCheck['method']): void =>
  changePaying({ ageCheck: { method, confirmed: true } });

export type Money = { method: Method; tenderedMinor: number; creditCode: string };
export type Taken = 'completed' | 'part' | 'offline';

/**
 * Takes one tender. Everything is written down before it is sent: cash that settles the sale
 * stays valid when no answer comes, and goes to the outbox under the same keys.
 */
export async function takeMoney(
  api: Tillhouse,
  who: Session,
  money: Money,
  online: boolean,
): Promise<Taken> {
  const { basket, paying } = sale.get();
  if (paying === null) throw new Error('nothing to pay');
  const { totalMinor } = totalsFor(basket, who.store);
  const isCash = money.method.type === 'cash';
  const settled = settleTender({
    dueMinor: totalMinor - paying.paidMinor,
    tenderedMinor: money.tenderedMinor,
    kind: isCash ? 'cash' : 'other',
  });
  if (!settled.ok) throw new RangeError(settled.code);
  const key = keyFor(paying, money);
  changePaying({
    open: {
      key,
      code: money.method.code,
      tenderedMinor: money.tenderedMinor,
      creditCode: money.creditCode,
    },
  });
  const tender = tenderOf(money, paying.ageCheck);
  const name = money.method.name;
  const tenders = [...paying.tenders, { key, name, amountMinor: settled.acceptedMinor }];
  const finish = (number: string | null, changeMinor: number): void => {
    const done = { number, key: paying.createKey, totalMinor, changeMinor, tenders, basket };
    const at = new Date().toISOString();
    sale.set({ ...NEW_SALE, done: { ...done, tenderedMinor: money.tenderedMinor, at } });
  };
  const putOff = (): Taken => {
    const number = sale.get().paying?.number ?? null;
    const attempted = online || paying.open !== null || paying.number !== null;
    queue(who, basket, { paying, number, key, tender, totalMinor, attempted });
    finish(null, settled.changeMinor);
    return 'offline';
  };
  const isSettledCash = isCash && settled.remainingMinor === 0;
  if (!online) {
    if (isSettledCash) return putOff();
    changePaying({ open: paying.open });
    throw new Unreachable('Only cash can be taken offline.');
  }
  try {
    const number = await ringUp(api, who, basket, paying);
    const { transaction } = await answer(
      api.POST('/pos/transactions/{transaction_id}/payment/', {
        params: { path: { transaction_id: number } },
        body: tender,
        ...once(key),
      }),
    );
    if (transaction.status === 'completed') {
      finish(number, minor(transaction.change_due));
      return 'completed';
    }
    changePaying({ number, paidMinor: minor(transaction.total_paid), tenders, open: null });
    return 'part';
  } catch (error) {
    if (!isInDoubt(error)) changePaying({ open: isLoginOver(error) ? paying.open : null });
    else if (isSettledCash) return putOff();
    throw error;
  }
}

/** No answer, or one that leaves open whether this try or an earlier one took the money. */
const isInDoubt = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && error.isRetryable);

/** Says that this try took nothing, but nothing about an earlier one. */
const isLoginOver = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** The same tender tried again keeps its key; another amount or method is another tender. */
function keyFor({ open }: Paying, { method, tenderedMinor, creditCode }: Money): string {
  const isSame =
    open !== null &&
    open.code === method.code &&
    open.tenderedMinor === tenderedMinor &&
    open.creditCode === creditCode;
  return isSame ? open.key : newKey();
}

const tenderOf = (money: Money, ageCheck: AgeCheck | null): Tender => ({
  payment_method_id: money.method.code,
  tendered_amount: formatMoney(money.tenderedMinor),
  ...(ageCheck !== null && { age_check: ageCheck }),
  ...(money.creditCode !== '' && { store_credit_code: money.creditCode }),
});

async function ringUp(
  api: Tillhouse,
  who: Session,
  basket: Basket,
  { createKey, number }: Paying,
): Promise<string> {
  if (number !== null) return number;
  const { transaction } = await answer(
    api.POST('/pos/transactions/create/', { body: claimOf(basket, who), ...once(createKey) }),
  );
  changePaying({ number: transaction.transaction_id });
  return transaction.transaction_id;
}

function queue(
  who: Session,
  basket: Basket,
  facts: {
    paying: Paying;
    number: string | null;
    key: string;
    tender: Tender;
    totalMinor: number;
    attempted: boolean;
  },
): void {
  outbox.set(entries => [
    ...entries,
    {
      key: facts.paying.createKey,
      at: new Date().toISOString(),
      employee: who.user.number,
      employeeName: who.user.name,
      terminal: who.terminal,
      total: formatMoney(facts.totalMinor),
      claim: claimOf(basket, who),
      number: facts.number,
      payment: { key: facts.key, tender: facts.tender },
      attempted: facts.attempted,
      refused: null,
    },
  ]);
}

export function park(by: string, note: string): void {
  const { basket } = sale.get();
  if (basket.lines.length === 0 || isLocked(sale.get())) return;
  const entry = { id: newKey(), at: new Date().toISOString(), by, note, basket };
  parked.set(all => [...all, entry]);
  sale.set(NEW_SALE);
}

/** What lies on the counter is parked in exchange, so nothing is lost by a tap. */
export function resume(id: string, by: string): void {
  const entry = parked.get().find(one => one.id === id);
  if (entry === undefined || isLocked(sale.get())) return;
  park(by, '');
  parked.set(all => all.filter(one => one.id !== id));
  sale.set({ ...NEW_SALE, basket: entry.basket });
}
