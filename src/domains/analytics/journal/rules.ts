import { allocate, type Minor, portion } from '../../../platform/money.js';
import type { Day } from '../rollup/rules.js';

/** What an entry is about; in the order of the journal. */
export const ENTRY_KINDS = [
  'cash',
  'card',
  'other_tender',
  'gift_cards',
  'store_credits',
  'points',
  'deposits',
  'revenue',
  'tax',
  'rounding',
  'tips',
  'cash_surplus',
  'cash_shortage',
  'cash_transit',
  'layaway_fees',
  'expired_vouchers',
  'given_vouchers',
  'returns_without_receipt',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One side of a booking. Rate, country and method are set for the kinds that have one account each. */
export type Posting = {
  day: Day;
  currency: string;
  kind: EntryKind;
  rate: string | null;
  /** The country that gets the tax; null: that of the store. */
  country: string | null;
  method: string | null;
  /** Number of the sale; null if the posting belongs to none or to several. */
  sale: string | null;
  debitMinor: Minor;
  creditMinor: Minor;
};

type Place = Pick<Posting, 'day' | 'currency' | 'sale'>;
type Account = Pick<Posting, 'kind'> & Partial<Pick<Posting, 'rate' | 'country' | 'method'>>;

const post = (place: Place, account: Account, debitMinor: Minor, creditMinor: Minor): Posting => ({
  day: place.day,
  currency: place.currency,
  sale: place.sale,
  rate: null,
  country: null,
  method: null,
  ...account,
  debitMinor,
  creditMinor,
});
/** A negative amount stands on the other side. */
const debit = (place: Place, account: Account, amount: Minor): Posting =>
  amount < 0 ? post(place, account, 0, -amount) : post(place, account, amount, 0);
const credit = (place: Place, account: Account, amount: Minor): Posting =>
  debit(place, account, -amount);

export type SoldPart = Place & {
  kind: 'revenue' | 'gift_cards';
  rate: string | null;
  country: string | null;
  grossMinor: Minor;
  taxMinor: Minor;
};

/** Goods and shipping by rate and country, and gift cards, whose value is owed until they are spent. */
export const postSold = (parts: readonly SoldPart[]): Posting[] =>
  parts.flatMap(part => takeOrGive(part, part, part.grossMinor, part.taxMinor, credit));

function takeOrGive(
  place: Place,
  { kind, rate, country }: Pick<SoldPart, 'kind' | 'rate' | 'country'>,
  grossMinor: Minor,
  taxMinor: Minor,
  side: typeof credit,
): Posting[] {
  if (kind === 'gift_cards') return [side(place, { kind }, grossMinor)];
  return [
    side(place, { kind: 'revenue', rate, country }, grossMinor - taxMinor),
    side(place, { kind: 'tax', rate, country }, taxMinor),
  ];
}

export type Received = Place & {
  methodType: string;
  method: string;
  /** The sale was not completed on the day of this payment. */
  isDeposit: boolean;
  amountMinor: Minor;
  roundingMinor: Minor;
  /** Owed to the staff: neither revenue nor taxed. */
  tipMinor: Minor;
};

/** The account that money of a payment method is booked to. */
export function tenderOf(methodType: string, method: string): Account {
  switch (methodType) {
    case 'cash':
      return { kind: 'cash' };
    case 'gift_card':
      return { kind: 'gift_cards' };
    case 'store_credit':
      return { kind: 'store_credits' };
    case 'points':
      return { kind: 'points' };
    case 'card':
      return { kind: 'card', method };
    default:
      return { kind: 'other_tender', method };
  }
}

export const postReceived = (rows: readonly Received[]): Posting[] =>
  rows.flatMap(row => [
    debit(
      row,
      tenderOf(row.methodType, row.method),
      row.amountMinor + row.roundingMinor + row.tipMinor,
    ),
    credit(row, { kind: 'rounding' }, row.roundingMinor),
    credit(row, { kind: 'tips' }, row.tipMinor),
    ...(row.isDeposit ? [credit(row, { kind: 'deposits' }, row.amountMinor)] : []),
  ]);

/** What was paid on earlier days for sales that were completed on this one. */
export type Applied = Place & { amountMinor: Minor };

export const postApplied = (rows: readonly Applied[]): Posting[] =>
  rows.map(row => debit(row, { kind: 'deposits' }, row.amountMinor));

export type GivenBack = Omit<Received, 'isDeposit'> & {
  isCash: boolean;
  isStoreCredit: boolean;
  /** The sale was never completed, so the money was a deposit. */
  isDeposit: boolean;
  country: string | null;
  parts: readonly {
    kind: 'revenue' | 'gift_cards';
    rate: string | null;
    weightMinor: Minor;
    taxMinor: Minor;
  }[];
};

/** A refund takes revenue and tax back on the day that it is paid, at the rates of its goods. */
export const postGivenBack = (rows: readonly GivenBack[]): Posting[] =>
  rows.flatMap(row => {
    const from: Account = row.isCash
      ? { kind: 'cash' }
      : row.isStoreCredit
        ? { kind: 'store_credits' }
        : tenderOf(row.methodType, row.method);
    return [
      credit(row, from, row.amountMinor + row.roundingMinor + row.tipMinor),
      debit(row, { kind: 'rounding' }, row.roundingMinor),
      debit(row, { kind: 'tips' }, row.tipMinor),
      ...(row.isDeposit ? [debit(row, { kind: 'deposits' }, row.amountMinor)] : takenBack(row)),
    ];
  });

/** What goods without a known rate are booked as. */
const UNKNOWN = { kind: 'revenue' as const, rate: '0', weightMinor: 1, taxMinor: 0 };

function takenBack(row: GivenBack): Posting[] {
  const known = row.parts.filter(part => part.weightMinor > 0);
  const parts = known.length === 0 ? [UNKNOWN] : known;
  const shares = allocate(
    row.amountMinor,
    parts.map(part => part.weightMinor),
  );
  return parts.flatMap((part, index) => {
    const share = shares[index] ?? 0;
    const taxMinor = portion(share, part.taxMinor, part.weightMinor);
    return takeOrGive(row, { ...part, country: row.country }, share, taxMinor, debit);
  });
}

/** Bookings of an amount from one account to another, such as a missing note. */
export type Moved = Place & { debit: EntryKind; credit: EntryKind; amountMinor: Minor };

export const postMoved = (rows: readonly Moved[]): Posting[] =>
  rows.flatMap(row => {
    const rate = '0';
    const account = (kind: EntryKind): Account =>
      kind === 'returns_without_receipt' ? { kind, rate } : { kind };
    return [
      debit(row, account(row.debit), row.amountMinor),
      credit(row, account(row.credit), row.amountMinor),
    ];
  });

export type JournalDay = Pick<Posting, 'day' | 'currency'> & { entries: Posting[] };

/** One entry per day, currency and account; accounts without movement are left out. */
export function journalOf(postings: readonly Posting[]): JournalDay[] {
  const entries = new Map<string, Posting>();
  for (const { debitMinor, creditMinor, ...account } of postings) {
    const { day, currency, kind, rate, country, method } = account;
    const place = String(ENTRY_KINDS.indexOf(kind)).padStart(2, '0');
    const name = [day, currency, place, rate, country, method].join('|');
    const sum = entries.get(name) ?? { ...account, debitMinor: 0, creditMinor: 0 };
    sum.debitMinor += debitMinor;
    sum.creditMinor += creditMinor;
    entries.set(name, sum);
  }
  const days = new Map<string, JournalDay>();
  for (const [, entry] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (entry.debitMinor === 0 && entry.creditMinor === 0) continue;
    const { day, currency } = entry;
    const found = days.get(`${day}|${currency}`) ?? { day, currency, entries: [] };
    found.entries.push(entry);
    days.set(`${day}|${currency}`, found);
  }
  return [...days.values()];
}

/** An entry of a day, by its account. */
export type EntryRef = Pick<Posting, 'currency' | 'kind' | 'rate' | 'country' | 'method'>;

/** What one sale adds to an entry; `sale` is null for what belongs to no sale. */
export type EntryItem = Pick<Posting, 'sale' | 'debitMinor' | 'creditMinor'>;

/** The parts of an entry by sale, in the order of their numbers; they add up to the entry. */
export function itemsOf(postings: readonly Posting[], entry: EntryRef): EntryItem[] {
  const items = new Map<string | null, EntryItem>();
  for (const posting of postings) {
    const isOfEntry = (['currency', 'kind', 'rate', 'country', 'method'] as const).every(
      key => posting[key] === entry[key],
    );
    if (!isOfEntry) continue;
    const { sale } = posting;
    const item = items.get(sale) ?? { sale, debitMinor: 0, creditMinor: 0 };
    item.debitMinor += posting.debitMinor;
    item.creditMinor += posting.creditMinor;
    items.set(sale, item);
  }
  return [...items.values()]
    .filter(({ debitMinor, creditMinor }) => debitMinor !== 0 || creditMinor !== 0)
    .sort((a, b) => ((a.sale ?? '') < (b.sale ?? '') ? -1 : 1));
}
