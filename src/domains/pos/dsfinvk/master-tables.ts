import { sumOf } from '../../../platform/money.js';
import { germanMoney, germanNumber } from './rules.js';
import { type Export, itself, paymentsOf, signersAt, type Table, table } from './table.js';

const TAXONOMY = '2.4';

/** The closing with the store as it was then (Stamm_Abschluss). */
export const closingTable = (data: Export): Table =>
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
        germanMoney(sumOf(list.map(({ amountMinor }) => amountMinor)), closing.currency);
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

/** Place, till, tax rates and signing device of each closing. */
export const masterTables = (data: Export): Table[] => [
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
    ({ closing }) => signersAt(data, closing.terminal_id).map((signer, at) => ({ signer, at })),
    ({ signer, at }) => ({
      TSE_ID: at + 1,
      TSE_SERIAL: signer.serial,
      TSE_SIG_ALGO: signer.algorithm,
      TSE_ZEITFORMAT: 'utcTimeWithSeconds',
      TSE_PD_ENCODING: 'UTF-8',
      TSE_PUBLIC_KEY: signer.publicKey,
    }),
  ),
];
