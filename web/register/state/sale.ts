import { newKey } from '@tillhouse/client';
import type { Totals } from '../../../src/domains/pricing/index.js';
import { type Basket, EMPTY } from './basket.js';
import { type Terms, totalsFor } from './basket-totals.js';
import { stored } from './stored.js';
import type { Method, StoreSettings } from './types.js';

export type AgeCheck = { method: 'id_scan' | 'visual'; confirmed: boolean };

/** A payment as the service takes it. */
export type Tender = {
  payment_method_id: string;
  tendered_amount: string;
  tip?: string;
  age_check?: AgeCheck;
  store_credit_code?: string;
  reference?: string;
};

/** A tender that was accepted for the sale. */
export type AcceptedTender = {
  key: string;
  name: string;
  /** With its tip. */
  amountMinor: number;
  tipMinor?: number;
  isCash?: boolean;
};

export const tipsIn = (tenders: readonly AcceptedTender[]): number =>
  tenders.reduce((sum, { tipMinor = 0 }) => sum + tipMinor, 0);

/** A tender without a response; sending it again under its key charges once. */
export type OpenTender = {
  key: string;
  code: string;
  /** As it was offered then: the till may offer it no longer. Unset by an earlier release. */
  method?: Method;
  tenderedMinor: number;
  /** Unset in what an earlier release has stored. */
  tipMinor?: number;
  creditCode: string;
  reference?: string;
  /** Sent together with its sale, under its own key, by an earlier release. */
  withSale?: boolean;
  /** The sale with this tender is an entry of the till's journal, under its key. */
  isEntry?: boolean;
};

/** How a card payment ended without money, or was refused before it started. */
export type CardEnding = { status: 'declined' | 'timed_out' | 'canceled'; code: string | null };

/** A card payment on the reader, stored before it starts, so that a reload follows it. */
export type CardInProgress = {
  key: string;
  code: string;
  name: string;
  /** What it pays of the sale; the card is charged this and the tip. */
  amountMinor: number;
  tipMinor?: number;
  /** Null until the service has accepted the request. */
  paymentId: string | null;
  /** The service itself does not know the result yet. */
  isUncertain?: boolean;
  ending?: CardEnding;
};

/** A sale of the service that was not rung up here: begun at another till, or an order. */
export type TakenOver = {
  kind: 'sale' | 'order' | 'layaway';
  customer: string;
  totals: Pick<Totals, 'subtotalMinor' | 'taxMinor' | 'totalMinor'>;
};

/** Payment state, from opening the payment dialog until the sale is settled. */
export type Paying = {
  createKey: string;
  number: string | null;
  paidMinor: number;
  tenders: AcceptedTender[];
  /**
   * Set for a sale paid in parts without the service: all of `tenders`, as its entry will name
   * them.
   */
  parts?: Tender[];
  /**
   * Terms at the first of the parts: a promotion that starts or ends before the last changes
   * nothing.
   */
  terms?: Terms;
  ageCheck: AgeCheck | null;
  open: OpenTender | null;
  card?: CardInProgress | null;
  takenOver?: TakenOver | null;
};

/** A gift card that the sale loaded; of a new one the code is known only now. */
export type GiftCard = { code: string; amount: string; balance: string };

export type Done = {
  /** Null while the sale has not been sent. */
  number: string | null;
  /** The number that the till gave it. */
  tillNumber?: string;
  /** The service has it, and a manager decides about it. */
  isHeld?: boolean;
  /** Its entry names the parked sale that it was, which the service removes with it. */
  releasesParked?: boolean;
  key: string;
  totalMinor: number;
  /** Rounding of the cash that settled the sale. */
  roundingMinor?: number;
  tenderedMinor: number;
  changeMinor: number;
  tenders: AcceptedTender[];
  basket: Basket;
  /** Set for a sale that was paid in parts without the service. */
  terms?: Terms;
  at: string;
  takenOver?: TakenOver | null;
  giftCards?: GiftCard[];
  /** The till has printed the receipt by itself, or has begun to. */
  isPrinted?: boolean;
};

export type Sale = { basket: Basket; paying: Paying | null; done: Done | null };

export const NEW_SALE: Sale = { basket: EMPTY, paying: null, done: null };

/** The current sale, stored at every step so that a reload loses nothing. */
export const sale = stored<Sale>('sale', NEW_SALE);

/** A sale that waits on this till, until the service has it. */
export type Parked = {
  id: string;
  at: string;
  by: string;
  basket: Basket;
  /** Sent without an answer, so the service may hold it already. */
  attempted?: boolean;
  /** Continued here since it was sent: the copy of the service is not needed. */
  resumedHere?: boolean;
  /** The service does not take it; it stays on this till. */
  refused?: boolean;
  /** The service holds it; this copy is for work without a connection. */
  heldAs?: { id: string; version: number };
};
export const parked = stored<Parked[]>('parked', []);

/** Numbers of unpaid sales that this till gave up; they are cancelled in the background. */
export const abandoned = stored<string[]>('abandoned', []);

export const newPaying = (): Paying => ({
  createKey: newKey(),
  number: null,
  paidMinor: 0,
  tenders: [],
  ageCheck: null,
  open: null,
});

const isRunning = (card: Paying['card']): boolean =>
  card !== undefined && card !== null && card.ending === undefined;

/** A tender or a card payment whose result is not known yet. */
export const isUnsettled = ({ paying }: Sale): boolean =>
  paying !== null && (paying.open !== null || isRunning(paying.card));

export const isTakenOver = ({ paying }: Sale): boolean => (paying?.takenOver ?? null) !== null;

