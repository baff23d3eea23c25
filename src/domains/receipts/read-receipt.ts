import type { Config } from '../../config.js';
import type { Reader } from '../../platform/database/tx.js';
import { DEFAULT_LANGUAGE, type Language } from '../../platform/language.js';
import { type Formats, formatsFor } from '../../platform/local-formats.js';
import { formatMoney, minor } from '../../platform/money.js';
import { isMeasured, shownQuantity } from '../../platform/quantity.js';
import { type StoredSignature, signatureOfSale, signaturesOfRecords } from '../fiscal/index.js';
import { type Media, mediaById, presentPicture } from '../media/index.js';
import { heldMoney } from '../payments/index.js';
import { fullName, userById } from '../people/index.js';
import { parseRate, type TaxBreakdownRow } from '../pricing/index.js';
import { findStore, type Store, storeLanguage } from '../stores/index.js';
import { methodName, type Texts, textsIn } from '../texts/index.js';
import {
  bundleOf,
  describeLine,
  isLayaway,
  isPayable,
  linesOf,
  listPayments,
  type PaymentView,
  type Sale,
  type SaleLine,
} from '../transactions/index.js';
import { type ExchangePart, readExchange } from './read-exchange.js';
import { receiptUrl } from './receipt-link.js';

/** A label and its amount; deductions are negative. A note stands below them. */
export type Entry = { label: string; amount: string; note?: string };

export type ReceiptLine = {
  /** The line of the sale. */
  id?: string;
  /** Product and variant as sold. */
  description: string;
  /** In the unit; pieces have none. */
  quantity: number;
  unit?: string;
  unitPrice: string;
  subtotal: string;
  /** Unset without a discount. */
  discount?: string;
  /** The parts of `discount` with their reasons. */
  discounts?: Entry[];
  isTaxExempt: boolean;
  returned: number;
  /** The bundle of the line; lines with the same `line` belong together. */
  bundle?: { line: number; label: string };
};

/** A picture of the store, with the size at which a page shows it. */
export type Logo = { id: string; url: string; width: number; height: number };

/** The content of a receipt, independent of its format. */
export type Receipt = {
  /** Default: English. */
  language?: Language;
  storeName: string;
  storeLines: string[];
  logo?: Logo;
  /** Lines of the store below its address. */
  header?: string;
  footer: string;
  /** What it is, if it is not the receipt of a sale. */
  title?: string;
  number: string;
  /** The number that the till gave the sale, on its paper from the first second. */
  tillNumber?: string;
  /** The number in its barcode, which a till scans to find the sale. */
  code?: string;
  /** The page of the receipt, as a QR code. */
  link?: string;
  /** For the person who gets the goods: no prices. */
  isGift?: boolean;
  /** In the time zone of the store. */
  at: string;
  terminal: string | null;
  cashier: string | null;
  /** Who collects the goods, and a note; unset in receipts of earlier releases. */
  pickupName?: string;
  note?: string;
  /** What else the customer should know. */
  notes?: string[];
  /** Printed when the receipt is not a proof of purchase, for example `VOID`. */
  mark: string | null;
  currency: string;
  lines: ReceiptLine[];
  sums: Entry[];
  total: string;
  /** Default: that of a sale. */
  totalLabel?: string;
  /** A line to sign on. */
  signature?: string;
  /** Printed below a total that contains its tax. */
  included?: Entry[];
  payments: Entry[];
  /** The fiscal signature. */
  fiscal?: string[];
  /** The returned half of an exchange. */
  returned?: { title: string; goods: Entry[]; refunds: Entry[] };
};

/** Far more payments than a sale has. */
const MAX_PAYMENTS = 200;

type Mark = 'void' | 'expired' | 'refunded' | 'notPaid' | 'partlyPaid';

const MARKS: Partial<Record<Sale['status'], Mark>> = {
  voided: 'void',
  expired: 'expired',
  refunded: 'refunded',
  pending: 'notPaid',
  payment_requires_action: 'notPaid',
  partially_paid: 'partlyPaid',
};

