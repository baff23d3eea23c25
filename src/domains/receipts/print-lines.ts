import { clean } from '../../platform/plain-text.js';
import { centered, row, wrap } from './columns.js';
import type { Goods, Row } from './layout.js';
import type { Entry } from './read-receipt.js';

/** What a printer gets: lines of text in columns, and pictures between them. */
export type Printed =
  | { kind: 'line'; text: string; isBold: boolean }
  | { kind: 'logo' }
  | { kind: 'barcode'; code: string }
  | { kind: 'qr'; content: string };

const INDENT = '  ';

/** Sets the rows of a receipt in columns. */
export function printLines(rows: readonly Row[], columns: number): Printed[] {
  const plain = (lines: readonly string[]): Printed[] =>
    lines.map(text => ({ kind: 'line', text: text.trimEnd(), isBold: false }));
  const bold = (lines: readonly string[]): Printed[] =>
    lines.map(text => ({ kind: 'line', text: text.trimEnd(), isBold: true }));
  return rows.flatMap((each): Printed[] => {
    switch (each.kind) {
      case 'logo':
        return [{ kind: 'logo' }];
      case 'barcode':
        return [{ kind: 'barcode', code: each.code }];
      case 'qr':
        return [{ kind: 'qr', content: each.content }];
      case 'heading':
        return bold(centered(each.text, columns));
      case 'title':
        return bold([...centered(each.text.toUpperCase(), columns), '']);
      case 'mark':
        return bold([...centered(`*** ${each.text} ***`, columns), '']);
      case 'strong':
        return bold(wrap(clean(each.text), columns));
      case 'total':
        return bold(entry({ ...each.entry, label: each.entry.label.toUpperCase() }, columns));
      default:
        return plain(plainLines(each, columns));
    }
  });
}

type PlainRow = Exclude<
  Row,
  { kind: 'logo' | 'barcode' | 'qr' | 'heading' | 'title' | 'mark' | 'strong' | 'total' }
>;

function plainLines(each: PlainRow, columns: number): string[] {
  switch (each.kind) {
    case 'gap':
      return [''];
    case 'rule':
      return ['-'.repeat(columns)];
    case 'centre':
      return centered(each.text, columns);
    case 'served':
      return [
        ...row(clean(each.at), clean(each.till), '', columns),
        ...wrap(clean(each.cashier), columns),
      ];
    case 'goods':
      return goodsLines(each.goods, columns);
    case 'entry':
      return entry(each.entry, columns);
    case 'signature':
      return ['', '', '_'.repeat(columns), ...wrap(clean(each.text), columns), ''];
    case 'number':
    case 'section':
    case 'text':
      return wrap(clean(each.text), columns);
  }
}

const entry = ({ label, amount, note }: Entry, columns: number): string[] => [
  ...row(clean(label), amount, '', columns),
  ...(note === undefined
    ? []
    : wrap(note, columns - INDENT.length).map(line => `${INDENT}${line}`)),
];

function goodsLines(goods: Goods, columns: number): string[] {
  const note = goods.note === undefined ? '' : ` (${goods.note})`;
  const { price, amount } = goods;
  return [
    ...wrap(`${clean(goods.name)}${note}`, columns),
    ...(price === undefined || amount === undefined
      ? [`${INDENT}${goods.quantity} x`]
      : row(`${goods.quantity} x ${price}`, amount, INDENT, columns)),
    ...goods.discounts.flatMap(({ label, amount: off }) => row(clean(label), off, INDENT, columns)),
    ...(goods.returned === undefined
      ? []
      : [`${INDENT}${goods.returned.label}: ${goods.returned.quantity}`]),
  ];
}
