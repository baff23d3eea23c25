import { ApiError, answer, newKey, once, type Tillhouse, Unreachable } from '@tillhouse/client';
import { settleTender } from '../../../src/domains/pricing/index.js';
import { cashStepOf } from '../../shared/cash.js';
import { asDiscounts, type Basket, saleRequestOf, sellsGiftCards } from './basket.js';
import type { Method } from './catalogue.js';
import { isRefusal } from './idempotency-key.js';
import { isUncertain, recordStep } from './journal/index.js';
import { type AgeCheck, outbox, sellInOne, type Tender } from './outbox.js';
import {
  changePaying,
  type Done,
  type GiftCard,
  NEW_SALE,
  type OpenTender,
  type Paying,
  sale,
  saleTotals,
} from './sale.js';
import type { Session } from './session.js';
import { formatMoney, minor } from './till-money.js';

export type TenderInput = {
  method: Method;
  tenderedMinor: number;
  creditCode: string;
  /** The slip number of a stand-alone card terminal. */
  reference: string;
};
type PaidTransaction = { status: string; change_due: string; total_paid: string };
export type TakeResult = 'completed' | 'part' | 'offline';

/** A tender that is being taken: what it pays, and how it is sent. */
type Taking = {
  basket: Basket;
  paying: Paying;
  money: TenderInput;
  key: string;
  tender: Tender;
  totalMinor: number;
  changeMinor: number;
  /** Cash that settles the sale: it stays valid without an answer. */
  isSettledCash: boolean;
  withSale: boolean;
  isEntry: boolean;
  finish: (number: string | null, changeMinor: number, more?: Partial<Done>) => void;
  tenders: Paying['tenders'];
};

/**
 * Takes one tender. A tender that settles a sale without the help of the service makes it an entry of
 * the till's journal. Any other is stored before it is sent: cash that settles a sale which the service
 * has already stays valid without a response, and goes to the outbox under the same keys.
 */
export async function takeTender(
  api: Tillhouse,
  session: Session,
  money: TenderInput,
  online: boolean,
): Promise<TakeResult> {
  const taking = plan(session, money);
  const { paying, key, withSale, isEntry, isSettledCash } = taking;
  changePaying({ open: { ...openTender(money, key), withSale, isEntry } });
  if (isEntry) return takeByEntry(api, session, taking, online);
  if (!online) {
    if (isSettledCash) return queueOffline(session, taking, online);
    changePaying({ open: paying.open });
    throw new Unreachable('Only cash can be taken offline.');
  }
  try {
    return await takeByRoutes(api, session, taking);
  } catch (error) {
    if (!isUncertain(error)) changePaying({ open: isSignedOut(error) ? paying.open : null });
    else if (isSettledCash) return queueOffline(session, taking, online);
    throw error;
  }
}

function plan(session: Session, money: TenderInput): Taking {
  const { basket, paying } = sale.get();
  if (paying === null) throw new Error('nothing to pay');
  const { totalMinor } = saleTotals({ basket, paying }, session.store);
  const isCash = money.method.type === 'cash';
  const settled = settleTender({
    dueMinor: totalMinor - paying.paidMinor,
    tenderedMinor: money.tenderedMinor,
    kind: isCash ? 'cash' : 'other',
    stepMinor: cashStepOf(session.store),
  });
  if (!settled.ok) throw new RangeError(settled.code);
  const key = keyFor(paying, money);
  // The code of a gift card is shown with the answer, so its sale needs one.
  const isSettled = settled.remainingMinor === 0 && !sellsGiftCards(basket);
  const { acceptedMinor, roundingMinor, changeMinor } = settled;
  const amountMinor = acceptedMinor + roundingMinor;
  const tenders = [...paying.tenders, { key, name: money.method.name, amountMinor }];
  return {
    basket,
    paying,
    money,
    key,
    tender: tenderOf(money, paying.ageCheck),
    totalMinor,
    changeMinor,
    isSettledCash: isCash && isSettled,
    withSale: isCash && isSettled && paying.open?.withSale === true,
    isEntry: isSettled && isForJournal(money.method, paying),
    tenders,
    finish: (number, change, more = {}) => {
      const { tenderedMinor } = money;
      const paid = { number, totalMinor, roundingMinor, changeMinor: change, tenderedMinor };
      finishSale({ basket, paying }, { ...paid, tenders, ...more });
    },
  };
}

