import { germanMoney, germanNumber } from './rules.js';
import { amounts, type ClosedTill, type Export, type Table, table } from './table.js';

const linesOf = ({ bons }: ClosedTill) =>
  bons.flatMap(bon => bon.lines.map((line, index) => ({ bon, line, row: index + 1 })));

/** Every line of every receipt with its tax. */
export const lineTables = (data: Export): Table[] => [
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
