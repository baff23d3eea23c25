import { ApiError, answer, newKey, once, type Tillhouse, Unreachable } from '@tillhouse/client';
import { settleTender } from '../../../src/domains/pricing/index.js';
import { formatMoney, minor } from '../../../src/platform/money.js';
import { type Basket, EMPTY, saleRequestOf, totalsFor } from './basket.js';
import type { Method } from './catalogue.js';
import { type AgeCheck, outbox, type Tender } from './outbox.js';
import type { Session } from './session.js';
import { stored } from './stored.js';

/** A tender that was accepted for the sale. */
export type AcceptedTender = { key: string; name: string; amountMinor: number };

/** Payment state, from opening the payment dialog until the sale is settled. */
export type Paying = {
  createKey: string;
  number: string | null;
  paidMinor: number;
  tenders: AcceptedTender[];
  ageCheck: AgeCheck | null;
  /** A tender without a response; sending it again under its key charges once. */
  open: { key: string; code: string; tenderedMinor: number; creditCode: string } | null;
};

export type Done = {
  /** Null while the sale is in the outbox. */
  number: string | null;
  key: string;
  totalMinor: number;
  tenderedMinor: number;
  changeMinor: number;
  tenders: AcceptedTender[];
  basket: Basket;
  at: string;
};

export type Sale = { basket: Basket; paying: Paying | null; done: Done | null };

export const NEW_SALE: Sale = { basket: EMPTY, paying: null, done: null };

/** The current sale, stored at every step so that a reload loses nothing. */
export const sale = stored<Sale>('sale', NEW_SALE);

export type Parked = { id: string; at: string; by: string; note: string; basket: Basket };
export const parked = stored<Parked[]>('parked', []);

/** Items are locked once a tender is taken or uncertain. */
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

/** Leaves the payment, unless money was taken or the service has already created the sale. */
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

export type TenderInput = { method: Method; tenderedMinor: number; creditCode: string };
export type TakeResult = 'completed' | 'part' | 'offline';

/**
 * Takes one tender. It is stored before it is sent: cash that settles the sale stays valid without
 * a response, and goes to the outbox under the same keys.
 */
export async function takeTender(
  api: Tillhouse,
  session: Session,
  money: TenderInput,
  online: boolean,
): Promise<TakeResult> {
  const { basket, paying } = sale.get();
  if (paying === null) throw new Error('nothing to pay');
  const { totalMinor } = totalsFor(basket, session.store);
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
  const queueOffline = (): TakeResult => {
    const number = sale.get().paying?.number ?? null;
    const attempted = online || paying.open !== null || paying.number !== null;
    queue(session, basket, { paying, number, key, tender, totalMinor, attempted });
    finish(null, settled.changeMinor);
    return 'offline';
  };
  const isSettledCash = isCash && settled.remainingMinor === 0;
  if (!online) {
    if (isSettledCash) return queueOffline();
    changePaying({ open: paying.open });
    throw new Unreachable('Only cash can be taken offline.');
  }
  try {
    const number = await ringUp(api, session, basket, paying);
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
    if (!isUncertain(error)) changePaying({ open: isSignedOut(error) ? paying.open : null });
    else if (isSettledCash) return queueOffline();
    throw error;
  }
}

/** No response, or a retryable error: this or an earlier attempt may have taken the money. */
const isUncertain = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && error.isRetryable);

/** A 401 means that this attempt took nothing; an earlier one may have. */
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** A retry of the same tender keeps its key; another amount or method is a new tender. */
function keyFor({ open }: Paying, { method, tenderedMinor, creditCode }: TenderInput): string {
  const isSame =
    open !== null &&
    open.code === method.code &&
    open.tenderedMinor === tenderedMinor &&
    open.creditCode === creditCode;
  return isSame ? open.key : newKey();
}

const tenderOf = (money: TenderInput, ageCheck: AgeCheck | null): Tender => ({
  payment_method_id: money.method.code,
  tendered_amount: formatMoney(money.tenderedMinor),
  ...(ageCheck !== null && { age_check: ageCheck }),
  ...(money.creditCode !== '' && { store_credit_code: money.creditCode }),
});

async function ringUp(
  api: Tillhouse,
  session: Session,
  basket: Basket,
  { createKey, number }: Paying,
): Promise<string> {
  if (number !== null) return number;
  const { transaction } = await answer(
    api.POST('/pos/transactions/create/', {
      body: saleRequestOf(basket, session),
      ...once(createKey),
    }),
  );
  changePaying({ number: transaction.transaction_id });
  return transaction.transaction_id;
}

function queue(
  session: Session,
  basket: Basket,
  entry: {
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
      key: entry.paying.createKey,
      at: new Date().toISOString(),
      employee: session.user.number,
      employeeName: session.user.name,
      terminal: session.terminal,
      total: formatMoney(entry.totalMinor),
      claim: saleRequestOf(basket, session),
      number: entry.number,
      payment: { key: entry.key, tender: entry.tender },
      attempted: entry.attempted,
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

/** Parks the current sale first, so that resuming another one loses nothing. */
export function resume(id: string, by: string): void {
  const entry = parked.get().find(one => one.id === id);
  if (entry === undefined || isLocked(sale.get())) return;
  park(by, '');
  parked.set(all => all.filter(one => one.id !== id));
  sale.set({ ...NEW_SALE, basket: entry.basket });
}
