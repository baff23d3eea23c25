import { printedAmount } from '../../platform/currencies.js';
import type { Reader } from '../../platform/database/tx.js';
import { formatMoney, minor } from '../../platform/money.js';
import { isMeasured, shownQuantity } from '../../platform/quantity.js';
import { heldMoney } from '../payments/index.js';
import { fullName, userById } from '../people/index.js';
import { parseRate, type TaxBreakdownRow } from '../pricing/index.js';
import { findStore, type Store } from '../stores/index.js';
import {
  describeLine,
  isPayable,
  linesOf,
  listPayments,
  type PaymentView,
  type Sale,
  type SaleLine,
} from '../transactions/index.js';

/** A label and its amount; deductions are negative. */
export type Entry = { label: string; amount: string };

export type ReceiptLine = {
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
};

/** The content of a receipt, independent of its format. */
export type Receipt = {
  storeName: string;
  storeLines: string[];
  footer: string;
  number: string;
  /** In the time zone of the store. */
  at: string;
  terminal: string | null;
  cashier: string | null;
  /** Printed when the receipt is not a proof of purchase, for example `VOID`. */
  mark: string | null;
  currency: string;
  lines: ReceiptLine[];
  sums: Entry[];
  total: string;
  /** Printed below a total that contains its tax. */
  included?: Entry[];
  payments: Entry[];
};

/** Far more payments than a sale has. */
const MAX_PAYMENTS = 200;

const MARKS: Partial<Record<Sale['status'], string>> = {
  voided: 'VOID',
  expired: 'EXPIRED',
  refunded: 'REFUNDED',
  pending: 'NOT PAID',
  payment_requires_action: 'NOT PAID',
  partially_paid: 'PARTLY PAID',
};

export async function readReceipt(reader: Reader, sale: Sale): Promise<Receipt> {
  const store = await findStore(reader, sale.store_id);
  const lines = await linesOf(reader, sale.id);
  const payments = await listPayments(
    reader,
    { stores: undefined, saleId: sale.id },
    undefined,
    MAX_PAYMENTS,
  );
  const cashier = sale.employee_id === null ? undefined : await userById(reader, sale.employee_id);
  return printed({
    storeName: store?.name ?? '',
    storeLines: store === undefined ? [] : addressOf(store),
    footer: store?.receipt_footer ?? '',
    number: sale.transaction_number,
    at: localTime(sale.completed_at ?? sale.created_at, store?.time_zone ?? 'UTC'),
    terminal: sale.terminal_id,
    cashier: cashier === undefined ? null : fullName(cashier),
    mark: MARKS[sale.status] ?? null,
    currency: sale.currency,
    lines: lines.map(line => lineOf(line, sale)),
    sums: sumsOf(sale),
    total: sale.total_amount,
    included: sale.prices_include_tax ? includedTaxes(sale) : [],
    payments: paymentsOf(sale, payments.reverse()),
  });
}

/** Amounts in a currency without decimals are printed without them. */
function printed(receipt: Receipt): Receipt {
  const print = (amount: string): string => printedAmount(amount, receipt.currency);
  const entry = ({ label, amount }: Entry): Entry => ({ label, amount: print(amount) });
  return {
    ...receipt,
    lines: receipt.lines.map(line => ({
      ...line,
      unitPrice: print(line.unitPrice),
      subtotal: print(line.subtotal),
      ...(line.discount !== undefined && { discount: print(line.discount) }),
    })),
    sums: receipt.sums.map(entry),
    total: print(receipt.total),
    payments: receipt.payments.map(entry),
  };
}

function addressOf(store: Store): string[] {
  const town = [store.city, [store.region, store.postal_code].filter(Boolean).join(' ')];
  return [store.address, town.filter(Boolean).join(', '), store.phone].filter(Boolean);
}

/** `2026-03-02 10:15`; the Swedish locale formats dates like ISO 8601. */
const localTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** `2`, or with its unit and all three decimals `0.432 kg`. */
export const printedQuantity = (quantity: number, { unit }: Pick<ReceiptLine, 'unit'>): string =>
  unit === undefined ? String(quantity) : `${quantity.toFixed(3)} ${unit}`;

/** The price of one piece, or `12.90/kg`. */
export const printedPrice = ({ unitPrice, unit }: ReceiptLine): string =>
  unit === undefined ? unitPrice : `${unitPrice}/${unit}`;