async function takeByEntry(
  api: Tillhouse,
  session: Session,
  { basket, paying, key, tender, changeMinor, finish }: Taking,
  online: boolean,
): Promise<TakeResult> {
  const claim = saleRequestOf(basket, session);
  try {
    const entry = await recordStep(api, session, {
      kind: 'sale',
      data: { ...claim, payments: [tender] },
      total: claim.total_amount,
      key,
      online,
    });
    const isHeld = entry.state === 'held';
    const more = { tillNumber: entry.number ?? '', at: entry.occurred_at, isHeld };
    finish(entry.transactionId ?? null, changeMinor, more);
    return entry.state === 'waiting' ? 'offline' : 'completed';
  } catch (error) {
    // Refused, or never asked. After any other error the entry may exist, and is repeated.
    if (isRefusal(error)) changePaying({ open: null });
    else if (isSignedOut(error) || isUncertain(error)) changePaying({ open: paying.open });
    throw error;
  }
}

async function takeByRoutes(
  api: Tillhouse,
  session: Session,
  { basket, paying, key, tender, changeMinor, withSale, finish, tenders }: Taking,
): Promise<TakeResult> {
  if (withSale) {
    const claim = saleRequestOf(basket, session);
    finish(await sellInOne(api, claim, { key, tender }), changeMinor);
    return 'completed';
  }
  const number = await ringUp(api, session, basket, paying);
  const paid: { transaction: PaidTransaction; gift_cards?: GiftCard[] } = await answer(
    api.POST('/pos/transactions/{transaction_id}/payment/', {
      params: { path: { transaction_id: number } },
      body: tender,
      ...once(key),
    }),
  );
  const { transaction } = paid;
  if (transaction.status === 'completed') {
    finish(number, minor(transaction.change_due), { giftCards: paid.gift_cards });
    return 'completed';
  }
  changePaying({ number, paidMinor: minor(transaction.total_paid), tenders, open: null });
  return 'part';
}

function queueOffline(session: Session, taking: Taking, online: boolean): TakeResult {
  const { basket, paying, key, tender, totalMinor, changeMinor, withSale, finish } = taking;
  const number = sale.get().paying?.number ?? null;
  const attempted = online || paying.open !== null || paying.number !== null;
  queue(session, basket, { paying, number, key, tender, totalMinor, attempted, withSale });
  finish(null, changeMinor);
  return 'offline';
}

/**
 * Whether the sale with this tender is an entry of the journal: nothing of it is at the service yet,
 * and the money is cash or was taken on a stand-alone terminal. What was sent in another way before is
 * repeated that way.
 */
function isForJournal(method: Method, paying: Paying): boolean {
  const isNew = paying.number === null && (paying.card ?? null) === null && !paying.takenOver;
  if (!isNew || paying.tenders.length > 0) return false;
  if (paying.open !== null && paying.open.isEntry !== true) return false;
  return method.type === 'cash' || isStandAlone(method);
}

/** A card terminal without a connection to the till. */
export const isStandAlone = ({ type, requiresReference }: Method): boolean =>
  type === 'card' && requiresReference === true;

/** The sale is paid: the till shows the change and is free for the next customer. */
export function finishSale(
  { basket, paying }: { basket: Basket; paying: Paying },
  paid: Pick<
    Done,
    'number' | 'totalMinor' | 'roundingMinor' | 'changeMinor' | 'tenderedMinor' | 'tenders'
  > &
    Partial<Pick<Done, 'giftCards' | 'tillNumber' | 'isHeld' | 'at'>>,
): void {
  const { createKey: key, takenOver } = paying;
  const at = new Date().toISOString();
  sale.set({ ...NEW_SALE, done: { at, ...paid, key, basket, takenOver } });
}

/** A 401 means that this attempt took nothing; an earlier one may have. */
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** A retry of the same tender keeps its key; another amount or method is a new tender. */
function keyFor({ open }: Paying, money: TenderInput): string {
  const isSame =
    open !== null &&
    open.code === money.method.code &&
    open.tenderedMinor === money.tenderedMinor &&
    open.creditCode === money.creditCode &&
    (open.reference ?? '') === money.reference;
  return isSame ? open.key : newKey();
}

const openTender = (money: TenderInput, key: string): OpenTender => ({
  key,
  code: money.method.code,
  tenderedMinor: money.tenderedMinor,
  creditCode: money.creditCode,
  reference: money.reference,
});

const tenderOf = (money: TenderInput, ageCheck: AgeCheck | null): Tender => ({
  payment_method_id: money.method.code,
  tendered_amount: formatMoney(money.tenderedMinor),
  ...(ageCheck !== null && { age_check: ageCheck }),
  ...(money.creditCode !== '' &&
    (money.method.type === 'gift_card'
      ? { gift_card_code: money.creditCode }
      : { store_credit_code: money.creditCode })),
  ...(money.reference !== '' && { reference: money.reference }),
});

/** Creates the sale at the service once; a sale that is already there keeps its number. */
export async function ringUp(
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
    withSale: boolean;
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
      asDiscounts: asDiscounts(basket, session),
      number: entry.number,
      payment: { key: entry.key, tender: entry.tender },
      attempted: entry.attempted,
      withSale: entry.withSale,
      refused: null,
    },
  ]);
}
