import { formatMoney } from '../../../platform/money.js';
import type { Day } from '../rollup/rules.js';
import type { Accounts } from './accounts.js';
import type { EntryKind, JournalDay, Posting } from './rules.js';

export type Batch = {
  storeCode: string;
  storeName: string;
  chart: string;
  currency: string;
  consultantNumber: number;
  clientNumber: number;
  accountDigits: number;
  /** First day of the fiscal year. */
  yearStart: Day;
  from: Day;
  to: Day;
  createdAt: Date;
};

/** The first columns of the booking batch; the others are optional and may be left out. */
const COLUMNS = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
];

/** What the accountant reads; DATEV is a German format, whatever the caller's language. */
const TEXTS: Record<EntryKind, string> = {
  cash: 'Kasse',
  card: 'Kartenzahlung',
  other_tender: 'Zahlung',
  gift_cards: 'Geschenkkarten',
  store_credits: 'Gutscheine',
  points: 'Treuepunkte',
  deposits: 'Anzahlungen',
  revenue: 'Erlöse',
  tax: 'Umsatzsteuer',
  rounding: 'Rundung',
  tips: 'Trinkgeld',
  cash_surplus: 'Kassenüberschuss',
  cash_shortage: 'Kassenfehlbetrag',
  cash_transit: 'Ein- und Auszahlung',
  layaway_fees: 'Gebühr für Zurücklegung',
  expired_vouchers: 'Verfallene Geschenkkarten',
  given_vouchers: 'Kulanzgutscheine',
  returns_without_receipt: 'Rückgabe ohne Beleg',
};

const MAX_TEXT = 60;
const MAX_REFERENCE = 36;

/** 31 fields about the file itself, see DATEV's description of the header. */
function headerOf(batch: Batch): string[] {
  const { consultantNumber, clientNumber, accountDigits, from, to } = batch;
  const name = `Kassenjournal ${batch.storeCode}`.slice(0, 30);
  return [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', stampOf(batch.createdAt)],
    ...['', quoted('RE'), quoted(''), quoted('')],
    ...[String(consultantNumber), String(clientNumber), compact(batch.yearStart)],
    ...[String(accountDigits), compact(from), compact(to), quoted(name), quoted('')],
    ...['1', '0', '0', quoted(batch.currency), '', quoted(''), '', ''],
    ...[quoted(batch.chart.replace('skr', '')), '', '', quoted(''), quoted('')],
  ];
}

/** A booking batch (EXTF 700, category 21): each side of the journal against the clearing account. */
export function datevOf(batch: Batch, days: readonly JournalDay[], accounts: Accounts): string {
  const rows = days.flatMap(({ entries }) =>
    withGross(entries, accounts).flatMap(entry => [
      ...rowsOf(entry, 'S', entry.debitMinor, batch, accounts),
      ...rowsOf(entry, 'H', entry.creditMinor, batch, accounts),
    ]),
  );
  return `${[headerOf(batch), COLUMNS, ...rows].map(row => row.join(';')).join('\r\n')}\r\n`;
}

/** Adds the tax to the revenue of rates whose account computes it. */
function withGross(entries: readonly Posting[], accounts: Accounts): Posting[] {
  const isInside = (entry: Posting): boolean => entry.kind === 'tax' && accounts.isGross(entry);
  const kept = entries.filter(entry => !isInside(entry)).map(entry => ({ ...entry }));
  for (const tax of entries.filter(isInside)) {
    const revenue = kept.find(
      ({ kind, rate, country }) =>
        kind === 'revenue' && rate === tax.rate && country === tax.country,
    );
    if (revenue === undefined) kept.push({ ...tax, kind: 'revenue' });
    else {
      revenue.debitMinor += tax.debitMinor;
      revenue.creditMinor += tax.creditMinor;
    }
  }
  return kept;
}

function rowsOf(
  entry: Posting,
  side: 'S' | 'H',
  amountMinor: number,
  batch: Batch,
  accounts: Accounts,
): string[][] {
  if (amountMinor === 0) return [];
  const [, month = '', date = ''] = entry.day.split('-');
  const reference = `${batch.storeCode}-${compact(entry.day)}`
    .replaceAll(/[^0-9A-Za-z$&%*+/-]/g, '-')
    .slice(-MAX_REFERENCE);
  return [
    [
      ...[formatMoney(amountMinor, entry.currency).replace('.', ','), quoted(side)],
      ...[quoted(entry.currency), '', '', quoted('')],
      ...[accounts.of(entry), accounts.clearing, quoted(''), `${date}${month}`],
      ...[quoted(reference), quoted(''), '', quoted(textOf(entry, batch))],
    ],
  ];
}

function textOf({ kind, rate, country, method }: Posting, batch: Batch): string {
  const percent = rate === null ? '' : ` ${percentOf(rate)} %`;
  const more = [country, method].map(one => (one === null ? '' : ` ${one}`)).join('');
  const text = `${TEXTS[kind]}${percent}${more}, ${batch.storeName}`;
  return text.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT);
}

/** `0.0825` is `8,25`. */
const percentOf = (rate: string): string =>
  String(Math.round(Number(rate) * 1_000_000) / 10_000).replace('.', ',');

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const compact = (day: Day): string => day.replaceAll('-', '');
/** `20261117134500000`, in UTC. */
const stampOf = (at: Date): string => at.toISOString().replaceAll(/\D/g, '');

/** The first day of the fiscal year that a day lies in. */
export function yearStartOf(day: Day, month: number): Day {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < month ? 1 : 0);
  return `${year}-${String(month).padStart(2, '0')}-01`;
}

/** The bytes 80 to 9F of Windows-1252 differ from Latin-1: € and typographic signs. */
const SPECIAL = new Map(
  [
    ...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, n) => 128 + n)),
  ].map((sign, index) => [sign, 128 + index]),
);

/** Signs that the code page lacks become question marks. */
export const inWindows1252 = (text: string): Buffer =>
  Buffer.from(
    [...text].map(sign => {
      const code = sign.codePointAt(0) ?? 0;
      return SPECIAL.get(sign) ?? (code < 128 || (code > 159 && code < 256) ? code : 63);
    }),
  );
