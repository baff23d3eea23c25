import {
  allocate,
  formatMoney,
  type Minor,
  minor,
  portion,
  sumOf,
} from '../../../platform/money.js';
import { isMeasured, shownQuantity, stepsPerUnit } from '../../../platform/quantity.js';
import { GIFT_CARD_SKU } from '../../pricing/index.js';
import type { Closing, GivenBack, Moved, Sold, SoldLine } from './repository.js';

/** Amounts of one rate in a line. */
export type TaxedLine = {
  rate: string;
  grossMinor: Minor;
  taxMinor: Minor;
  text: string;
  /** The kind of business, such as `Umsatz`. */
  business: string;
  sku: string;
  barcode: string;
  quantity: number;
  unit: string;
  /** Price and tax before discounts, if they are others. */
  base?: { grossMinor: Minor; taxMinor: Minor };
};

/** The receipt that another one refers to; without a closing it is outside of DSFinV-K. */
export type Reference = { name: string; soldIn: GivenBack['sold_in'] };

/** One receipt of a till in the words of DSFinV-K. */
export type Bon = {
  id: string;
  number: string;
  name: string;
  startedAt: Date;
  endedAt: Date;
  operatorId: string;
  operator: string;
  note: string;
  lines: TaxedLine[];
  payments: { type: string; name: string; amountMinor: Minor }[];
  /** Id of the sale, to find its signature. */
  saleId?: string;
  /** Ids of the refund, the payments or the cash movement, to find their signature. */
  recordIds?: string[];
  reference?: Reference;
};

const PAYMENT_TYPES: Record<string, string> = {
  cash: 'Bar',
  gift_card: 'Guthabenkarte',
  store_credit: 'Guthabenkarte',
};
const paymentType = (method: string): string => PAYMENT_TYPES[method] ?? 'Unbar';

/** A sale in the shift that completed it, or what was paid for it in an earlier one. */
export function bonOfSale(sale: Sold, currency: string): Bon {
  const { is_completed, id, number, shift_id, paid_at } = sale;
  const paid = sale.payments.map(({ name, method_type, amount, rounding, tip }) => ({
    type: paymentType(method_type),
    name,
    amountMinor: minor(amount, currency),
    roundingMinor: minor(rounding, currency),
    tipMinor: minor(tip, currency),
  }));
  const goods = is_completed
    ? goodsOf(sale, currency)
    : [untaxed(DEPOSIT, `Anzahlung zu ${number}`, sumOf(paid.map(one => one.amountMinor)))];
  return {
    id: is_completed ? id : `${id}-${shift_id}`,
    number: sale.till_number ?? number,
    name: is_completed ? 'Verkauf' : 'Anzahlung',
    startedAt: is_completed ? sale.started_at : paid_at,
    endedAt: paid_at,
    operatorId: sale.employee_id ?? '',
    operator: sale.employee,
    note: sale.late_for === null ? number : `${number}, nachgereicht zu Z ${sale.late_for}`,
    ...(is_completed ? { saleId: id } : { recordIds: sale.payments.map(one => one.id) }),
    lines: [
      ...goods,
      ...roundingLines(sumOf(paid.map(one => one.roundingMinor))),
      ...tipLines(sumOf(paid.map(one => one.tipMinor))),
    ],
    payments: paid.map(({ type, name, amountMinor, roundingMinor, tipMinor }) => ({
      type,
      name,
      amountMinor: amountMinor + roundingMinor + tipMinor,
    })),
  };
}

const DEPOSIT = 'Anzahlungseinstellung';
const DEPOSIT_USED = 'Anzahlungsaufloesung';

/**
 * The cash of a late sale was counted at the end of its own shift, where it is a difference. Taken off
 * again, the cash of the closing that lists the sale is that of its drawer.
 */
export function bonsOfLateCash(sale: Sold, currency: string): Bon[] {
  const cash = bonOfSale(sale, currency).payments.filter(({ type }) => type === 'Bar');
  const cashMinor = sumOf(cash.map(({ amountMinor }) => amountMinor));
  if (sale.late_for === null || cashMinor === 0) return [];
  const { id, number, paid_at, late_for } = sale;
  const text = `In Z ${late_for} gezählt: ${sale.till_number ?? number}`;
  return [cashBon(`${id}-late`, 'DifferenzSollIst', text, -cashMinor, paid_at)];
}

