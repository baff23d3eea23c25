/** The texts of receipts and mails in English. Functions put values into a sentence. */
export const en = {
  /** Names of payment methods that shops have from the start, by their codes. */
  methods: {
    cash: 'Cash',
    card: 'Card',
    card_square: 'Card (Square)',
    card_bank: 'Card (bank)',
    pay_at_store: 'Pay at the store',
    store_credit: 'Store credit',
    gift_card: 'Gift card',
    points: 'Points',
  },
  sums: {
    subtotal: 'Subtotal',
    discount: 'Discount',
    shipping: 'Shipping',
    tax: 'Tax',
  },
  receipt: {
    title: (number: string) => `Receipt ${number}`,
    subject: (store: string, number: string) => `Your receipt from ${store} (${number})`,
    till: (terminal: string) => `Till ${terminal}`,
    servedBy: (name: string) => `Served by ${name}`,
    total: (currency: string) => `Total ${currency}`,
    taxOf: (jurisdiction: string, percent: string) => `Tax ${jurisdiction} ${percent}`,
    taxIncluded: 'incl. tax',
    taxInside: (percent: string, net: string) => `incl. ${percent} tax on ${net}`,
    /** Of a rate, below its line; empty where the line says enough. */
    netAndGross: (_net: string, _gross: string) => '',
    noTax: 'no tax',
    returned: 'Returned',
    rounding: 'Rounding',
    change: 'Change',
    refund: (id: string) => `Refund ${id}`,
    due: 'Due',
    void: 'VOID',
    expired: 'EXPIRED',
    refunded: 'REFUNDED',
    notPaid: 'NOT PAID',
    partlyPaid: 'PARTLY PAID',
  },
  order: {
    total: 'Total',
    taxIncluded: 'Including tax',
    subject: (number: string) => `Your order ${number}`,
    thanks: (store: string) => `Thank you for your order at ${store}.`,
    pickUp: (time: string) => `Pick it up: ${time}`,
    showNumber: (number: string) => `Show this number at the counter: ${number}`,
    payAtStore: (until: string) => `Pay at the store. We keep your order until ${until}.`,
    follow: (link: string) => `Follow your order: ${link}`,
    account: (link: string) => `You asked for an account: choose a password at ${link}`,
  },
  ready: {
    subject: (number: string) => `Your order ${number} is ready for pickup`,
    at: (number: string) => `Your order ${number} is ready for pickup at:`,
    expected: (day: string) => `We expect you on ${day}.`,
    toPay: (amount: string) => `To pay at pickup: ${amount}.`,
    bringNumber: 'Please bring this order number with you.',
  },
  shipped: {
    subject: (number: string) => `Your order ${number} is on its way`,
    onItsWay: (number: string) => `Your order ${number} is on its way.`,
    carrier: (name: string) => `Carrier: ${name}`,
    trackingNumber: (number: string) => `Tracking number: ${number}`,
    inThisParcel: 'In this parcel:',
    wholeOrder: 'Your whole order:',
  },
  cancelled: {
    subject: (number: string) => `Your order ${number} was cancelled`,
    subjectOfItems: (number: string) => `Items of your order ${number} were cancelled`,
    order: (number: string, store: string) => `Your order ${number} at ${store} was cancelled.`,
    items: (number: string, store: string) =>
      `Some items of your order ${number} at ${store} were cancelled.`,
    reason: (reason: string) => `Reason: ${reason}`,
    refund: (amount: string) => `We refund ${amount} the way you paid.`,
    nothingToRefund: 'There is nothing to refund.',
  },
  registration: {
    subject: (code: string) => `${code} is your code`,
    welcome: 'Welcome!',
    code: (code: string) => `Your code is ${code}. It is valid for ten minutes.`,
    ignore:
      'If you did not ask for an account, ignore this mail: without the code nothing happens.',
    existsSubject: 'You already have an account',
    someoneTried: 'Someone, probably you, tried to open an account with this address.',
    exists: (url: string) => `You already have one; log in at ${url} with it.`,
    ignoreExists: 'If it was not you, ignore this mail: nothing has changed.',
  },
  newDevice: {
    subject: 'A new device logged in to your account',
    what: (url: string) =>
      `Somebody logged in to your account at ${url} from a device we have not seen before.`,
    when: 'When',
    device: 'Device',
    unknown: 'unknown',
    place: 'Address',
    mine: 'If it was you, there is nothing to do.',
    notMine: (url: string) =>
      `If it was not you, end that login at ${url} and change your password: that ends all logins.`,
  },
};

export type Texts = typeof en;
