import { ApiError, answer, once, type Tillhouse, Unreachable } from '@tillhouse/client';
import { asDiscounts, type Basket, entryRequestOf, saleRequestOf, soldGoods } from './basket.js';
import { isRefusal } from './idempotency-key.js';
import { isUncertain, recordStep } from './journal/index.js';
import { outbox, sellInOne, type Tender } from './outbox.js';
import { saleRows } from './paper/sale-rows.js';
import { openTender, planTender, type Taking, type TenderInput } from './plan-tender.js';
import { ringUp } from './ring-up.js';
import { changePaying, type GiftCard, type Paying, sale } from './sale.js';
import type { Session } from './session.js';
import { formatMoney, minor } from './till-money.js';

type PaidTransaction = { status: string; change_due: string; total_paid: string };
export type TakeResult = 'completed' | 'part' | 'offline';

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
  const taking = planTender(session, money, online);
  const { paying, key, withSale, isEntry, isPart, isSettledCash } = taking;
  if (isPart) return keepPart(taking);
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

/** A part of a payment without the service: the entry of the sale names it with the rest. */
function keepPart({ paying, tender, tenders, terms, paidMinor }: Taking): TakeResult {
  const parts = [...(paying.parts ?? []), tender];
  changePaying({ parts, terms, tenders, paidMinor, open: null });
  return 'part';
}

async function takeByEntry(
  api: Tillhouse,
  session: Session,
  { basket, paying, key, tender, tenders, changeMinor, roundingMinor, finish }: Taking,
  online: boolean,
): Promise<TakeResult> {
  const claim = entryRequestOf(basket, session, paying.terms);
  try {
    const entry = await recordStep(api, session, {
      kind: 'sale',
      data: { ...claim, payments: [...(paying.parts ?? []), tender] },
      total: claim.total_amount,
      goods: soldGoods(basket, session.store, paying.terms),
      paperFor: made =>
        saleRows(
          session,
          { basket, terms: paying.terms, tenders, roundingMinor, changeMinor },
          made,
        ),
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

/** A 401 means that this attempt took nothing; an earlier one may have. */
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

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
