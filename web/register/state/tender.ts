import { ApiError, answer, newKey, once, type Tillhouse, Unreachable } from '@tillhouse/client';
import { settleTender } from '../../../src/domains/pricing/index.js';
import { cashStepOf } from '../../shared/cash.js';
import { asDiscounts, type Basket, minimumAge, saleRequestOf, sellsGiftCards } from './basket.js';
import type { Method } from './catalogue.js';
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
  const isSettledCash = isCash && settled.remainingMinor === 0 && !sellsGiftCards(basket);
  const withSale = isSettledCash && isSimple(basket, paying, online);
  changePaying({ open: openTender(money, key, withSale) });
  const tender = tenderOf(money, paying.ageCheck);
  const name = money.method.name;
  const { acceptedMinor, roundingMinor } = settled;
  const tenders = [...paying.tenders, { key, name, amountMinor: acceptedMinor + roundingMinor }];
  const finish = (number: string | null, changeMinor: number, giftCards?: GiftCard[]): void => {
    const tenderedMinor = money.tenderedMinor;
    const paid = { number, totalMinor, roundingMinor, changeMinor, tenderedMinor, tenders };
    finishSale({ basket, paying }, { ...paid, giftCards });
  };
  const queueOffline = (): TakeResult => {
    const number = sale.get().paying?.number ?? null;
    const attempted = online || paying.open !== null || paying.number !== null;
    queue(session, basket, { paying, number, key, tender, totalMinor, attempted, withSale });
    finish(null, settled.changeMinor);
    return 'offline';
  };
  if (!online) {
    if (isSettledCash) return queueOffline();
    changePaying({ open: paying.open });
    throw new Unreachable('Only cash can be taken offline.');
  }
  try {
    if (withSale) {
      const claim = saleRequestOf(basket, session);
      finish(await sellInOne(api, claim, { key, tender }), settled.changeMinor);
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
      finish(number, minor(transaction.change_due), paid.gift_cards);
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

/**
 * Whether the sale and its cash go to the service in one request: nothing of the sale is there yet,
 * and nobody has to consent to it. What was sent in another way before is repeated that way.
 */
function isSimple(basket: Basket, paying: Paying, online: boolean): boolean {
  const isNew = paying.number === null && (paying.card ?? null) === null;
  const isPlain = basket.approval === null && minimumAge(basket) === 0 && !paying.takenOver;
  if (!isNew || !isPlain || paying.tenders.length > 0) return false;
  return paying.open === null ? online : paying.open.withSale === true;
}

/** The sale is paid: the till shows the change and is free for the next customer. */
export function finishSale(
  { basket, paying }: { basket: Basket; paying: Paying },
  paid: Pick<
    Done,
    | 'number'
    | 'totalMinor'
    | 'roundingMinor'
    | 'changeMinor'
    | 'tenderedMinor'
    | 'tenders'
    | 'giftCards'
  >,
): void {
  const { createKey: key, takenOver } = paying;
  const at = new Date().toISOString();
  sale.set({ ...NEW_SALE, done: { ...paid, key, basket, at, takenOver } });
}

/** No response, or a retryable error: this or an earlier attempt may have taken the money. */
const isUncertain = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ApiError && error.isRetryable);

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

const openTender = (money: TenderInput, key: string, withSale: boolean): OpenTender => ({
  key,
  withSale,
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
