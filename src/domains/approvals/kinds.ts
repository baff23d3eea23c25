import { invalidField } from '../../platform/http/failure.js';
import { isUuid } from '../../platform/ids.js';
import { type Minor, minor, parseMoney } from '../../platform/money.js';

type Details = Readonly<Record<string, unknown>>;

/** What is known of a request when its approval is used. */
export type Asked = {
  details: Details;
  saleId: string | null;
  terminalId: string | null;
  at: Date;
  amount: string;
};

type OfSale = { saleId: string };
type Goods = readonly { sku: string; quantity: number }[];
type WithoutReceipt = { terminalId: string; goods: Goods };
/** A sale at a till has no number before it is rung up; its till is known. */
type OfTill = { terminalId: string | null };
/** `raised`: prices far above the list, each of which the request has to name. */
type OfPrices = OfTill & {
  raised?: { currency: string; prices: readonly { sku: string; unitPriceMinor: Minor }[] };
};
/** Cash that goes into or out of the drawer of a shift. */
type OfDrawer = {
  shift: { id: string; terminal_id: string; opened_at: Date; currency: string };
  kind: string;
  amountMinor: Minor;
};
export type OfValue =
  | { accountId: string; change: 'add' | 'take_off' }
  | { gives: 'gift_card' | 'store_credit'; customerId: string | null };

/** What an approval of each kind is about. The action that uses one states it. */
export type Subjects = {
  void: OfSale;
  refund: OfSale | WithoutReceipt;
  return: OfSale | WithoutReceipt;
  price_override: OfPrices;
  cash_movement: OfDrawer;
  discount: OfTill;
  tax_variance: OfTill;
  value: OfValue;
  agent_write: { callHash: string };
};
export type Kind = keyof Subjects;

type KindRule<Subject> = {
  /** Refuses details that do not say what is approved; returns the sale that they name. */
  names(details: Details): string | undefined;
  /** Whose sales may be named: of the store, or of the chain in its currency. */
  sales?: 'store' | 'chain';
  fits(asked: Asked, used: Subject): boolean;
  /** The text for the cashier if it does not fit. */
  otherwise: string;
};

function saleIn({ transaction_id: sale }: Details): string {
  if (typeof sale === 'string' && sale !== '') return sale;
  throw invalidField('details.transaction_id', 'Name the sale that this is for.');
}

/** Money for goods: of the sale that they come from, or of goods without a receipt. */
const backToCustomer: KindRule<OfSale | WithoutReceipt> = {
  names: details => {
    if (details.without_receipt !== true) return saleIn(details);
    if (details.transaction_id === undefined) return undefined;
    throw invalidField('details.without_receipt', 'Goods of a sale have a receipt.');
  },
  sales: 'chain',
  fits: (asked, used) =>
    'saleId' in used
      ? asked.saleId === used.saleId
      : asked.saleId === null &&
        asked.details.without_receipt === true &&
        asked.terminalId === used.terminalId &&
        areSame(asked.details.line_items, used.goods),
  otherwise: 'This approval was given for another sale.',
};

/** Goods that a request lists are the only ones that it is for. */
function areSame(listed: unknown, goods: Goods): boolean {
  if (listed === undefined) return true;
  const keyOf = (good: unknown): string => {
    const { sku, quantity } = (good ?? {}) as Details;
    return JSON.stringify([sku, Number(quantity)]);
  };
  if (!Array.isArray(listed)) return false;
  return JSON.stringify(listed.map(keyOf).sort()) === JSON.stringify(goods.map(keyOf).sort());
}

const ofTill: KindRule<OfTill> = {
  names: () => undefined,
  fits: (asked, used) => asked.terminalId === used.terminalId,
  otherwise: 'This approval was given at another till.',
};