const lineOf = (line: SaleLine, sale: Sale): ReceiptLine => ({
  description: describeLine(line),
  quantity: shownQuantity(line.quantity, line.unit),
  ...(isMeasured(line.unit) && { unit: line.unit }),
  unitPrice: line.unit_price,
  subtotal: line.subtotal,
  ...(minor(line.discount) > 0 && {
    discount: `-${line.discount}`,
    discounts: discountsOf(line, sale),
  }),
  isTaxExempt: line.is_tax_exempt,
  returned: shownQuantity(line.returned_quantity, line.unit),
});

/** A lowered unit price is the last adjustment of its line; it is in the price, not off it. */
function discountsOf(line: SaleLine, { adjustments }: Sale): Entry[] {
  const own = adjustments.filter(adjustment => adjustment.line === line.position);
  const isLowered = minor(line.catalog_price) > minor(line.unit_price);
  const off = isLowered ? own.slice(0, -1) : own;
  const sum = off.reduce((all, { amount }) => all + minor(amount), 0);
  if (sum !== minor(line.discount)) return [];
  return off.map(({ reason, code, amount }) => ({
    label: ['Discount', [reason, code].filter(Boolean).join(' ')].filter(Boolean).join(': '),
    amount: `-${amount}`,
  }));
}

function sumsOf(sale: Sale): Entry[] {
  const taxes = taxesOf(sale);
  const optional = (label: string, amount: string, sign = ''): Entry[] =>
    minor(amount) > 0 ? [{ label, amount: `${sign}${amount}` }] : [];
  return [
    { label: 'Subtotal', amount: sale.subtotal },
    ...optional('Discount', sale.promotion_discount, '-'),
    ...optional('Shipping', sale.shipping_amount),
    ...(sale.prices_include_tax ? [] : taxes),
  ];
}

/** One entry per tax authority as fixed when the sale was completed, otherwise one sum. */
function taxesOf(sale: Sale): Entry[] {
  const breakdown = (sale.tax_breakdown as TaxBreakdownRow[] | null) ?? [];
  const rows = breakdown.filter(({ tax_collected }) => minor(tax_collected) > 0);
  if (rows.length === 0) {
    return minor(sale.tax_amount) > 0 ? [{ label: 'Tax', amount: sale.tax_amount }] : [];
  }
  return rows.map(({ jurisdiction, rate, tax_collected }) => ({
    label: `Tax ${jurisdiction} ${percent(rate)}`,
    amount: tax_collected,
  }));
}

/** Net and tax of each rate, as laws on receipts with gross prices require. */
function includedTaxes(sale: Sale): Entry[] {
  const breakdown = (sale.tax_breakdown as TaxBreakdownRow[] | null) ?? [];
  if (breakdown.length === 0) {
    return minor(sale.tax_amount) > 0 ? [{ label: 'incl. tax', amount: sale.tax_amount }] : [];
  }
  return breakdown.map(({ rate, net, tax }) => ({
    label: `incl. ${percent(rate)} tax on ${net}`,
    amount: tax,
  }));
}

/** `"0.0825"` is `8.25%`. */
const percent = (rate: string): string => `${parseRate(rate) / 10_000}%`;

/** A cash refund is printed as it was paid, like the cash that it gives back. */
const cashOf = ({ amount, rounding }: { amount: string; rounding: string }): string =>
  formatMoney(minor(amount) + minor(rounding));

/** Tendered amounts, rounding, change, refunds and the amount due. */
function paymentsOf(sale: Sale, payments: readonly PaymentView[]): Entry[] {
  const due = minor(sale.total_amount) - minor(sale.total_paid);
  return [
    ...payments.filter(heldMoney).map(payment => ({
      label: payment.card_last_four
        ? `${payment.method_name} ****${payment.card_last_four}`
        : payment.method_name,
      amount: payment.tendered,
    })),
    ...(minor(sale.rounding_amount) === 0
      ? []
      : [{ label: 'Rounding', amount: sale.rounding_amount }]),
    ...(minor(sale.change_due) > 0 ? [{ label: 'Change', amount: `-${sale.change_due}` }] : []),
    ...payments
      .flatMap(payment => payment.refunds)
      .filter(refund => refund.status === 'succeeded')
      .map(refund => ({ label: `Refund ${refund.refund_id}`, amount: `-${cashOf(refund)}` })),
    ...(isPayable(sale.status) && due > 0 ? [{ label: 'Due', amount: formatMoney(due) }] : []),
  ];
}