/** What the goods would cost at the list price without discounts; undefined if they do. */
function baseOf(line: SoldLine, isGross: boolean, currency: string): TaxedLine['base'] {
  const [unitMinor, listMinor] = [
    minor(line.unit_price, currency),
    minor(line.catalog_price, currency),
  ];
  const isList = unitMinor === listMinor;
  if (isList && minor(line.discount, currency) === 0) return undefined;
  const priceMinor = isList
    ? minor(line.subtotal, currency)
    : portion(listMinor, line.quantity, stepsPerUnit(line.unit));
  const rate = Number(line.rate);
  const taxMinor = Math.round(isGross ? (priceMinor * rate) / (1 + rate) : priceMinor * rate);
  return { grossMinor: isGross ? priceMinor : priceMinor + taxMinor, taxMinor };
}

/** The goods in full, less what was paid for them before. */
function goodsOf(sale: Sold, currency: string): TaxedLine[] {
  const { number, lines, deposits, prices_include_tax } = sale;
  const depositsMinor = minor(deposits, currency);
  return [
    ...lines.map(line => ({
      rate: line.rate,
      grossMinor: minor(line.gross, currency),
      taxMinor: minor(line.tax, currency),
      text: line.text,
      business: line.sku === GIFT_CARD_SKU ? 'MehrzweckgutscheinKauf' : 'Umsatz',
      sku: line.sku,
      barcode: line.barcode ?? '',
      quantity: isMeasured(line.unit) ? shownQuantity(line.quantity, line.unit) : line.quantity,
      unit: line.unit,
      base: baseOf(line, prices_include_tax, currency),
    })),
    ...(depositsMinor === 0
      ? []
      : [untaxed(DEPOSIT_USED, `Anzahlung zu ${number}`, -depositsMinor)]),
  ];
}

/** What cash rounding adds to the receipt, so that its lines add up to the cash. */
const roundingLines = (roundingMinor: Minor): TaxedLine[] =>
  roundingMinor === 0 ? [] : [untaxed('DifferenzSollIst', 'Rundung', roundingMinor)];

/** A tip of the staff is no revenue of the store and not taxed. */
const tipLines = (tipMinor: Minor): TaxedLine[] =>
  tipMinor === 0 ? [] : [untaxed('TrinkgeldAN', 'Trinkgeld', tipMinor)];

export function bonOfRefund(refund: GivenBack, currency: string): Bon {
  const amountMinor = minor(refund.amount, currency);
  const roundingMinor = minor(refund.rounding, currency);
  const tipMinor = minor(refund.tip, currency);
  const given = refund.is_deposit
    ? [untaxed(DEPOSIT_USED, `Anzahlung zu ${refund.sale_number}`, -amountMinor)]
    : returnedLines(refund, amountMinor, currency);
  return {
    id: refund.id,
    number: refund.number,
    name: 'Rückgabe',
    startedAt: refund.processed_at,
    endedAt: refund.processed_at,
    operatorId: '',
    operator: '',
    note: refund.sale_number,
    recordIds: [refund.id],
    reference: { name: refund.sale_number, soldIn: refund.sold_in },
    lines: [...given, ...roundingLines(-roundingMinor), ...tipLines(-tipMinor)],
    payments: [{ ...paidBackAs(refund), amountMinor: -amountMinor - roundingMinor - tipMinor }],
  };
}

/** A refund takes back its share of each rate; the shares add up to the cent. */
function returnedLines(refund: GivenBack, amountMinor: Minor, currency: string): TaxedLine[] {
  const gross = refund.parts.map(part => minor(part.gross, currency));
  const parts = refund.parts.length === 0 ? [{ rate: '0', gross: '1', tax: '0' }] : refund.parts;
  const shares = allocate(amountMinor, gross.length === 0 ? [1] : gross);
  return parts.map((part, index) => {
    const shareMinor = shares[index] ?? 0;
    const fullMinor = gross[index] ?? 0;
    const taxMinor =
      fullMinor === 0 ? 0 : Math.round((minor(part.tax, currency) * shareMinor) / fullMinor);
    return {
      ...NO_ARTICLE,
      rate: part.rate,
      grossMinor: -shareMinor,
      taxMinor: -taxMinor,
      text: `Rückgabe aus ${refund.sale_number}`,
      business: 'Umsatz',
      quantity: -1,
    };
  });
}