/** The words and the formats of a receipt. */
type Wording = { texts: Texts; formats: Formats };

/** In the language of the store, unless another is given. */
export async function readReceipt(
  reader: Reader,
  config: Config,
  sale: Sale,
  wanted?: Language,
): Promise<Receipt> {
  const store = await findStore(reader, sale.store_id);
  const lines = await linesOf(reader, sale.id);
  const payments = await listPayments(
    reader,
    { stores: undefined, saleId: sale.id },
    undefined,
    MAX_PAYMENTS,
  );
  const cashier = sale.employee_id === null ? undefined : await userById(reader, sale.employee_id);
  const language = wanted ?? (store === undefined ? DEFAULT_LANGUAGE : storeLanguage(store));
  const wording = { texts: textsIn(language), formats: formatsFor(language, sale.currency) };
  const { texts, formats } = wording;
  const mark = MARKS[sale.status];
  const exchange = await readExchange(reader, sale, wording);
  const signed = await signatureOf(reader, sale, payments);
  return {
    language,
    ...(await headOf(reader, store, language)),
    ...(isLayaway(sale) && layawayPart(sale, wording, store)),
    number: sale.transaction_number,
    ...(sale.till_number && { tillNumber: sale.till_number }),
    code: sale.transaction_number,
    link: receiptUrl(config, sale.id),
    at: formats.dateTime(sale.completed_at ?? sale.created_at, store?.time_zone ?? 'UTC'),
    terminal: sale.terminal_id,
    cashier: cashier === undefined ? null : fullName(cashier),
    pickupName: sale.pickup_name,
    note: sale.note,
    mark: mark === undefined ? null : texts.receipt[mark],
    currency: sale.currency,
    lines: lines.map(line => lineOf(line, sale, wording)),
    sums: sumsOf(sale, wording),
    total: formats.total(sale.total_amount),
    included: sale.prices_include_tax ? includedTaxes(sale, wording) : [],
    payments: paymentsOf(sale, payments.reverse(), wording, exchange),
    ...(exchange && { returned: exchange }),
    ...(signed && { fiscal: fiscalLines(signed, texts.receipt) }),
  };
}

/** The signature of the sale, or of its last payment while the sale is not completed. */
async function signatureOf(reader: Reader, { id }: Sale, payments: readonly { id: string }[]) {
  const ofSale = await signatureOfSale(reader, id);
  if (ofSale !== undefined) return ofSale;
  return (
    await signaturesOfRecords(
      reader,
      payments.map(one => one.id),
    )
  ).at(-1);
}

/** What an auditor needs to check the signature of the till. */
export const fiscalLines = (signed: StoredSignature, texts: Texts['receipt']): string[] => [
  texts.signer(signed.serial),
  texts.signed(signed.number, signed.counter),
  `${signed.startedAt.toISOString()} ${signed.finishedAt.toISOString()}`,
  signed.signature,
];

/** Name, address, logo and lines of the store. */
export async function headOf(reader: Reader, store: Store | undefined, language: Language) {
  const media = store?.receipt_logo_id && (await mediaById(reader, store.receipt_logo_id));
  return {
    storeName: store?.name ?? '',
    storeLines: store === undefined ? [] : addressOf(store, language),
    header: store?.receipt_header ?? '',
    footer: store?.receipt_footer ?? '',
    ...(media && { logo: logoOf(media) }),
  };
}

/** The box of a logo on a page, in pixels. */
const LOGO_BOX = { width: 200, height: 100 };

function logoOf(media: Media): Logo {
  const { url, width, height } = presentPicture(media);
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { id: media.id, url, width: scaled(width), height: scaled(height) };
}

