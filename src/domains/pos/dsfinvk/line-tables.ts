import { germanMoney, germanNumber } from './rules.js';
import { amounts, type ClosedTill, type Export, type Table, table } from './table.js';

const linesOf = ({ bons }: ClosedTill) =>
  bons.flatMap(bon => bon.lines.map((line, index) => ({ bon, line, row: index + 1 })));

/** The list price of each line that costs another one, and what was taken off or added. */
const pricesOf = (closed: ClosedTill) =>
  linesOf(closed).flatMap(({ bon, line, row }) => {
    const { base } = line;
    if (base === undefined) return [];
    const grossMinor = line.grossMinor - base.grossMinor;
    const rest = { ...line, grossMinor, taxMinor: line.taxMinor - base.taxMinor };
    return [
      { bon, row, type: 'base_amount', line: { ...line, ...base } },
      { bon, row, type: grossMinor < 0 ? 'discount' : 'extra_amount', line: rest },
    ];
  });

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
  table(
    data,
    'itemamounts.csv',
    'Bonpos_Preisfindung',
    ['BON_ID', 'POS_ZEILE', 'TYP', 'UST_SCHLUESSEL', 'PF_BRUTTO', 'PF_NETTO', 'PF_UST'],
    pricesOf,
    ({ bon, line, row, type }, { currency }) => ({
      BON_ID: bon.id,
      POS_ZEILE: row,
      TYP: type,
      ...amounts(data, line, [line], currency, ['PF_BRUTTO', 'PF_NETTO', 'PF_UST']),
    }),
  ),
  // Parts of a bundle are lines of their own, so no line has any.
  table(
    data,
    'subitems.csv',
    'Bonpos_Zusatzinfo',
    [
      ...['BON_ID', 'POS_ZEILE', 'ZI_ART_NR', 'ZI_GTIN', 'ZI_NAME', 'ZI_WARENGR_ID', 'ZI_WARENGR'],
      ...['ZI_MENGE', 'ZI_FAKTOR', 'ZI_EINHEIT', 'ZI_UST_SCHLUESSEL', 'ZI_BASISPREIS_BRUTTO'],
      ...['ZI_BASISPREIS_NETTO', 'ZI_BASISPREIS_UST'],
    ],
    () => [],
    () => ({}),
  ),
];
