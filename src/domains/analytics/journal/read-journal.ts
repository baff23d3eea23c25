import { countryCodeOf } from '../../../platform/countries.js';
import { conflict, invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { localDay } from '../../../platform/local-day.js';
import { formatMoney } from '../../../platform/money.js';
import type { Platform } from '../../../platform/platform.js';
import { maySee, type Staff } from '../../access/index.js';
import { type ListedStore, listedStore } from '../../stores/index.js';
import { storesOf } from '../reports/scope.js';
import { daysBetween } from '../rollup/rules.js';
import { accountsOf, type JournalSettings } from './accounts.js';
import { datevOf, yearStartOf } from './datev.js';
import { appliedDeposits, givenBack, movedMoney, receivedMoney, soldParts } from './repository.js';
import {
  type EntryItem,
  itemsOf,
  type JournalDay,
  journalOf,
  type Posting,
  postApplied,
  postGivenBack,
  postMoved,
  postReceived,
  postSold,
} from './rules.js';
import type { EntryItemsQuery, JournalAnswer, JournalQuery } from './schemas.js';
import { settingsOf } from './settings-repository.js';

const MAX_DAYS = 92;

export type Journal = {
  store: ListedStore;
  settings: JournalSettings;
  from: string;
  to: string;
  days: JournalDay[];
};

/** The bookings of a store's days, by the store's clock; each day adds up to zero. */
export async function readJournal(
  platform: Platform,
  caller: Staff,
  query: Static<typeof JournalQuery>,
): Promise<Journal> {
  const store = await storeOf(platform, caller, query);
  const today = localDay(platform.clock.now(), store.time_zone);
  const to = query.to ?? query.from ?? today;
  const from = query.from ?? to;
  if (to > today) throw invalidField('to', 'This day has not begun at the store.');
  if (from > to) throw invalidField('from', 'Must not be after to.');
  if (daysBetween(from, to) > MAX_DAYS) throw invalidField('from', `At most ${MAX_DAYS} days.`);
  const [settings, days] = await Promise.all([
    settingsOf(platform.replica, store.id),
    readDays(platform, store, { from, to }),
  ]);
  return { store, settings, from, to, days };
}

/** The bookings of some days of a store. */
export const readDays = async (
  platform: Platform,
  store: ListedStore,
  window: { from: string; to: string },
): Promise<JournalDay[]> => journalOf(await readPostings(platform, store, window, false));

/** Both sides of every booking of the days, of all sales together or of each. */
async function readPostings(
  { replica: reader }: Platform,
  store: ListedStore,
  { from, to }: { from: string; to: string },
  isPerSale: boolean,
): Promise<Posting[]> {
  const country = countryCodeOf(store.country) ?? '';
  const window = { storeId: store.id, timeZone: store.time_zone, from, to, country, isPerSale };
  const [sold, applied, received, refunded, moved] = await Promise.all([
    soldParts(reader, window),
    appliedDeposits(reader, window),
    receivedMoney(reader, window),
    givenBack(reader, window),
    movedMoney(reader, window),
  ]);
  return [
    ...postSold(sold),
    ...postApplied(applied),
    ...postReceived(received),
    ...postGivenBack(refunded),
    ...postMoved(moved),
  ];
}

/** The sales behind one entry of a day. */
export async function readEntryItems(
  platform: Platform,
  caller: Staff,
  query: Static<typeof EntryItemsQuery>,
): Promise<{ currency: string; items: EntryItem[] }> {
  const store = await storeOf(platform, caller, query);
  const { date, kind, currency = store.currency } = query;
  if (date > localDay(platform.clock.now(), store.time_zone)) {
    throw invalidField('date', 'This day has not begun at the store.');
  }
  const { rate = null, country = null, method = null } = query;
  const postings = await readPostings(platform, store, { from: date, to: date }, true);
  return { currency, items: itemsOf(postings, { currency, kind, rate, country, method }) };
}

/** The named store, or the only one that the caller may see. */
async function storeOf(
  platform: Platform,
  caller: Staff,
  { store: ref, store_id: id }: Pick<Static<typeof JournalQuery>, 'store' | 'store_id'>,
): Promise<ListedStore> {
  if (ref !== undefined && id !== undefined && ref !== id) {
    throw invalidField('store_id', 'Must be the same as store.');
  }
  const named = ref ?? id;
  if (named === undefined) {
    const [only, ...others] = await storesOf(platform, caller, undefined);
    if (only && others.length === 0) return only;
    const message = only
      ? 'Name the store: you have access to several.'
      : 'You have access to no store.';
    throw invalidField('store', message);
  }
  const store = await listedStore(platform, named);
  if (store && maySee(caller, store.id)) return store;
  throw invalidField(ref === undefined ? 'store_id' : 'store', 'There is no such store.');
}

export function presentJournal(journal: Journal): Static<typeof JournalAnswer> {
  const { store, settings, from, to, days } = journal;
  const accounts = accountsOf(settings);
  return {
    store: store.id,
    store_code: store.code,
    time_zone: store.time_zone,
    from,
    to,
    days: days.map(({ day, currency, entries }) => {
      const sum = (side: 'debitMinor' | 'creditMinor'): number =>
        entries.reduce((total, entry) => total + entry[side], 0);
      return {
        date: day,
        currency,
        entries: entries.map(entry => ({
          kind: entry.kind,
          rate: entry.rate,
          country: entry.country,
          method: entry.method,
          account: accounts.of(entry),
          debit: formatMoney(entry.debitMinor, currency),
          credit: formatMoney(entry.creditMinor, currency),
        })),
        debit: formatMoney(sum('debitMinor'), currency),
        credit: formatMoney(sum('creditMinor'), currency),
        balance: formatMoney(sum('debitMinor') - sum('creditMinor'), currency),
      };
    }),
  };
}

export const isReadyForDatev = (settings: JournalSettings): boolean =>
  settings.consultant_number !== null && settings.client_number !== null;

export function refuseYears(settings: JournalSettings, from: string, to: string): void {
  const { fiscal_year_month: month } = settings;
  if (yearStartOf(from, month) !== yearStartOf(to, month)) {
    throw invalidField('to', 'A DATEV file holds days of one fiscal year.');
  }
}

/** The journal as a booking batch; DATEV takes one currency and one fiscal year at a time. */
export function datevFile(journal: Journal, createdAt: Date): string {
  const { store, settings, from, to, days } = journal;
  const { consultant_number, client_number, fiscal_year_month } = settings;
  if (consultant_number === null || client_number === null) {
    throw conflict(
      'JOURNAL_NOT_SET_UP',
      "Enter the consultant and client numbers in the store's journal settings first.",
    );
  }
  refuseYears(settings, from, to);
  if (days.some(({ currency }) => currency !== store.currency)) {
    const message = `The DATEV file of ${store.code} holds amounts in ${store.currency} only.`;
    throw invalidField('from', message);
  }
  const batch = {
    storeCode: store.code,
    storeName: store.name,
    chart: settings.chart,
    currency: store.currency,
    consultantNumber: consultant_number,
    clientNumber: client_number,
    accountDigits: settings.account_digits,
    yearStart: yearStartOf(from, fiscal_year_month),
    from,
    to,
    createdAt,
  };
  return datevOf(batch, days, accountsOf(settings));
}

export async function visibleStore(
  platform: Platform,
  caller: Staff,
  ref: string,
): Promise<ListedStore> {
  const store = await listedStore(platform, ref);
  if (store === undefined || !maySee(caller, store.id)) throw notFound('Store');
  return store;
}
