import type { Texts } from './en.js';

export const MAIL_KINDS = [
  'order_confirmation',
  'pickup_ready',
  'order_shipped',
  'order_cancelled',
  'order_refunded',
  'receipt',
  'return_received',
  'return_accepted',
  'return_refused',
  'gift_card',
  'layaway_reminder',
  'quote',
  'cart_reminder',
  'back_in_stock',
  'registration_code',
  'registration_exists',
  'login_code',
  'password_reset',
  'password_changed',
  'new_device',
  'sign_in_changed',
  'account_deletion',
  'staff_invitation',
  'customer_invitation',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export type Placeholder =
  | 'store'
  | 'number'
  | 'total'
  | 'until'
  | 'order'
  | 'amount'
  | 'goods'
  | 'code'
  | 'change';
export type Values = Readonly<Record<Placeholder, string>>;

type Kind = {
  placeholders: readonly Placeholder[];
  /** What an intro of the store's own must not leave out, because the rest of the mail lacks it. */
  required?: readonly Placeholder[];
  /** The number by which the customer and the history of a sale find the mail. */
  tracedBy?: 'number' | 'order';
  subject: (texts: Texts, values: Values) => string;
  /**
   * The opening that a store may replace. Mails without one keep all their text, and an opening of
   * the store stands before it: receipts, and mails about the security of an account.
   */
  intro?: (texts: Texts, values: Values) => string;
};

const ORDER_KINDS = {
  order_confirmation: {
    placeholders: ['store', 'number', 'total'],
    tracedBy: 'number',
    subject: ({ order }, { number }) => order.subject(number),
    intro: ({ order }, { store }) => order.thanks(store),
  },
  pickup_ready: {
    placeholders: ['store', 'number'],
    tracedBy: 'number',
    subject: ({ ready }, { number }) => ready.subject(number),
    intro: ({ ready }, { number }) => ready.at(number),
  },
  order_shipped: {
    placeholders: ['store', 'number'],
    tracedBy: 'number',
    subject: ({ shipped }, { number }) => shipped.subject(number),
    intro: ({ shipped }, { number }) => shipped.onItsWay(number),
  },
  order_cancelled: {
    placeholders: ['store', 'number'],
    tracedBy: 'number',
    subject: ({ cancelled }, { number }) => cancelled.subject(number),
    intro: ({ cancelled }, { number, store }) => cancelled.order(number, store),
  },
  order_refunded: {
    placeholders: ['store', 'number', 'amount'],
    subject: ({ refunded }, { number }) => refunded.subject(number),
    intro: ({ refunded }, { amount, store }) => refunded.intro(amount, store),
  },
  receipt: {
    placeholders: ['store', 'number'],
    subject: ({ receipt }, { store, number }) => receipt.subject(store, number),
  },
  return_received: {
    placeholders: ['store', 'number', 'order'],
    tracedBy: 'order',
    subject: ({ returnRequest }, { number }) => returnRequest.subject.pending(number),
    intro: ({ returnRequest }, { order, store }) => returnRequest.intro.pending(order, store),
  },
  return_accepted: {
    placeholders: ['store', 'number', 'order'],
    tracedBy: 'order',
    subject: ({ returnRequest }, { number }) => returnRequest.subject.approved(number),
    intro: ({ returnRequest }, { order, store }) => returnRequest.intro.approved(order, store),
  },
  return_refused: {
    placeholders: ['store', 'number', 'order'],
    tracedBy: 'order',
    subject: ({ returnRequest }, { number }) => returnRequest.subject.rejected(number),
    intro: ({ returnRequest }, { order, store }) => returnRequest.intro.rejected(order, store),
  },
  gift_card: {
    placeholders: ['store', 'number', 'amount'],
    tracedBy: 'number',
    subject: ({ giftCard }, { amount }) => giftCard.subject(amount),
    intro: ({ giftCard }, { number }) => giftCard.order(number),
  },
  layaway_reminder: {
    placeholders: ['store', 'number', 'until'],
    required: ['until'],
    tracedBy: 'number',
    subject: ({ layaway }, { number }) => layaway.subject(number),
    intro: ({ layaway }, { store, until }) => layaway.until(store, until),
  },
  quote: {
    placeholders: ['store', 'number', 'total'],
    subject: ({ quote }, { store, number }) => quote.subject(store, number),
    intro: ({ quote }, { store }) => quote.intro(store),
  },
  cart_reminder: {
    placeholders: ['store'],
    subject: ({ cartReminder }) => cartReminder.subject,
    intro: ({ cartReminder }, { store }) => cartReminder.intro(store),
  },
  back_in_stock: {
    placeholders: ['store', 'goods'],
    required: ['goods'],
    subject: ({ backInStock }, { goods }) => backInStock.subject(goods),
    intro: ({ backInStock }, { goods, store }) => backInStock.intro(goods, store),
  },
} as const satisfies Partial<Record<MailKind, Kind>>;

const ACCOUNT_KINDS = {
  registration_code: {
    placeholders: ['store', 'code'],
    subject: ({ registration }, { code }) => registration.subject(code),
    intro: ({ registration }) => registration.welcome,
  },
  registration_exists: {
    placeholders: ['store'],
    subject: ({ registration }) => registration.existsSubject,
  },
  login_code: {
    placeholders: ['store', 'code'],
    subject: ({ loginCode }, { code }) => loginCode.subject(code),
  },
  password_reset: {
    placeholders: ['store'],
    subject: ({ password }) => password.subject,
  },
  password_changed: {
    placeholders: ['store'],
    subject: ({ password }) => password.changedSubject,
  },
  new_device: {
    placeholders: ['store'],
    subject: ({ newDevice }) => newDevice.subject,
  },
  sign_in_changed: {
    placeholders: ['store', 'change'],
    subject: (_texts, { change }) => change,
  },
  account_deletion: {
    placeholders: ['store'],
    subject: ({ deletion }) => deletion.subject,
  },
  staff_invitation: {
    placeholders: ['store'],
    subject: ({ invitation }, { store }) => invitation.staff.subject(store),
    intro: ({ invitation }, { store }) => invitation.staff.intro(store),
  },
  customer_invitation: {
    placeholders: ['store'],
    subject: ({ invitation }, { store }) => invitation.customer.subject(store),
    intro: ({ invitation }, { store }) => invitation.customer.intro(store),
  },
} as const satisfies Partial<Record<MailKind, Kind>>;

const KINDS = { ...ORDER_KINDS, ...ACCOUNT_KINDS } satisfies Record<MailKind, Kind>;

/** A mail of a kind has a value for each of its placeholders. */
export type ValuesOf<K extends MailKind> = Record<
  (typeof KINDS)[K]['placeholders'][number],
  string
>;

export const kindNamed = (kind: MailKind): Kind => KINDS[kind];
export const placeholdersOf = (kind: MailKind): readonly Placeholder[] => KINDS[kind].placeholders;
export const requiredOf = (kind: MailKind): readonly Placeholder[] =>
  kindNamed(kind).required ?? [];
