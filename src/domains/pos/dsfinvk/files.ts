import type { Minor } from '../../../platform/money.js';
import type { StoredSignature } from '../../fiscal/index.js';
import type { Store } from '../../stores/index.js';
import type { Closing } from './repository.js';
import { type Bon, germanMoney, germanNumber, type TaxedLine, type VatKey } from './rules.js';

/** A closed shift with its receipts. */
export type ClosedTill = { closing: Closing; bons: readonly Bon[] };

/** All that one export contains. */
export type Export = {
  store: Store;
  closings: readonly ClosedTill[];
  vat: ReadonlyMap<number, VatKey>;
  signatures: ReadonlyMap<string, StoredSignature>;
  signers: readonly { terminalId: string; serial: string; publicKey: string }[];
  software: string;
};

type Row = Record<string, string | number>;
export type Table = { file: string; name: string; columns: string[]; rows: Row[] };

const KEY = ['Z_KASSE_ID', 'Z_ERSTELLUNG', 'Z_NR'];

const keyOf = ({ terminal_id, created_at, number }: Closing): Row => ({
  Z_KASSE_ID: terminal_id,
  Z_ERSTELLUNG: created_at.toISOString(),
  Z_NR: number,
});

const TAXONOMY = '2.4';

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((all, one) => all + one, 0);

/** Amounts added up by a key, in the order in which the keys appear. */
function addUp<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): { first: Item; items: Item[] }[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()].map(group => ({ first: group[0] as Item, items: group }));
}

const paymentsOf = (bons: readonly Bon[]) => bons.flatMap(bon => bon.payments);

/** Every table of the set, in the order of its index. */
export const tablesOf = (data: Export): Table[] => [
  closingTable(data),
  ...masterTables(data),
  ...sumTables(data),
  ...receiptTables(data),
  ...lineTables(data),
];

/** One table with a row for each item of each closing. */
function table<Item>(
  { closings }: Pick<Export, 'closings'>,
  file: string,
  name: string,
  columns: string[],
  itemsOf: (closed: ClosedTill) => readonly Item[],
  rowOf: (item: Item, closing: Closing) => Row,
): Table {
  const rows = closings.flatMap(closed =>
    itemsOf(closed).map(item => ({ ...keyOf(closed.closing), ...rowOf(item, closed.closing) })),
  );
  return { file, name, columns: [...KEY, ...columns], rows };
}

const itself = (closed: ClosedTill): ClosedTill[] => [closed];

const closingTable = (data: Export): Table =>
  table(
    data,
    'cashpointclosing.csv',
    'Stamm_Abschluss',
    [
      ...['Z_BUCHUNGSTAG', 'TAXONOMIE_VERSION', 'Z_START_ID', 'Z_ENDE_ID', 'NAME', 'STRASSE'],
      ...['PLZ', 'ORT', 'LAND', 'Z_SE_ZAHLUNGEN', 'Z_SE_BARZAHLUNGEN'],
    ],
    itself,
    ({ bons }, closing) => {
      const payments = paymentsOf(bons);
      const cash = payments.filter(({ type }) => type === 'Bar');
      const total = (list: typeof payments): string =>
        germanMoney(sum(list.map(({ amountMinor }) => amountMinor)), closing.currency);
      return {
        Z_BUCHUNGSTAG: closing.business_date,
        TAXONOMIE_VERSION: TAXONOMY,
        Z_START_ID: bons[0]?.id ?? '',
        Z_ENDE_ID: bons.at(-1)?.id ?? '',
        NAME: data.store.name,
        STRASSE: data.store.address,
        PLZ: data.store.postal_code,
        ORT: data.store.city,
        LAND: data.store.country,
        Z_SE_ZAHLUNGEN: total(payments),
        Z_SE_BARZAHLUNGEN: total(cash),
      };
    },
  );

