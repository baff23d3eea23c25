import { stringify } from 'csv-stringify/sync';
import { strToU8, zipSync } from 'fflate';
import { escapeFormula } from '../../../platform/escape-formula.js';
import type { Table } from './table.js';

/** Base64 may start with `+`; an apostrophe before it would make the signature invalid. */
const VERBATIM = new Set(['TSE_SERIAL', 'TSE_PUBLIC_KEY', 'TSE_TA_SIG']);

/** Semicolons and quotes, as `index.xml` declares them. */
const csvOf = ({ columns, rows }: Table): string =>
  stringify([...rows], {
    header: true,
    columns,
    delimiter: ';',
    quoted_string: true,
    record_delimiter: 'windows',
    cast: {
      string: (value, { column }) =>
        VERBATIM.has(String(column)) || /^-?\d+,\d+$/.test(value) ? value : escapeFormula(value),
    },
  });

const FIGURE =
  /^(MENGE|STK_BR|UMS_BRUTTO|UST_SATZ|ZI_(MENGE|FAKTOR)|.*_(BETRAG|BRUTTO|NETTO|UST|ZAHLUNGEN|WAEH))$/;
const COUNT =
  /^(Z_NR|REF_Z_NR|POS_ZEILE|(ZI_)?UST_SCHLUESSEL|TSE_ID|TSE_TANR|TSE_TA_SIGZ|BON_STORNO)$/;

function typeOf(column: string): string {
  if (FIGURE.test(column) && column !== 'ZAHLART_WAEH') {
    return `<Numeric><Accuracy>${/(MENGE|FAKTOR)$/.test(column) ? 3 : 2}</Accuracy></Numeric>`;
  }
  return COUNT.test(column) ? '<Numeric><Accuracy>0</Accuracy></Numeric>' : '<AlphaNumeric/>';
}

/** The description of the files for the audit software, as GDPdU defines it. */
export const indexXml = (tables: readonly Table[], supplier: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE DataSet SYSTEM "gdpdu-01-09-2004.dtd">',
    '<DataSet><Version>1.0</Version>',
    `<DataSupplier><Name>${escaped(supplier)}</Name><Location/><Comment>DSFinV-K 2.4</Comment></DataSupplier>`,
    '<Media><Name>DSFinV-K</Name>',
    ...tables.map(tableXml),
    '</Media></DataSet>',
    '',
  ].join('\n');

const tableXml = ({ file, name, columns }: Table): string =>
  [
    `<Table><URL>${file}</URL><Name>${name}</Name><Description>${name}</Description><UTF8/>`,
    '<DecimalSymbol>,</DecimalSymbol><DigitGroupingSymbol>.</DigitGroupingSymbol>',
    '<Range><From>2</From></Range>',
    '<VariableLength><ColumnDelimiter>;</ColumnDelimiter><RecordDelimiter>&#13;&#10;</RecordDelimiter>',
    '<TextEncapsulator>"</TextEncapsulator>',
    ...columns.map(
      column => `<VariableColumn><Name>${column}</Name>${typeOf(column)}</VariableColumn>`,
    ),
    '</VariableLength></Table>',
  ].join('\n');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, sign => ENTITIES[sign] ?? '');

/** The files and their index in one archive. */
export const packTables = (tables: readonly Table[], supplier: string): Buffer =>
  Buffer.from(
    zipSync({
      'index.xml': strToU8(indexXml(tables, supplier)),
      ...Object.fromEntries(tables.map(each => [each.file, strToU8(csvOf(each))])),
    }),
  );
