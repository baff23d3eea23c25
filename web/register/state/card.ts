import { ApiError, newKey, type Tillhouse } from '@tillhouse/client';
import { type CardPayment, cancelCard, readCard, startCard } from './calls.js';
import { isRefusal } from './idempotency-key.js';
import { diskFull } from './journal/refusals.js';
import { sendEntriesFirst } from './journal/send-first.js';
import { finishSale, ringUp } from './ring-up.js';
import { type CardInProgress, changePaying, type Paying, sale, saleTotals } from './sale.js';
import type { Session } from './session.js';
import { formatMoney, minor } from './till-money.js';
import type { Method } from './types.js';

/** The state of a card payment, as the routes and the socket report it. */
type CardState = Omit<CardPayment, 'success' | 'tip'> & { tip?: string };

/** `ended`: the sale is voided, expired or paid elsewhere, so nothing is left to charge. */
export type CardStep = 'waiting' | 'part' | 'completed' | 'failed' | 'ended';

/** Statuses of a sale that still takes money. */
export const isPayable = (status: string): boolean =>
  ['pending', 'partially_paid', 'payment_requires_action'].includes(status);

/** Whether the till charges this method through its reader. */
export const usesReader = ({ type, requiresReference, hasProcessor }: Method): boolean =>
  type === 'card' && requiresReference !== true && hasProcessor !== false;

/** Stores the card payment; `followCard` starts it, also after a reload. */
export function planCard({ code, name }: Method, amountMinor: number, tipMinor = 0): void {
  const card = { key: newKey(), code, name, amountMinor, tipMinor, paymentId: null };
  if (changePaying({ card })) return;
  leaveCard();
  throw diskFull();
}

/** What the card is charged. */
export const chargeOf = ({ amountMinor, tipMinor = 0 }: CardInProgress): number =>
  amountMinor + tipMinor;

export const leaveCard = (): void => void changePaying({ card: null });

const changeCard = (changes: Partial<CardInProgress>): void => {
  const card = sale.get().paying?.card ?? null;
  if (card !== null) changePaying({ card: { ...card, ...changes } });
};

/** Starts the planned card payment once, then reads how far it is. */
export async function followCard(api: Tillhouse, session: Session): Promise<CardStep> {
  const { paying } = sale.get();
  const card = paying?.card ?? null;
  if (paying === null || card === null) return 'ended';
  if (card.ending !== undefined) return 'failed';
  const number = card.paymentId === null ? await start(api, session, paying, card) : paying.number;
  return number === null ? 'ended' : applyCard(session, await readCard(api, number));
}

async function start(
  api: Tillhouse,
  session: Session,
  paying: Paying,
  { key, code, amountMinor, tipMinor = 0 }: CardInProgress,
): Promise<string> {
  try {
    await sendEntriesFirst(api, session.terminal);
    const number = await ringUp(api, session, sale.get().basket, paying);
    const age = paying.ageCheck === null ? {} : { age_check: paying.ageCheck };
    const tip = tipMinor === 0 ? {} : { tip: formatMoney(tipMinor) };
    const body = { amount: formatMoney(amountMinor), ...tip, payment_method_id: code, ...age };
    const { payment_id: paymentId } = await startCard(api, number, body, key).catch(error =>
      joinRunning(api, number, error),
    );
    changeCard({ paymentId });
    return number;
  } catch (error) {
    if (isRefusal(error)) leaveCard();
    throw error;
  }
}

/** Another till has started a card payment for this sale: this one follows it. */
async function joinRunning(api: Tillhouse, number: string, error: unknown): Promise<CardState> {
  if (!(error instanceof ApiError) || error.code !== 'CARD_PAYMENT_IN_PROGRESS') throw error;
  const running = await readCard(api, number);
  const [amountMinor, tipMinor] = [minor(running.amount), minor(running.tip ?? '0.00')];
  changeCard({ key: running.payment_id, amountMinor, tipMinor });
  return running;
}

export async function stopCard(api: Tillhouse, session: Session): Promise<CardStep> {
  const number = sale.get().paying?.number ?? null;
  if (number === null) return 'ended';
  try {
    return applyCard(session, await cancelCard(api, number));
  } catch (error) {
    // Too late to cancel: its state tells how it ended.
    if (error instanceof ApiError && error.status === 409) return followCard(api, session);
    throw error;
  }
}

/** The state of an earlier attempt must not end the one on the reader. */
export const isAboutCard = ({ payment_id }: CardState): boolean =>
  payment_id === sale.get().paying?.card?.paymentId;

/** Takes over what the service says about the card payment. */
export function applyCard(session: Session, found: CardState): CardStep {
  const { paying } = sale.get();
  const card = paying?.card ?? null;
  if (paying === null || card === null) return 'ended';
  const { transaction } = found;
  if (paying.number !== transaction.transaction_id) return 'waiting';
  if (found.status === 'succeeded') return takeCard(session, paying, card, found);
  if (!isPayable(transaction.status)) {
    leaveCard();
    return 'ended';
  }
  if (found.status === 'in_progress' || found.status === 'uncertain') {
    changeCard({ isUncertain: found.status === 'uncertain' });
    return 'waiting';
  }
  changeCard({ ending: { status: found.status, code: found.failure_code } });
  return 'failed';
}

function takeCard(
  session: Session,
  paying: Paying,
  card: CardInProgress,
  found: CardState,
): CardStep {
  const { basket } = sale.get();
  const { status, transaction_id: number, total_paid } = found.transaction;
  const tipMinor = minor(found.tip ?? '0.00');
  const amountMinor = minor(found.amount) + tipMinor;
  const name = `${card.name} ${cardText(found)}`.trim();
  const tenders = [...paying.tenders, { key: card.key, name, amountMinor, tipMinor }];
  if (status === 'completed') {
    const { totalMinor } = saleTotals({ basket, paying }, session.store);
    const paid = { number, totalMinor, changeMinor: 0, tenderedMinor: amountMinor, tenders };
    finishSale({ basket, paying }, paid);
    return 'completed';
  }
  changePaying({ paidMinor: minor(total_paid), tenders, card: null });
  return isPayable(status) ? 'part' : 'ended';
}

/** "visa •••• 4242". */
export const cardText = ({
  card_brand,
  card_last_four,
}: {
  card_brand: string | null;
  card_last_four: string | null;
}): string =>
  [card_brand ?? '', card_last_four === null ? '' : `•••• ${card_last_four}`].join(' ').trim();