const masterTables = (data: Export): Table[] => [
  table(
    data,
    'location.csv',
    'Stamm_Orte',
    ['LOC_NAME', 'LOC_STRASSE', 'LOC_PLZ', 'LOC_ORT', 'LOC_LAND'],
    itself,
    () => ({
      LOC_NAME: data.store.name,
      LOC_STRASSE: data.store.address,
      LOC_PLZ: data.store.postal_code,
      LOC_ORT: data.store.city,
      LOC_LAND: data.store.country,
    }),
  ),
  table(
    data,
    'cashregister.csv',
    'Stamm_Kassen',
    ['KASSE_BRAND', 'KASSE_MODELL', 'KASSE_SERIENNR', 'KASSE_SW_VERSION', 'KASSE_BASISWAEH_CODE'],
    itself,
    (_, closing) => ({
      KASSE_BRAND: 'Tillhouse',
      KASSE_MODELL: 'Register',
      KASSE_SERIENNR: closing.terminal_id,
      KASSE_SW_VERSION: data.software,
      KASSE_BASISWAEH_CODE: closing.currency,
    }),
  ),
  table(
    data,
    'vat.csv',
    'Stamm_USt',
    ['UST_SCHLUESSEL', 'UST_SATZ', 'UST_BESCHR'],
    () => [...data.vat.values()],
    ({ key, rate, text }) => ({
      UST_SCHLUESSEL: key,
      UST_SATZ: germanNumber(rate * 100, 2),
      UST_BESCHR: text,
    }),
  ),
  table(
    data,
    'tse.csv',
    'Stamm_TSE',
    ['TSE_ID', 'TSE_SERIAL', 'TSE_SIG_ALGO', 'TSE_ZEITFORMAT', 'TSE_PD_ENCODING', 'TSE_PUBLIC_KEY'],
    ({ closing }) => data.signers.filter(one => one.terminalId === closing.terminal_id),
    signer => ({
      TSE_ID: 1,
      TSE_SERIAL: signer.serial,
      TSE_SIG_ALGO: 'ecdsa-plain-SHA256',
      TSE_ZEITFORMAT: 'utcTimeWithSeconds',
      TSE_PD_ENCODING: 'UTF-8',
      TSE_PUBLIC_KEY: signer.publicKey,
    }),
  ),
];

const sumTables = (data: Export): Table[] => [
  table(
    data,
    'businesscases.csv',
    'Z_GV_Typ',
    ['GV_TYP', 'GV_NAME', 'UST_SCHLUESSEL', 'Z_UMS_BRUTTO', 'Z_UMS_NETTO', 'Z_UST'],
    ({ bons }) =>
      addUp(
        bons.flatMap(bon => bon.lines),
        line => `${line.business} ${Number(line.rate)}`,
      ),
    ({ first, items }, { currency }) => ({
      GV_TYP: first.business,
      GV_NAME: '',
      ...amounts(data, first, items, currency, ['Z_UMS_BRUTTO', 'Z_UMS_NETTO', 'Z_UST']),
    }),
  ),
  table(
    data,
    'payment.csv',
    'Z_Zahlart',
    ['ZAHLART_TYP', 'ZAHLART_NAME', 'Z_ZAHLART_BETRAG'],
    ({ bons }) => addUp(paymentsOf(bons), ({ type, name }) => `${type} ${name}`),
    ({ first, items }, { currency }) => ({
      ZAHLART_TYP: first.type,
      ZAHLART_NAME: first.name,
      Z_ZAHLART_BETRAG: germanMoney(sum(items.map(one => one.amountMinor)), currency),
    }),
  ),
  table(
    data,
    'cash_per_currency.csv',
    'Z_Waehrungen',
    ['ZAHLART_WAEH', 'ZAHLART_BETRAG_WAEH'],
    itself,
    ({ bons }, { currency }) => ({
      ZAHLART_WAEH: currency,
      ZAHLART_BETRAG_WAEH: germanMoney(
        sum(paymentsOf(bons).flatMap(one => (one.type === 'Bar' ? one.amountMinor : []))),
        currency,
      ),
    }),
  ),
];

/** Gross, net and tax of lines of one rate, under the names of a table. */
const amounts = (
  { vat }: Pick<Export, 'vat'>,
  { rate }: Pick<TaxedLine, 'rate'>,
  lines: readonly TaxedLine[],
  currency: string,
  [gross, net, tax]: readonly [string, string, string],
): Row => {
  const grossMinor = sum(lines.map(line => line.grossMinor));
  const taxMinor = sum(lines.map(line => line.taxMinor));
  return {
    UST_SCHLUESSEL: vat.get(Number(rate))?.key ?? '',
    [gross]: germanMoney(grossMinor, currency),
    [net]: germanMoney(grossMinor - taxMinor, currency),
    [tax]: germanMoney(taxMinor, currency),
  };
};