/** Goods of an open layaway are kept until a day. */
function layawayPart(sale: Sale, { texts, formats }: Wording, store: Store | undefined) {
  const until =
    isPayable(sale.status) && sale.expires_at
      ? [texts.receipt.keptUntil(formats.dateTime(sale.expires_at, store?.time_zone ?? 'UTC'))]
      : [];
  return { title: texts.receipt.layaway, notes: until };
}

/** `New York, NY 10001`, or `12529 Berlin`. */
function addressOf(store: Store, language: Language): string[] {
  const region = [store.region, store.postal_code].filter(Boolean).join(' ');
  const town =
    language === 'de'
      ? [store.postal_code, store.city].filter(Boolean).join(' ')
      : [store.city, region].filter(Boolean).join(', ');
  return [store.address, town, store.phone].filter(Boolean);
}

/** `2`, or with its unit and all three decimals `0.432 kg`. */
export const printedQuantity = (
  quantity: number,
  { unit }: Pick<ReceiptLine, 'unit'>,
  formats: Formats,
): string =>
  unit === undefined ? formats.quantity(quantity) : `${formats.measure(quantity)} ${unit}`;

/** The price of one piece, or `12.90/kg`. */
export const printedPrice = ({ unitPrice, unit }: ReceiptLine): string =>
  unit === undefined ? unitPrice : `${unitPrice}/${unit}`;

const lineOf = (line: SaleLine, sale: Sale, { texts, formats }: Wording): ReceiptLine => ({
  id: line.id,
  description: describeLine(line),
  quantity: shownQuantity(line.quantity, line.unit),
  ...(isMeasured(line.unit) && { unit: line.unit }),
  unitPrice: formats.amount(line.unit_price),
  subtotal: formats.amount(line.subtotal),
  ...(minor(line.discount, sale.currency) > 0 && {
    discount: formats.amount(`-${line.discount}`),
    discounts: discountsOf(line, sale, { texts, formats }),
  }),
  isTaxExempt: line.is_tax_exempt,
  returned: shownQuantity(line.returned_quantity, line.unit),
  ...bundlePart(line, formats),
});

/** The heading above the parts of a bundle. */
function bundlePart(line: SaleLine, formats: Formats): Pick<ReceiptLine, 'bundle'> {
  const bundle = bundleOf(line);
  if (bundle === null) return {};
  const label = `${formats.quantity(bundle.quantity)} x ${bundle.name}`;
  return { bundle: { line: bundle.line, label } };
}

/** A lowered unit price is the last adjustment of its line; it is in the price, not off it. */
function discountsOf(
  line: SaleLine,
  { adjustments, currency }: Sale,
  { texts: { sums }, formats }: Wording,
): Entry[] {
  const own = adjustments.filter(adjustment => adjustment.line === line.position);
  const isLowered = minor(line.catalog_price, currency) > minor(line.unit_price, currency);
  const off = isLowered ? own.slice(0, -1) : own;
  const sum = off.reduce((all, { amount }) => all + minor(amount, currency), 0);
  if (sum !== minor(line.discount, currency)) return [];
  return off.map(({ reason, code, amount }) => ({
    label: [sums.discount, [reason, code].filter(Boolean).join(' ')].filter(Boolean).join(': '),
    amount: formats.amount(`-${amount}`),
  }));
}

function sumsOf(sale: Sale, wording: Wording): Entry[] {
  const {
    texts: { sums },
    formats: { amount: print },
  } = wording;
  const optional = (label: string, amount: string, sign = ''): Entry[] =>
    minor(amount, sale.currency) > 0 ? [{ label, amount: print(`${sign}${amount}`) }] : [];
  return [
    { label: sums.subtotal, amount: print(sale.subtotal) },
    ...optional(sums.discount, sale.promotion_discount, '-'),
    ...optional(sums.shipping, sale.shipping_amount),
    ...(sale.prices_include_tax ? [] : taxesOf(sale, wording)),
  ];
}

