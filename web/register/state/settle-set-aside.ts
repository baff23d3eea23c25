import { type ApiError, answer, once, type Tillhouse } from '@tillhouse/client';
import { isRefusal } from './idempotency-key.js';
import { tenderOf } from './plan-tender.js';
import { createSale, noteToEnter } from './ring-up.js';
import {
  abandoned,
  type OpenTender,
  type Paying,
  parked,
  saleTotals,
  type TakenOver,
} from './sale.js';
import type { Session } from './session.js';
import { dropAside, isOfLogin, type SetAside, setAside } from './set-aside.js';
import { formatMoney } from './till-money.js';

/** What became of a sale that was set aside. */
export type Outcome =
  | { result: 'completed'; number: string }
  | { result: 'open'; number: string; kind: TakenOver['kind'] }
  /** Its card was never asked for money, and the sale is cancelled. */
  | { result: 'abandoned'; number: string }
  | { result: 'refused'; number: string | null; amountMinor: number; refusal: ApiError };

/** Sends the payments again under their keys. What gets no answer stays. */
export async function settleSetAside(api: Tillhouse, session: Session): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const entry of setAside.get().filter(one => isOfLogin(one, session))) {
    const outcome = await settle(api, entry);
    if (outcome === undefined) continue;
    note(entry, outcome);
    // Another tab may have settled it at the same time.
    if (dropAside(entry)) outcomes.push(outcome);
  }
  return outcomes;
}

async function settle(
  api: Tillhouse,
  { session, basket, paying }: SetAside,
): Promise<Outcome | undefined> {
  const { open, takenOver } = paying;
  const kind = takenOver?.kind ?? 'sale';
  let { number } = paying;
  try {
    // The service has the card payment, if it was started.
    if (number !== null && open === null) return { result: 'open', number, kind };
    number ??= await createSale(api, session, basket, paying.createKey);
    if (open === null) return { result: 'abandoned', number };
    const { transaction } = await answer(
      api.POST('/pos/transactions/{transaction_id}/payment/', {
        params: { path: { transaction_id: number } },
        body: bodyOf(open, paying),
        ...once(open.key),
      }),
    );
    return transaction.status === 'completed'
      ? { result: 'completed', number }
      : { result: 'open', number, kind };
  } catch (error) {
    if (!isRefusal(error)) return undefined;
    const refusal = error as ApiError;
    return { result: 'refused', number, amountMinor: open?.tenderedMinor ?? 0, refusal };
  }
}

function bodyOf(open: OpenTender, { ageCheck }: Paying) {
  const { method, tenderedMinor, tipMinor = 0, creditCode, reference = '' } = open;
  if (method === undefined) throw new Error('a payment of an earlier release was set aside');
  return tenderOf({ method, tenderedMinor, tipMinor, creditCode, reference }, ageCheck);
}

/** What follows from the answer, stored before the sale leaves the list: twice is the same as once. */
function note({ session, basket, paying, id, at }: SetAside, outcome: Outcome): void {
  const { result, number } = outcome;
  if (result === 'completed') {
    const { totalMinor } = saleTotals({ basket, paying }, session.store);
    noteToEnter(number, formatMoney(totalMinor));
  }
  if (result === 'abandoned') {
    abandoned.set(all => [...all.filter(one => one !== number), number]);
  }
  // The service has no such sale: it can be rung up again.
  if (result === 'refused' && number === null) {
    const { held: _, ...rest } = basket;
    const again = { id, at, by: session.user.name, basket: rest };
    parked.set(all => [...all.filter(one => one.id !== id), again]);
  }
}
