import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { formatsFor } from '../../platform/local-formats.js';
import { clean } from '../../platform/plain-text.js';
import { textsIn } from '../texts/index.js';
import { COLUMNS, centered, RULE, row, wrap } from './columns.js';
import { discountsOf } from './line-discounts.js';
import {
  type Entry,
  printedPrice,
  printedQuantity,
  type Receipt,
  type ReceiptLine,
} from './read-receipt.js';

/** Renders a receipt for a printer with 42 columns. */
export function renderText(receipt: Receipt): string {
  const mark = receipt.mark === null ? [] : [...centered(`*** ${receipt.mark} ***`), ''];
  const texts = textsIn(receipt.language ?? DEFAULT_LANGUAGE).receipt;
  const till = receipt.terminal === null ? '' : texts.till(clean(receipt.terminal));
  const cashier = receipt.cashier === null ? '' : texts.servedBy(clean(receipt.cashier));
  return `${[
    ...centered(receipt.storeName),
    ...receipt.storeLines.flatMap(centered),
    '',
    ...mark,
    receipt.number,
    ...row(receipt.at, till),
    ...wrap(cashier, COLUMNS),
    ...(receipt.pickupName ? wrap(texts.pickUp(clean(receipt.pickupName)), COLUMNS) : []),
    ...(receipt.note ? wrap(clean(receipt.note), COLUMNS) : []),
    RULE,
    ...receipt.lines.flatMap(line => goods(line, receipt)),
    RULE,
    ...receipt.sums.flatMap(entry),
    ...row(texts.total(receipt.currency).toUpperCase(), receipt.total),
    ...(receipt.included ?? []).flatMap(entry),
    RULE,
    ...returned(receipt),
    ...receipt.payments.flatMap(entry),
    ...(receipt.payments.length === 0 ? [] : [RULE]),
    ...mark,
    ...centered(receipt.footer),
    ...centered(receipt.number),
  ]
    .map(line => line.trimEnd())
    .join('\n')}\n`;
}

const INDENT = '  ';

/** The returned goods of an exchange, between the total and what paid it. */
const returned = ({ returned: part }: Receipt): string[] =>
  part === undefined
    ? []
    : [
        ...wrap(clean(part.title), COLUMNS),
        ...[...part.goods, ...part.refunds].flatMap(entry),
        RULE,
      ];

const entry = ({ label, amount, note }: Entry): string[] => [
  ...row(clean(label), amount),
  ...(note === undefined
    ? []
    : wrap(note, COLUMNS - INDENT.length).map(line => `${INDENT}${line}`)),
];

function goods(line: ReceiptLine, receipt: Receipt): string[] {
  const { language = DEFAULT_LANGUAGE, currency } = receipt;
  const texts = textsIn(language);
  const formats = formatsFor(language, currency);
  const quantity = (amount: number): string => printedQuantity(amount, line, formats);
  const note = line.isTaxExempt ? ` (${texts.receipt.noTax})` : '';
  return [
    ...wrap(`${clean(line.description)}${note}`, COLUMNS),
    ...row(`${quantity(line.quantity)} x ${printedPrice(line)}`, line.subtotal, INDENT),
    ...discountsOf(line, texts).flatMap(({ label, amount }) => row(clean(label), amount, INDENT)),
    ...(line.returned === 0
      ? []
      : [`${INDENT}${texts.receipt.returned}: ${quantity(line.returned)}`]),
  ];
}
