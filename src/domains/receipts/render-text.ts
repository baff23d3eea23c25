import { clean } from '../../platform/plain-text.js';
import { COLUMNS, centered, RULE, row, wrap } from './columns.js';
import { discountsOf } from './line-discounts.js';
import { printedPrice, printedQuantity, type Receipt, type ReceiptLine } from './read-receipt.js';

/** Renders a receipt for a printer with 42 columns. */
export function renderText(receipt: Receipt): string {
  const mark = receipt.mark === null ? [] : [...centered(`*** ${receipt.mark} ***`), ''];
  const till = receipt.terminal === null ? '' : `Till ${clean(receipt.terminal)}`;
  return `${[
    ...centered(receipt.storeName),
    ...receipt.storeLines.flatMap(centered),
    '',
    ...mark,
    receipt.number,
    ...row(receipt.at, till),
    ...(receipt.cashier === null ? [] : wrap(`Served by ${clean(receipt.cashier)}`, COLUMNS)),
    RULE,
    ...receipt.lines.flatMap(goods),
    RULE,
    ...receipt.sums.flatMap(({ label, amount }) => row(clean(label), amount)),
    ...row(`TOTAL ${receipt.currency}`, receipt.total),
    ...(receipt.included ?? []).flatMap(({ label, amount }) => row(clean(label), amount)),
    RULE,
    ...receipt.payments.flatMap(({ label, amount }) => row(clean(label), amount)),
    ...(receipt.payments.length === 0 ? [] : [RULE]),
    ...mark,
    ...centered(receipt.footer),
    ...centered(receipt.number),
  ]
    .map(line => line.trimEnd())
    .join('\n')}\n`;
}

const INDENT = '  ';

function goods(line: ReceiptLine): string[] {
  const note = line.isTaxExempt ? ' (no tax)' : '';
  return [
    ...wrap(`${clean(line.description)}${note}`, COLUMNS),
    ...row(
      `${printedQuantity(line.quantity, line)} x ${printedPrice(line)}`,
      line.subtotal,
      INDENT,
    ),
    ...discountsOf(line).flatMap(({ label, amount }) => row(clean(label), amount, INDENT)),
    ...(line.returned === 0 ? [] : [`${INDENT}Returned: ${printedQuantity(line.returned, line)}`]),
  ];
}
