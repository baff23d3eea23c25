import { DEFAULT_LANGUAGE } from '../../platform/language.js';
import { formatsFor } from '../../platform/local-formats.js';
import { textsIn } from '../texts/index.js';
import { discountsOf } from './line-discounts.js';
import {
  type Entry,
  type Logo,
  printedPrice,
  printedQuantity,
  type Receipt,
  type ReceiptLine,
} from './read-receipt.js';

/** Goods of a line; a gift receipt has no prices. */
export type Goods = {
  name: string;
  quantity: string;
  price?: string;
  amount?: string;
  /** Such as `no tax`. */
  note?: string;
  /** The returned quantity. */
  returned?: { label: string; quantity: string };
  discounts: Entry[];
};

/** One row of a receipt. Every format prints the same rows. */
export type Row =
  | { kind: 'logo'; logo: Logo }
  | { kind: 'heading' | 'title' | 'mark' | 'strong'; text: string }
  | { kind: 'centre' | 'number' | 'text' | 'section' | 'signature'; text: string }
  | { kind: 'served'; at: string; till: string; cashier: string }
  | { kind: 'gap' | 'rule' }
  | { kind: 'goods'; goods: Goods }
  | { kind: 'entry'; entry: Entry }
  | { kind: 'total'; entry: Entry }
  | { kind: 'barcode'; code: string }
  | { kind: 'qr'; content: string; label: string };

const RULE: Row = { kind: 'rule' };
const centred = (text: string): Row => ({ kind: 'centre', text });
const listed = (entry: Entry): Row => ({ kind: 'entry', entry });
const linesOf = (text: string): string[] => text.split(/\r?\n/).filter(line => line.trim() !== '');

/** The rows of a receipt, from the logo to the code of its link. */
export function layOut(receipt: Receipt): Row[] {
  const { language = DEFAULT_LANGUAGE, logo, link } = receipt;
  const texts = textsIn(language).receipt;
  const mark: Row[] = receipt.mark === null ? [] : [{ kind: 'mark', text: receipt.mark }];
  return [
    ...(logo ? [{ kind: 'logo', logo } as const] : []),
    { kind: 'heading', text: receipt.storeName },
    ...[...receipt.storeLines, ...linesOf(receipt.header ?? '')].map(centred),
    { kind: 'gap' },
    ...(receipt.title ? [{ kind: 'title', text: receipt.title } as const] : []),
    ...mark,
    { kind: 'number', text: receipt.number },
    ...(receipt.tillNumber
      ? [{ kind: 'text', text: texts.tillNumber(receipt.tillNumber) } as const]
      : []),
    {
      kind: 'served',
      at: receipt.at,
      till: receipt.terminal === null ? '' : texts.till(receipt.terminal),
      cashier: receipt.cashier === null ? '' : texts.servedBy(receipt.cashier),
    },
    ...(receipt.pickupName
      ? [{ kind: 'strong', text: texts.pickUp(receipt.pickupName) } as const]
      : []),
    ...[receipt.note, ...(receipt.notes ?? [])].flatMap((text): Row[] =>
      text ? [{ kind: 'text', text }] : [],
    ),
    RULE,
    ...receipt.lines.flatMap((line, index) => goodsRows(line, receipt.lines[index - 1], receipt)),
    ...(receipt.lines.length === 0 ? [] : [RULE]),
    ...(receipt.isGift
      ? []
      : amountsOf(receipt, receipt.totalLabel ?? texts.total(receipt.currency))),
    ...(receipt.signature ? [{ kind: 'signature', text: receipt.signature } as const] : []),
    ...mark,
    ...(receipt.fiscal ?? []).map((text): Row => ({ kind: 'text', text })),
    ...linesOf(receipt.footer).map(centred),
    ...(receipt.code ? [{ kind: 'barcode', code: receipt.code } as const] : []),
    centred(receipt.code ?? receipt.number),
    ...(link ? [{ kind: 'qr', content: link, label: texts.scan } as const] : []),
  ];
}

/** The first part of a bundle stands below its name. */
function goodsRows(line: ReceiptLine, previous: ReceiptLine | undefined, receipt: Receipt): Row[] {
  const { bundle } = line;
  const goods: Row = { kind: 'goods', goods: goodsOf(line, receipt) };
  const isNew = bundle !== undefined && bundle.line !== previous?.bundle?.line;
  return isNew ? [{ kind: 'section', text: bundle.label }, goods] : [goods];
}

function amountsOf(receipt: Receipt, label: string): Row[] {
  const { returned } = receipt;
  return [
    ...receipt.sums.map(listed),
    { kind: 'total', entry: { label, amount: receipt.total } },
    ...(receipt.included ?? []).map(listed),
    RULE,
    ...(returned
      ? [
          { kind: 'section', text: returned.title } as const,
          ...[...returned.goods, ...returned.refunds].map(listed),
          RULE,
        ]
      : []),
    ...receipt.payments.map(listed),
    ...(receipt.payments.length === 0 ? [] : [RULE]),
  ];
}

function goodsOf(line: ReceiptLine, receipt: Receipt): Goods {
  const { language = DEFAULT_LANGUAGE, currency, isGift } = receipt;
  const texts = textsIn(language);
  const formats = formatsFor(language, currency);
  const quantity = (amount: number): string => printedQuantity(amount, line, formats);
  return {
    name: line.bundle === undefined ? line.description : `- ${line.description}`,
    quantity: quantity(line.quantity),
    ...(!isGift && { price: printedPrice(line), amount: line.subtotal }),
    ...(line.isTaxExempt && !isGift && { note: texts.receipt.noTax }),
    ...(line.returned !== 0 && {
      returned: { label: texts.receipt.returned, quantity: quantity(line.returned) },
    }),
    discounts: isGift ? [] : discountsOf(line, texts),
  };
}
