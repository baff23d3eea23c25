import { zipSync } from 'fflate';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { localDay } from '../../../platform/local-day.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import type { ListedStore } from '../../stores/index.js';
import { csvOf } from '../reports/csv.js';
import { storesOf } from '../reports/scope.js';
import { addDays, type Day, daysBetween } from '../rollup/rules.js';
import { inWindows1252 } from './datev.js';
import {
  datevFile,
  isReadyForDatev,
  type Journal,
  presentJournal,
  readDays,
  refuseYears,
} from './read-journal.js';
import type { JournalExportQuery } from './schemas.js';
import { settingsOf } from './settings-repository.js';

/** 200 stores for a month, or one store for a year. */
const MOST_STORE_DAYS = 7_000;
/** Days of a store that are read at once. */
const CHUNK_DAYS = 31;

const COLUMNS = [
  'store',
  'store_name',
  'date',
  'currency',
  'kind',
  'rate',
  'method',
  'account',
  'debit',
  'credit',
  'country',
];

export type ExportFile = { name: string; type: string; body: Buffer | string };

/** The journals of several stores: one table, or one DATEV file for each store. */
export async function exportJournals(
  platform: Platform,
  caller: Staff,
  query: Static<typeof JournalExportQuery>,
): Promise<ExportFile> {
  const { from, to, format } = query;
  const stores = await chosenStores(platform, caller, query.stores);
  refuseDays(platform, stores, { from, to });
  const wanted = await Promise.all(
    stores.map(async store => ({ store, settings: await settingsOf(platform.replica, store.id) })),
  );
  if (format === 'datev') {
    const missing = wanted.filter(({ settings }) => !isReadyForDatev(settings));
    if (missing.length > 0) throw notSetUp(missing.map(({ store }) => store));
    for (const { settings } of wanted) refuseYears(settings, from, to);
  }
  const journals: Journal[] = [];
  // One store at a time, because reports share few connections.
  for (const one of wanted) {
    journals.push({ ...one, from, to, days: await daysOf(platform, one.store, from, to) });
  }
  const name = `${from}-to-${to}`;
  return format === 'csv'
    ? { name: `journal-${name}.csv`, type: 'text/csv; charset=utf-8', body: tableOf(journals) }
    : { name: `EXTF-${name}.zip`, type: 'application/zip', body: zipOf(journals, platform) };
}

/** Named by code or id; all that the caller may see if none is named. */
async function chosenStores(
  platform: Platform,
  caller: Staff,
  names: string | undefined,
): Promise<readonly ListedStore[]> {
  const visible = await storesOf(platform, caller, undefined);
  const refs = new Set(
    names
      ?.split(',')
      .map(name => name.trim())
      .filter(Boolean),
  );
  const chosen = visible.filter(
    ({ id, code }) => refs.size === 0 || refs.has(id) || refs.has(code),
  );
  const isKnown = (ref: string): boolean =>
    chosen.some(({ id, code }) => ref === id || ref === code);
  if (chosen.length === 0 || ![...refs].every(isKnown)) {
    throw invalidField('stores', 'One of these stores does not exist.');
  }
  return chosen;
}

function refuseDays(
  { clock }: Platform,
  stores: readonly ListedStore[],
  { from, to }: { from: Day; to: Day },
): void {
  if (from > to) throw invalidField('from', 'Must not be after to.');
  const now = clock.now();
  if (stores.every(({ time_zone: zone }) => to > localDay(now, zone))) {
    throw invalidField('to', 'This day has not begun at any of the stores.');
  }
  if ((daysBetween(from, to) + 1) * stores.length > MOST_STORE_DAYS) {
    const most = Math.floor(MOST_STORE_DAYS / stores.length);
    throw invalidField('from', `At most ${most} days of so many stores.`);
  }
}

const notSetUp = (stores: readonly ListedStore[]) =>
  conflict(
    'JOURNAL_NOT_SET_UP',
    `Enter the consultant and client numbers in the journal settings first: ${stores
      .map(({ code }) => code)
      .join(', ')}.`,
  );

async function daysOf(platform: Platform, store: ListedStore, from: Day, to: Day) {
  const days: Journal['days'] = [];
  for (let start = from; start <= to; start = addDays(start, CHUNK_DAYS)) {
    const last = addDays(start, CHUNK_DAYS - 1);
    days.push(...(await readDays(platform, store, { from: start, to: last < to ? last : to })));
  }
  return days;
}

const tableOf = (journals: readonly Journal[]): string =>
  csvOf(
    COLUMNS,
    journals.flatMap(journal =>
      presentJournal(journal).days.flatMap(({ date, currency, entries }) =>
        entries.map(entry => ({
          store: journal.store.code,
          store_name: journal.store.name,
          date,
          currency,
          ...entry,
        })),
      ),
    ),
  );

function zipOf(journals: readonly Journal[], { clock }: Platform): Buffer {
  const now = clock.now();
  const files = journals.map(journal => {
    const { store, from, to } = journal;
    const name = `EXTF_${store.code}-${from}-to-${to}.csv`;
    return [name, inWindows1252(datevFile(journal, now))] as const;
  });
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: now }));
}