const receiptTables = (data: Export): Table[] => [
  table(
    data,
    'transactions.csv',
    'Bonkopf',
    [
      ...['BON_ID', 'BON_NR', 'BON_TYP', 'BON_NAME', 'TERMINAL_ID', 'BON_STORNO', 'BON_START'],
      ...['BON_ENDE', 'BEDIENER_ID', 'BEDIENER_NAME', 'UMS_BRUTTO', 'BON_NOTIZ'],
    ],
    ({ bons }) => bons,
    (bon, { terminal_id, currency }) => ({
      BON_ID: bon.id,
      BON_NR: bon.number,
      BON_TYP: 'Beleg',
      BON_NAME: bon.name,
      TERMINAL_ID: terminal_id,
      BON_STORNO: 0,
      BON_START: bon.startedAt.toISOString(),
      BON_ENDE: bon.endedAt.toISOString(),
      BEDIENER_ID: bon.operatorId,
      BEDIENER_NAME: bon.operator,
      UMS_BRUTTO: germanMoney(sum(bon.lines.map(line => line.grossMinor)), currency),
      BON_NOTIZ: bon.note,
    }),
  ),
  table(
    data,
    'transactions_vat.csv',
    'Bonkopf_USt',
    ['BON_ID', 'UST_SCHLUESSEL', 'BON_BRUTTO', 'BON_NETTO', 'BON_UST'],
    ({ bons }) =>
      bons.flatMap(bon =>
        addUp(bon.lines, line => String(Number(line.rate))).map(group => ({ bon, ...group })),
      ),
    ({ bon, first, items }, { currency }) => ({
      BON_ID: bon.id,
      ...amounts(data, first, items, currency, ['BON_BRUTTO', 'BON_NETTO', 'BON_UST']),
    }),
  ),
  table(
    data,
    'datapayment.csv',
    'Bonkopf_Zahlarten',
    ['BON_ID', 'ZAHLART_TYP', 'ZAHLART_NAME', 'ZAHLWAEH_CODE', 'BASISWAEH_BETRAG'],
    ({ bons }) => bons.flatMap(bon => bon.payments.map(payment => ({ bon, payment }))),
    ({ bon, payment }, { currency }) => ({
      BON_ID: bon.id,
      ZAHLART_TYP: payment.type,
      ZAHLART_NAME: payment.name,
      ZAHLWAEH_CODE: currency,
      BASISWAEH_BETRAG: germanMoney(payment.amountMinor, currency),
    }),
  ),
  table(
    data,
    'transactions_tse.csv',
    'TSE_Transaktionen',
    [
      ...['BON_ID', 'TSE_ID', 'TSE_TANR', 'TSE_TA_START', 'TSE_TA_ENDE', 'TSE_TA_VORGANGSART'],
      ...['TSE_TA_SIGZ', 'TSE_TA_SIG', 'TSE_TA_VORGANGSDATEN'],
    ],
    ({ bons }) =>
      bons.flatMap(bon => {
        const signed = data.signatures.get(bon.saleId ?? '');
        return signed === undefined ? [] : { bon, signed };
      }),
    ({ bon, signed }) => ({
      BON_ID: bon.id,
      TSE_ID: 1,
      TSE_TANR: signed.number,
      TSE_TA_START: signed.startedAt.toISOString(),
      TSE_TA_ENDE: signed.finishedAt.toISOString(),
      TSE_TA_VORGANGSART: signed.process.type,
      TSE_TA_SIGZ: signed.counter,
      TSE_TA_SIG: signed.signature,
      TSE_TA_VORGANGSDATEN: signed.process.data,
    }),
  ),
];

const linesOf = ({ bons }: ClosedTill) =>
  bons.flatMap(bon => bon.lines.map((line, index) => ({ bon, line, row: index + 1 })));

const lineTables = (data: Export): Table[] => [
  table(
    data,
    'lines.csv',
    'Bonpos',
    [
      ...['BON_ID', 'POS_ZEILE', 'ARTIKELTEXT', 'GV_TYP', 'ART_NR', 'GTIN', 'MENGE', 'EINHEIT'],
      'STK_BR',
    ],
    linesOf,
    ({ bon, line, row }, { currency }) => ({
      BON_ID: bon.id,
      POS_ZEILE: row,
      ARTIKELTEXT: line.text,
      GV_TYP: line.business,
      ART_NR: line.sku,
      GTIN: line.barcode,
      MENGE: germanNumber(line.quantity, 3),
      EINHEIT: line.unit === 'piece' ? 'Stück' : line.unit,
      STK_BR: germanMoney(
        line.quantity === 0 ? 0 : Math.round(line.grossMinor / line.quantity),
        currency,
      ),
    }),
  ),
  table(
    data,
    'lines_vat.csv',
    'Bonpos_USt',
    ['BON_ID', 'POS_ZEILE', 'UST_SCHLUESSEL', 'POS_BRUTTO', 'POS_NETTO', 'POS_UST'],
    linesOf,
    ({ bon, line, row }, { currency }) => ({
      BON_ID: bon.id,
      POS_ZEILE: row,
      ...amounts(data, line, [line], currency, ['POS_BRUTTO', 'POS_NETTO', 'POS_UST']),
    }),
  ),
];
