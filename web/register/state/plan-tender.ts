import { newKey } from '@tillhouse/client';
import { settleTender } from '../../../src/domains/pricing/index.js';
import { cashStepOf } from '../../shared/cash.js';
import { type Basket, sellsGiftCards } from './basket.js';
import { type Terms, termsOf } from './basket-totals.js';
import { finishSale } from './ring-up.js';
import {
  type AgeCheck,
  type Done,
  hasParts,
  type OpenTender,
  type Paying,
  sale,
  saleTotals,
  type Tender,
} from './sale.js';
import type { Session } from './session.js';
import { formatMoney } from './till-money.js';
import type { Method } from './types.js';

export type TenderInput = {
  method: Method;
  tenderedMinor: number;
  /** For the staff; part of what is tendered. */
  tipMinor: number;
  creditCode: string;
  /** The slip number of a stand-alone card terminal. */
  reference: string;
};

/** A tender that is being taken: what it pays, and how it is sent. */
export type Taking = {
  basket: Basket;
  paying: Paying;
  money: TenderInput;
  key: string;
  tender: Tender;
  /** What the sale is priced with, from its first part on. */
  terms: Terms;
  totalMinor: number;
  changeMinor: number;
  roundingMinor: number;
  /** Sent with its sale in one request by an earlier release, whose answer was lost. */
  withSale: boolean;
  /** The tender settles the sale as an entry of the journal. */
  isEntry: boolean;
  /** Kept on the till until the rest is paid. */
  isPart: boolean;
  paidMinor: number;
  finish: (number: string | null, changeMinor: number, more?: Partial<Done>) => void;
  tenders: Paying['tenders'];
};

/** Works out what a tender pays of the current sale; throws if it cannot be taken. */
export function planTender(session: Session, money: TenderInput, online: boolean): Taking {
  const { basket, paying } = sale.get();
  if (paying === null) throw new Error('nothing to pay');
  const terms = paying.terms ?? termsOf(basket, session.store);
  const { totalMinor } = saleTotals({ basket, paying: { ...paying, terms } }, session.store);
  const isCash = money.method.type === 'cash';
  const { tenderedMinor, tipMinor } = money;
  const settled = settleTender({
    dueMinor: totalMinor - paying.paidMinor,
    tenderedMinor: tenderedMinor - tipMinor,
    kind: isCash ? 'cash' : 'other',
    stepMinor: cashStepOf(session.store),
  });
  if (!settled.ok) throw new RangeError(settled.code);
  const key = keyFor(paying, money);
  // The code of a gift card is shown with the answer, so its sale needs one.
  const isPlain = !sellsGiftCards(basket);
  const isSettled = settled.remainingMinor === 0 && isPlain;
  const isHere = isPlain && isForJournal(money.method, paying);
  const { acceptedMinor, roundingMinor, changeMinor } = settled;
  const amountMinor = acceptedMinor + roundingMinor + tipMinor;
  const tip = tipMinor === 0 ? {} : { tipMinor };
  const tenders = [
    ...paying.tenders,
    { key, name: money.method.name, amountMinor, isCash, ...tip },
  ];
  return {
    basket,
    paying,
    money,
    key,
    tender: tenderOf(money, paying.ageCheck),
    terms,
    totalMinor,
    changeMinor,
    roundingMinor,
    withSale: isCash && isSettled && paying.open?.withSale === true,
    isEntry: isSettled && (isHere || settlesByEntry(money.method, paying)),
    isPart: !isSettled && isHere && (!online || hasParts(paying)),
    paidMinor: paying.paidMinor + acceptedMinor,
    tenders,
    finish: (number, change, more = {}) => {
      const paid = { number, totalMinor, roundingMinor, changeMinor: change, tenderedMinor };
      finishSale({ basket, paying }, { ...paid, tenders, ...more });
    },
  };
}

/**
 * Whether the sale with this tender is an entry of the journal: nothing of it is at the service yet,
 * and all its money is cash or was taken on a stand-alone terminal.
 */
function isForJournal(method: Method, paying: Paying): boolean {
  const isNew = paying.number === null && (paying.card ?? null) === null && !paying.takenOver;
  if (!isNew || paying.tenders.length > (paying.parts?.length ?? 0)) return false;
  return !wasSentOtherwise(paying) && needsNoService(method);
}

/**
 * Whether an entry with this tender can settle a sale that the service has: a web order, a layaway, the
 * rest of a sale paid in parts.
 */
const settlesByEntry = (method: Method, paying: Paying): boolean =>
  paying.number !== null &&
  (paying.card ?? null) === null &&
  !wasSentOtherwise(paying) &&
  needsNoService(method);

/** What was sent in another way before is repeated that way. */
const wasSentOtherwise = ({ open }: Paying): boolean => open !== null && open.isEntry !== true;

const needsNoService = (method: Method): boolean => method.type === 'cash' || isStandAlone(method);

/**
 * What can be taken of the sale without the service: any amount if the till rings it up, otherwise
 * only cash or a slip that settles it.
 */
export function takenOffline(
  method: Method,
  { basket, paying }: { basket: Basket; paying: Paying },
): 'any' | 'whole' | 'none' {
  if (sellsGiftCards(basket)) return 'none';
  if (isForJournal(method, paying)) return 'any';
  return settlesByEntry(method, paying) ? 'whole' : 'none';
}

/** A card terminal without a connection to the till. */
export const isStandAlone = ({ type, requiresReference }: Method): boolean =>
  type === 'card' && requiresReference === true;

/** A retry of the same tender keeps its key; another amount or method is a new tender. */
function keyFor({ open }: Paying, money: TenderInput): string {
  const isSame =
    open !== null &&
    open.code === money.method.code &&
    open.tenderedMinor === money.tenderedMinor &&
    (open.tipMinor ?? 0) === money.tipMinor &&
    open.creditCode === money.creditCode &&
    (open.reference ?? '') === money.reference;
  return isSame ? open.key : newKey();
}

export const openTender = (money: TenderInput, key: string): OpenTender => ({
  key,
  code: money.method.code,
  method: money.method,
  tenderedMinor: money.tenderedMinor,
  tipMinor: money.tipMinor,
  creditCode: money.creditCode,
  reference: money.reference,
});

export const tenderOf = (money: TenderInput, ageCheck: AgeCheck | null): Tender => ({
  payment_method_id: money.method.code,
  tendered_amount: formatMoney(money.tenderedMinor),
  ...(money.tipMinor > 0 && { tip: formatMoney(money.tipMinor) }),
  ...(ageCheck !== null && { age_check: ageCheck }),
  ...(money.creditCode !== '' &&
    (money.method.type === 'store_credit'
      ? { store_credit_code: money.creditCode }
      : { gift_card_code: money.creditCode })),
  ...(money.reference !== '' && { reference: money.reference }),
});