/** One price stands in the details itself, several in `prices`. */
function namesPrices(details: Details, { raised }: OfPrices): boolean {
  if (raised === undefined) return true;
  const listed: unknown[] = [details, ...(Array.isArray(details.prices) ? details.prices : [])];
  return raised.prices.every(({ sku, unitPriceMinor }) =>
    listed.some(item => {
      const named = (item ?? {}) as Details;
      return named.sku === sku && parseMoney(named.unit_price, raised.currency) === unitPriceMinor;
    }),
  );
}

/** Asked for at the till of this shift since the shift began, or naming it, for just this amount. */
function isOfDrawer({ details, terminalId, at, amount }: Asked, used: OfDrawer): boolean {
  const { shift } = used;
  const isOfShift =
    details.shift_id === undefined
      ? terminalId === shift.terminal_id && at >= shift.opened_at
      : details.shift_id === shift.id;
  const isOfKind = details.kind === undefined || details.kind === used.kind;
  return isOfShift && isOfKind && minor(amount, shift.currency) === used.amountMinor;
}

function valueIn(details: Details): undefined {
  const { account_id: account, change, gives, customer_id: customer } = details;
  if (account !== undefined) {
    if (typeof account !== 'string' || !isUuid(account) || gives !== undefined) {
      throw invalidField('details.account_id', 'Name one gift card or store credit.');
    }
    if (change === 'add' || change === 'take_off') return undefined;
    throw invalidField('details.change', 'Must be add or take_off.');
  }
  if (gives !== 'gift_card' && gives !== 'store_credit') {
    throw invalidField('details.gives', 'Name what is given, or account_id of what is corrected.');
  }
  if (customer === undefined || typeof customer === 'string') return undefined;
  throw invalidField('details.customer_id', 'Must be the id of a customer.');
}

/** The only kinds of approvals that serve an action. Requests of other types serve none. */
export const KINDS: { readonly [K in Kind]: KindRule<Subjects[K]> } = {
  void: {
    names: saleIn,
    sales: 'store',
    fits: (asked, used) => asked.saleId === used.saleId,
    otherwise: 'This approval was given for another sale.',
  },
  refund: backToCustomer,
  return: backToCustomer,
  price_override: {
    names: () => undefined,
    fits: (asked, used) => ofTill.fits(asked, used) && namesPrices(asked.details, used),
    otherwise: 'This approval was given at another till, or for other prices.',
  },
  cash_movement: {
    names: () => undefined,
    fits: isOfDrawer,
    otherwise: 'This approval was given for another movement of cash.',
  },
  discount: ofTill,
  tax_variance: ofTill,
  value: {
    names: valueIn,
    fits: ({ details }, used) =>
      'accountId' in used
        ? details.account_id === used.accountId && details.change === used.change
        : details.account_id === undefined &&
          details.gives === used.gives &&
          (details.customer_id ?? null) === used.customerId,
    otherwise: 'This approval was given for another gift card or store credit.',
  },
  agent_write: {
    names: ({ call_hash: hash }) => {
      if (typeof hash === 'string' && hash !== '') return undefined;
      throw invalidField('details.call_hash', 'This field is required.');
    },
    fits: ({ details }, used) => details.call_hash === used.callHash,
    otherwise: 'This approval was given for another call.',
  },
};

export const kindOf = (type: string): Kind | undefined =>
  Object.hasOwn(KINDS, type) ? (type as Kind) : undefined;

/** What the action is, for each kind of approval that serves it; at least one. */
export type UsedAs = {
  [K in Kind]: { readonly [P in K]: Subjects[P] } & { readonly [P in Kind]?: Subjects[P] };
}[Kind];

/** Why an approval of this kind is not for the action, or undefined. */
export function refuseSubject<K extends Kind>(
  kind: K | undefined,
  asked: Asked,
  usedAs: { readonly [P in Kind]?: Subjects[P] },
): string | undefined {
  const used = kind && usedAs[kind];
  if (kind === undefined || used === undefined) {
    return 'This approval was given for another kind of action.';
  }
  const rule: KindRule<Subjects[K]> = KINDS[kind];
  return rule.fits(asked, used as Subjects[K]) ? undefined : rule.otherwise;
}