/** Items are locked once a tender is taken or uncertain, and in a sale of another till. */
export const isLocked = (current: Sale): boolean =>
  current.paying !== null &&
  (current.paying.paidMinor > 0 || isUnsettled(current) || isTakenOver(current));

/** Whether another sale may take the place of the current one: since `before`, nothing was paid. */
export function isStillFree(before: Sale): boolean {
  const now = sale.get();
  return !isLocked(now) && (now.done === null || now.done.key === before.done?.key);
}

/** The amounts of a sale that was taken over are those of the service. */
export const saleTotals = (
  { basket, paying }: Pick<Sale, 'basket' | 'paying'>,
  store: StoreSettings,
): TakenOver['totals'] => paying?.takenOver?.totals ?? totalsFor(basket, store, paying?.terms);

/** What the amounts of a basket depend on. */
const PRICED = ['lines', 'approval', 'discounts', 'codes', 'quote', 'customer'] as const;

export function editBasket(edit: (basket: Basket) => Basket): void {
  const before = sale.get();
  if (isLocked(before)) return;
  sale.set(current => {
    const basket = edit(current.done === null ? current.basket : EMPTY);
    const isSame = PRICED.every(part => basket[part] === current.basket[part]);
    return isSame ? { ...current, basket } : { basket, paying: null, done: null };
  });
  abandonUnpaid(before);
}

export function clearSale(): void {
  const before = sale.get();
  if (isLocked(before)) return;
  sale.set(NEW_SALE);
  abandonUnpaid(before);
}

/** The goods of a basket have left the sale; what was scanned since then stays. */
export function clearGoods({ lines }: Basket): void {
  const gone = new Set(lines.map(({ key }) => key));
  const isRest = ({ key }: Basket['lines'][number]): boolean => !gone.has(key);
  if (sale.get().basket.lines.some(isRest)) {
    editBasket(basket => ({ ...basket, lines: basket.lines.filter(isRest), selected: null }));
  } else clearSale();
}

/** The service has created the sale, but nothing is paid: changed items become a new sale. */
function abandonUnpaid({ paying }: Sale): void {
  const number = paying?.number ?? null;
  const isDropped = number !== null && sale.get().paying?.number !== number;
  if (isDropped) abandoned.set(all => [...all, number]);
}

export const startPaying = (): void =>
  sale.set(current => ({ ...current, paying: current.paying ?? newPaying() }));

/** Leaves the payment, unless money was taken or the service has already created the sale. */
export const stopPaying = (): void =>
  sale.set(current => {
    const { paying } = current;
    if (paying === null || isUnsettled(current)) return current;
    const isKept = isLocked(current) || paying.number !== null;
    return { ...current, paying: isKept ? { ...paying, card: null } : null };
  });

/** False if a reload would forget it: then no money is taken. */
export const changePaying = (changes: Partial<Paying>): boolean =>
  sale.keep(current =>
    current.paying === null ? current : { ...current, paying: { ...current.paying, ...changes } },
  );

/**
 * The approval of a sale that is being paid. Its items stay as they are, and a creation that was refused
 * without the approval is another request.
 */
export const approveSale = (approval: NonNullable<Basket['approval']>): void =>
  sale.set(current => {
    const { basket, paying } = current;
    const isNew = paying !== null && paying.number === null;
    return {
      ...current,
      basket: { ...basket, approval },
      paying: isNew ? { ...paying, createKey: newKey() } : paying,
    };
  });

/** The customer gets the parts back that were taken without the service. */
export const dropParts = (): void =>
  void changePaying({ parts: [], terms: undefined, tenders: [], paidMinor: 0 });

export const hasParts = (paying: Paying | null): boolean => (paying?.parts?.length ?? 0) > 0;

export const confirmAge = (method: AgeCheck['method']): void =>
  void changePaying({ ageCheck: { method, confirmed: true } });

/** Sales that only this till has, and without a connection also those that it has parked before. */
export const waitingHere = (all: readonly Parked[], online = true): Parked[] =>
  all.filter(entry => entry.resumedHere !== true && (!online || entry.heldAs === undefined));

/** Sales that this till has parked and that the service does not have yet. */
export const unsentParked = (all: readonly Parked[]): Parked[] =>
  all.filter(({ refused, heldAs }) => refused !== true && heldAs === undefined);

export function park(by: string): void {
  const before = sale.get();
  const { basket } = before;
  if (basket.lines.length === 0 || isLocked(before)) return;
  const entry = { id: newKey(), at: new Date().toISOString(), by, basket };
  parked.set(all => [...all, entry]);
  sale.set(NEW_SALE);
  abandonUnpaid(before);
}

/** Parks the current sale first, so that resuming another one loses nothing. */
export function resume(id: string, by: string): void {
  const entry = parked.get().find(one => one.id === id);
  if (entry === undefined || isLocked(sale.get())) return;
  park(by);
  const { basket, heldAs } = entry;
  const held = heldAs && { ...heldAs, isUnclaimed: true };
  // On the screen first: a page that ends in between leaves it in both places, and not in none.
  sale.set({ ...NEW_SALE, basket: held === undefined ? basket : { ...basket, held } });
  unparkShown();
}

/**
 * Takes the sale on the screen out of the parked ones, also at the start: a page that ended while it
 * parked or resumed a sale has left it in both places.
 */
export function unparkShown(): void {
  const { lines } = sale.get().basket;
  const isShown = (one: Parked): boolean =>
    one.resumedHere !== true &&
    one.basket.lines.some(({ key }) => lines.some(line => line.key === key));
  if (!parked.get().some(isShown)) return;
  parked.set(all =>
    all.flatMap(one => {
      if (!isShown(one)) return one;
      return one.attempted ? { ...one, resumedHere: true } : [];
    }),
  );
}
