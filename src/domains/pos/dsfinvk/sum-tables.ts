import { sumOf } from '../../../platform/money.js';
import { germanMoney } from './rules.js';
import { addUp, amounts, type Export, itself, paymentsOf, type Table, table } from './table.js';

/** Totals of each closing by kind of business, tender and currency. */
export const sumTables = (data: Export): Table[] => [
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
      Z_ZAHLART_BETRAG: germanMoney(sumOf(items.map(one => one.amountMinor)), currency),
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
        sumOf(paymentsOf(bons).flatMap(one => (one.type === 'Bar' ? one.amountMinor : []))),
        currency,
      ),
    }),
  ),
];