/** Payment type of a refund: the way the money went back, which may differ from the payment. */
function paidBackAs({ way, name, method_type }: GivenBack): { type: string; name: string } {
  switch (way) {
    case 'cash':
      return { type: 'Bar', name: 'Bar' };
    case 'store_credit':
      return { type: 'Guthabenkarte', name: 'Guthaben' };
    case 'gift_card':
      return { type: 'Guthabenkarte', name: 'Geschenkkarte' };
    case 'external':
      return { type: 'Unbar', name: method_type === 'cash' ? 'Extern' : name };
    default:
      return { type: paymentType(method_type), name };
  }
}

const NO_ARTICLE = { sku: '', barcode: '', quantity: 1, unit: 'piece' };

const untaxed = (business: string, text: string, grossMinor: Minor): TaxedLine => ({
  ...NO_ARTICLE,
  rate: '0',
  grossMinor,
  taxMinor: 0,
  text,
  business,
});

/** Cash that is no payment: no tax, and the drawer changes by it. */
function cashBon(id: string, business: string, text: string, amountMinor: Minor, at: Date): Bon {
  return {
    id,
    number: id,
    name: business,
    startedAt: at,
    endedAt: at,
    operatorId: '',
    operator: '',
    note: '',
    lines: [untaxed(business, text, amountMinor)],
    payments: [{ type: 'Bar', name: 'Bar', amountMinor }],
  };
}

export const bonOfMovement = (moved: Moved, currency: string): Bon => {
  const isIn = moved.kind === 'paid_in';
  const amountMinor = minor(moved.amount, currency);
  const bon = cashBon(
    moved.id,
    isIn ? 'Einzahlung' : 'Auszahlung',
    moved.reason,
    isIn ? amountMinor : -amountMinor,
    moved.occurred_at,
  );
  return { ...bon, recordIds: [moved.id] };
};

/** The float at the start, and what the count differs from the expected cash. */
export function bonsOfDrawer(closing: Closing): Bon[] {
  const { id, currency, opened_at, created_at } = closing;
  const variance = minor(closing.variance, currency);
  const float = minor(closing.opening_float, currency);
  return [
    cashBon(`${id}-float`, 'Anfangsbestand', 'Anfangsbestand', float, opened_at),
    ...(variance === 0
      ? []
      : [cashBon(`${id}-variance`, 'DifferenzSollIst', 'Kassendifferenz', variance, created_at)]),
  ];
}

/** Keys of DSFinV-K for German rates; others get a key of their own from 1001 on. */
const KEYS: readonly [rate: number, key: number, text: string][] = [
  [0.19, 1, 'Regelsteuersatz'],
  [0.07, 2, 'Ermäßigter Steuersatz'],
  [0.107, 3, 'Durchschnittssatz § 24 Abs. 1 Nr. 3 UStG'],
  [0.055, 4, 'Durchschnittssatz § 24 Abs. 1 Nr. 1 UStG'],
  [0, 5, 'Nicht steuerbar'],
];
const FIRST_OWN_KEY = 1_001;

export type VatKey = { key: number; rate: number; text: string };

/** The key of each rate that these receipts have. */
export function vatKeysOf(bons: readonly Bon[]): Map<number, VatKey> {
  const rates = [...new Set(bons.flatMap(bon => bon.lines.map(({ rate }) => Number(rate))))].sort(
    (a, b) => b - a,
  );
  const keys = new Map<number, VatKey>();
  let own = FIRST_OWN_KEY;
  for (const rate of rates) {
    const known = KEYS.find(([value]) => value === rate);
    if (known) keys.set(rate, { rate, key: known[1], text: known[2] });
    else {
      keys.set(rate, { rate, key: own, text: 'Anderer Steuersatz' });
      own += 1;
    }
  }
  return keys;
}

/** `1234,50`: files of DSFinV-K have a decimal comma. */
export const germanMoney = (amount: Minor, currency: string): string =>
  formatMoney(amount, currency).replace('.', ',');

export const germanNumber = (value: number, decimals: number): string =>
  value.toFixed(decimals).replace('.', ',');