/** One entry per tax authority as fixed when the sale was completed, otherwise one sum. */
function taxesOf(sale: Sale, { texts, formats }: Wording): Entry[] {
  const breakdown = (sale.tax_breakdown as TaxBreakdownRow[] | null) ?? [];
  const rows = breakdown.filter(({ tax_collected }) => minor(tax_collected, sale.currency) > 0);
  if (rows.length === 0) {
    if (minor(sale.tax_amount, sale.currency) === 0) return [];
    return [{ label: texts.sums.tax, amount: formats.amount(sale.tax_amount) }];
  }
  return rows.map(({ jurisdiction, rate, tax_collected }) => ({
    label: texts.receipt.taxOf(jurisdiction, formats.percent(parseRate(rate))),
    amount: formats.amount(tax_collected),
  }));
}

/** Net and tax of each rate, as laws on receipts with gross prices require. */
function includedTaxes(sale: Sale, { texts: { receipt }, formats }: Wording): Entry[] {
  const breakdown = (sale.tax_breakdown as TaxBreakdownRow[] | null) ?? [];
  if (breakdown.length === 0) {
    if (minor(sale.tax_amount, sale.currency) === 0) return [];
    return [{ label: receipt.taxIncluded, amount: formats.amount(sale.tax_amount) }];
  }
  return breakdown.map(({ rate, net, tax, gross }) => {
    const [shownNet, shownGross] = [formats.amount(net), formats.amount(gross)];
    const note = receipt.netAndGross(shownNet, shownGross);
    return {
      label: receipt.taxInside(formats.percent(parseRate(rate)), shownNet),
      amount: formats.amount(tax),
      ...(note !== '' && { note }),
    };
  });
}

/** A refund is printed as it was paid, with the rounding and the tip that it gives back. */
const paidBack = (
  { amount, rounding, tip }: { amount: string; rounding: string; tip: string },
  currency: string,
): string => {
  const paidMinor = minor(amount, currency) + minor(rounding, currency) + minor(tip, currency);
  return formatMoney(paidMinor, currency);
};

export function methodOf(payment: PaymentView, texts: Texts): string {
  const name = methodName({ code: payment.method_code, name: payment.method_name }, texts);
  return payment.card_last_four ? `${name} ****${payment.card_last_four}` : name;
}

/** Tip, tendered amounts, rounding, change, refunds and the amount due. */
function paymentsOf(
  sale: Sale,
  payments: readonly PaymentView[],
  { texts, formats }: Wording,
  exchange: ExchangePart | undefined,
): Entry[] {
  const { receipt } = texts;
  const labelOf = (payment: PaymentView): string =>
    exchange && payment.value_account_id === exchange.accountId
      ? exchange.paymentLabel
      : methodOf(payment, texts);
  const due = minor(sale.total_amount, sale.currency) - minor(sale.total_paid, sale.currency);
  const entries = [
    ...(minor(sale.tip_amount, sale.currency) === 0
      ? []
      : [{ label: receipt.tip, amount: sale.tip_amount }]),
    ...payments
      .filter(heldMoney)
      .map(payment => ({ label: labelOf(payment), amount: payment.tendered })),
    ...(minor(sale.rounding_amount, sale.currency) === 0
      ? []
      : [{ label: receipt.rounding, amount: sale.rounding_amount }]),
    ...(minor(sale.change_due, sale.currency) > 0
      ? [{ label: receipt.change, amount: `-${sale.change_due}` }]
      : []),
    ...payments
      .flatMap(payment => payment.refunds)
      .filter(refund => refund.status === 'succeeded')
      .map(refund => ({
        label: receipt.refund(refund.refund_id),
        amount: `-${paidBack(refund, sale.currency)}`,
      })),
    ...(isPayable(sale.status) && due > 0
      ? [{ label: receipt.due, amount: formatMoney(due, sale.currency) }]
      : []),
  ];
  return entries.map(({ label, amount }) => ({ label, amount: formats.amount(amount) }));
}
