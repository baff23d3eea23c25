import { ApiError, answer, once, type Tillhouse, Unreachable } from '@tillhouse/client';
import type { Basket } from './basket.js';
import { isRefusal } from './idempotency-key.js';
import { isUncertain, recordStep, type Step } from './journal/index.js';
import { diskFull } from './journal/refusals.js';
import { sendEntriesFirst } from './journal/send-first.js';
import { saleRows } from './paper/sale-rows.js';
import { openTender, planTender, type Taking, type TenderInput } from './plan-tender.js';
import { ringUp } from './ring-up.js';
import { changePaying, type GiftCard, type Paying, sale } from './sale.js';
import { entryRequestOf, saleRequestOf, soldGoods } from './sale-request.js';
import type { Session } from './session.js';
import { formatMoney, minor } from './till-money.js';

type PaidTransaction = { status: string; change_due: string; total_paid: string };
export type TakeResult = 'completed' | 'part' | 'offline';

/**
 * Takes one tender. Cash or a slip that settles a sale is an entry of the till's journal, also if the
 * service has the sale. Any other tender is stored before it is sent by the routes.
 */
export async function takeTender(
  api: Tillhouse,
  session: Session,
  money: TenderInput,
  online: boolean,
): Promise<TakeResult> {
  if (online && isByRoutes(planTender(session, money, online))) {
    await sendEntriesFirst(api, session.terminal);
  }
  const taking = planTender(session, money, online);
  const { paying, key, withSale, isEntry, isPart } = taking;
  if (isPart) return keepPart(taking);
  keepPaying(paying, { open: { ...openTender(money, key), withSale, isEntry } });
  if (isEntry) return takeByEntry(api, session, taking, online);
  if (!online) {
    changePaying({ open: paying.open });
    throw new Unreachable('This can be taken with a connection only.');
  }
  try {
    return await takeByRoutes(api, session, taking);
  } catch (error) {
    if (!isUncertain(error)) changePaying({ open: isSignedOut(error) ? paying.open : null });
    throw error;
  }
}

const isByRoutes = ({ isEntry, isPart }: Taking): boolean => !isEntry && !isPart;

/** A part of a payment without the service: the entry of the sale names it with the rest. */
function keepPart({ paying, tender, tenders, terms, paidMinor }: Taking): TakeResult {
  const parts = [...(paying.parts ?? []), tender];
  keepPaying(paying, { parts, terms, tenders, paidMinor, open: null });
  return 'part';
}

/** Money is taken only if a reload does not forget it. */
function keepPaying(before: Paying, changes: Partial<Paying>): void {
  if (changePaying(changes)) return;
  sale.set(current => ({ ...current, paying: before }));
  throw diskFull();
}

/** What the entry of a sale contains: the sale itself, or its number if the service has it. */
function entryOf(session: Session, taking: Taking): Pick<Step, 'data' | 'total' | 'goods'> {
  const { basket, paying, tender, totalMinor } = taking;
  if (paying.number !== null) {
    const total = formatMoney(totalMinor);
    const due = formatMoney(totalMinor - paying.paidMinor);
    const claim = { transaction: paying.number, total_amount: total, amount_due: due };
    return { data: { ...claim, payments: [tender] }, total };
  }
  const claim = entryRequestOf(basket, session, paying.terms);
  return {
    data: { ...claim, ...heldIn(basket), payments: [...(paying.parts ?? []), tender] },
    total: claim.total_amount,
    goods: soldGoods(basket, session.store, paying.terms),
  };
}

/** With the sale, the service removes the parked one that it was. */
const heldIn = ({ held }: Basket) =>
  held && { held_sale_id: held.id, held_sale_version: held.version };

async function takeByEntry(
  api: Tillhouse,
  session: Session,
  taking: Taking,
  online: boolean,
): Promise<TakeResult> {
  const { basket, paying, key, tenders, changeMinor, roundingMinor, finish } = taking;
  const { terms, takenOver } = paying;
  const paid = { basket, terms, takenOver, tenders, roundingMinor, changeMinor };
  try {
    const entry = await recordStep(api, session, {
      kind: 'sale',
      ...entryOf(session, taking),
      paperFor: made => saleRows(session, paid, made),
      key,
      online,
    });
    const isHeld = entry.state === 'held';
    const releasesParked = paying.number === null;
    const more = { tillNumber: entry.number ?? '', at: entry.occurred_at, isHeld, releasesParked };
    finish(entry.transactionId ?? null, changeMinor, more);
    return entry.state === 'waiting' ? 'offline' : 'completed';
  } catch (error) {
    // Refused, or never asked. After any other error the entry may exist, and is repeated.
    if (isRefusal(error)) changePaying({ open: null });
    else if (error instanceof ApiError || error instanceof Unreachable) {
      changePaying({ open: paying.open });
    }
    throw error;
  }
}

async function takeByRoutes(
  api: Tillhouse,
  session: Session,
  { basket, paying, key, tender, changeMinor, withSale, finish, tenders }: Taking,
): Promise<TakeResult> {
  if (withSale) {
    const body = { ...saleRequestOf(basket, session), payment: tender };
    const { transaction } = await answer(
      api.POST('/pos/transactions/create/', { body, ...once(key) }),
    );
    finish(transaction.transaction_id, changeMinor);
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

/** A 401 means that this attempt took nothing; an earlier one may have. */
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;
